// Measures deliveries per second. All contenders run in every round, and each round starts with a different one.
import { sql } from '../../../server/src/db/sql.ts'
import { cpuMsOf, cpuMsOfFamily } from '../cpu.ts'
import type { BenchDatabase } from '../database.ts'
import { rotated } from '../rounds.ts'
import type { RunScope } from '../run-scope.ts'
import type { Contender } from './contenders.ts'
import type { Receivers } from './processes.ts'

export type Turn = { perSecond: number; nodeCpuMs: number; databaseCpuMs: number }
export type Turns = Map<Contender, Turn[]>

/** Turns before the measurement: it takes some ten thousand deliveries until all code is compiled. */
const warmupTurns = 3
const pollMs = 10
const turnLimitMs = 60_000

export async function measureThroughput(
  scope: RunScope,
  database: BenchDatabase,
  receivers: Receivers,
  contenders: readonly Contender[],
  { count, rounds }: { count: number; rounds: number },
): Promise<Turns> {
  const turns: Turns = new Map(contenders.map((contender) => [contender, []]))
  const one = (contender: Contender, size: number) => turn(scope, database, receivers, contender, size)
  for (const contender of contenders) {
    scope.log(`warming up ${contender.name}`)
    for (let turns = 0; turns < warmupTurns; turns++) await one(contender, count)
  }
  for (let round = 0; round < rounds; round++) {
    for (const contender of rotated(contenders, round)) {
      const taken = await one(contender, count)
      turns.get(contender)?.push(taken)
      scope.log(
        `round ${round + 1}/${rounds}  ${contender.name}: ${Math.round(taken.perSecond)} deliveries/s`,
      )
    }
  }
  return turns
}

async function turn(
  scope: RunScope,
  { db, postmasterPid }: BenchDatabase,
  receivers: Receivers,
  contender: Contender,
  count: number,
): Promise<Turn> {
  const mark = () => ({
    node: contender.pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0),
    database: cpuMsOfFamily(postmasterPid),
  })
  await receivers.report()
  await contender.release(count)
  const before = mark()
  const start = performance.now()
  do {
    await scope.wait(pollMs)
    if (performance.now() - start > turnLimitMs) throw new Error(`${contender.name} did not finish in time`)
  } while (!(await contender.isDone()))
  const seconds = (performance.now() - start) / 1000
  const after = mark()
  const { received } = await receivers.report()
  if (received !== count) throw new Error(`${contender.name}: ${received} of ${count} were received`)
  // Otherwise autovacuum would do this during a measured turn.
  await db.run(sql`vacuum (analyze)`)
  await db.run(sql`checkpoint`)
  return {
    perSecond: count / seconds,
    nodeCpuMs: (after.node - before.node) / count,
    databaseCpuMs: (after.database - before.database) / count,
  }
}
