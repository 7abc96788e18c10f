// How long it takes from the write to the first byte at the receiver. An event carries the moment at which its
// transaction began, so that the commit, with its flush to the disk, is part of the time.
import { randomUUID } from 'node:crypto'
import type { Stage } from '../stage.ts'
import type { Arrival, DeliveryWriterReport } from './messages.ts'
import type { Receivers, startDeliveryWriter } from './processes.ts'

type Writer = Awaited<ReturnType<typeof startDeliveryWriter>>

/** What was on its way before. */
const settleMs = 1_000
/** In its first seconds the writer's own code is being compiled, beside whatever it measures. */
const writerWarmupMs = 3_000
const pauseMs = 25

/** One payment after another through the API, each after the one before has long been delivered. */
export async function idleLatencies(
  stage: Stage,
  receivers: Receivers,
  { url, token, clientIds, writes }: { url: string; token: string; clientIds: string[]; writes: number },
): Promise<number[]> {
  await receivers.report()
  for (let i = 0; i < writes; i++) {
    const response = await fetch(`${url}/api/v1/backoffice/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        client_id: clientIds[i % clientIds.length],
        amount: 1821.5,
        payment_method: 'transferencia',
      }),
    })
    if (!response.ok) throw new Error(`a payment was answered ${response.status}: ${await response.text()}`)
    await response.text()
    await stage.wait(pauseMs)
  }
  await stage.wait(settleMs)
  return (await receivers.report()).arrivals.map(({ ms }) => ms)
}

/** Of all that arrives while the writer writes, its first seconds aside. */
export async function loadedArrivals(
  stage: Stage,
  receivers: Receivers,
  writer: Writer,
  ms: number,
): Promise<DeliveryWriterReport & { arrivals: Arrival[] }> {
  writer.start()
  await stage.wait(writerWarmupMs)
  await receivers.report()
  await stage.wait(ms)
  const { arrivals } = await receivers.report()
  const report = await writer.stop()
  await stage.wait(settleMs)
  return { ...report, arrivals }
}
