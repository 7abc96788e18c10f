// Measures the time from the write to the first byte at the receiver. An event carries the start time of its transaction,
// so the commit, with its flush to disk, is included.
import { randomUUID } from 'node:crypto'
import { sql } from '../../../server/src/db/sql.ts'
import type { BenchDatabase } from '../database.ts'
import type { RunScope } from '../run-scope.ts'
import type { Arrival, DeliveryWriterReport, Receivers, startDeliveryWriter } from './processes.ts'

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

// Measures how much unresponsive receivers slow down the others. The same load alternates between all receivers
// responding and half of them hanging. Only the other half is measured.

export type Isolation = { normalMs: number[]; hangingMs: number[] }

type Plan = { writer: Awaited<ReturnType<typeof startDeliveryWriter>>; pairs: number; phaseMs: number }

export async function measureIsolation(
  scope: RunScope,
  { db }: BenchDatabase,
  receivers: Receivers,
  { writer, pairs, phaseMs }: Plan,
): Promise<Isolation[]> {
  const hanging = receivers.urls.flatMap((_, place) => (place % 2 === 0 ? [place] : []))
  const phase = async () => {
    const { arrivals } = await loadedArrivals(scope, receivers, writer, phaseMs)
    return arrivals.filter(({ endpoint }) => !hanging.includes(endpoint)).map(({ ms }) => ms)
  }
  const taken: Isolation[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const normalMs = await phase()
    receivers.hang(hanging)
    const hangingMs = await phase()
    // Deliveries that are still waiting for the hanging receivers would only disturb the next phase.
    await db.run(sql`
      update deliveries set status = 'failed', next_attempt_at = null where status = 'pending' and lease is null`)
    receivers.hang([])
    await scope.wait(1_000)
    taken.push({ normalMs, hangingMs })
    scope.log(`isolation ${pair + 1}/${pairs}`)
  }
  return taken
}
