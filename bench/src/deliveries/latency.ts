// Measures the time from the write to the first byte at the receiver. An event carries the start time of its transaction,
// so the commit, with its flush to disk, is included.
import { randomUUID } from 'node:crypto'
import type { RunScope } from '../run-scope.ts'
import type { Arrival, DeliveryWriterReport } from './messages.ts'
import type { Receivers, startDeliveryWriter } from './processes.ts'

type Writer = Awaited<ReturnType<typeof startDeliveryWriter>>

/** Time for deliveries in flight to finish. */
const settleMs = 1_000
/** In the first seconds the writer's own code is still being compiled, which would disturb the measurement. */
const writerWarmupMs = 3_000
const pauseMs = 25

/** Sends one payment at a time through the API, each long after the previous one was delivered. */
export async function idleLatencies(
  scope: RunScope,
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
    if (!response.ok) throw new Error(`a payment failed with ${response.status}: ${await response.text()}`)
    await response.text()
    await scope.wait(pauseMs)
  }
  await scope.wait(settleMs)
  return (await receivers.report()).arrivals.map(({ ms }) => ms)
}

/** All arrivals while the writer runs, except in its first seconds. */
export async function loadedArrivals(
  scope: RunScope,
  receivers: Receivers,
  writer: Writer,
  ms: number,
): Promise<DeliveryWriterReport & { arrivals: Arrival[] }> {
  writer.start()
  await scope.wait(writerWarmupMs)
  await receivers.report()
  await scope.wait(ms)
  const { arrivals } = await receivers.report()
  const report = await writer.stop()
  await scope.wait(settleMs)
  return { ...report, arrivals }
}
