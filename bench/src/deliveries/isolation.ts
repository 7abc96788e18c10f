// Measures how much unresponsive receivers slow down the others. The same load alternates between all receivers
// responding and half of them hanging. Only the other half is measured.
import { sql } from '../../../server/src/db/sql.ts'
import type { BenchDatabase } from '../database.ts'
import type { RunScope } from '../run-scope.ts'
import { loadedArrivals } from './latency.ts'
import type { Receivers, startDeliveryWriter } from './processes.ts'

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
