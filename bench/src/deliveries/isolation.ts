// What receivers that never answer cost the others: the same load with all of them answering, and with half
// of them hanging, in turn. Only what the other half receives is looked at.
import { sql } from '../../../server/src/db/sql.ts'
import type { BenchDatabase } from '../database.ts'
import type { Stage } from '../stage.ts'
import { loadedArrivals } from './latency.ts'
import type { Receivers, startDeliveryWriter } from './processes.ts'

export type Isolation = { calmMs: number[]; besetMs: number[] }

type Plan = { writer: Awaited<ReturnType<typeof startDeliveryWriter>>; pairs: number; phaseMs: number }

export async function measureIsolation(
  stage: Stage,
  { db }: BenchDatabase,
  receivers: Receivers,
  { writer, pairs, phaseMs }: Plan,
): Promise<Isolation[]> {
  const hanging = receivers.urls.flatMap((_, place) => (place % 2 === 0 ? [place] : []))
  const phase = async () => {
    const { arrivals } = await loadedArrivals(stage, receivers, writer, phaseMs)
    return arrivals.filter(({ endpoint }) => !hanging.includes(endpoint)).map(({ ms }) => ms)
  }
  const taken: Isolation[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const calmMs = await phase()
    receivers.hang(hanging)
    const besetMs = await phase()
    // What still waits for the hanging ones is of no further use.
    await db.run(sql`
      update deliveries set status = 'failed', next_attempt_at = null where status = 'pending' and lease is null`)
    receivers.hang([])
    await stage.wait(1_000)
    taken.push({ calmMs, besetMs })
    stage.say(`isolation ${pair + 1}/${pairs}`)
  }
  return taken
}
