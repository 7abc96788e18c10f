// Runs all variants in every round, and starts each round with a different one. Other load on the machine then affects
// all of them, and ratios are taken within a round.
import { availableParallelism } from 'node:os'
import { cpuMsOf, cpuMsOfFamily, cpuMsOfMachine } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import { drive } from './load.ts'
import type { Options } from './options.ts'
import type { RunScope } from './run-scope.ts'
import type { PreparedScenario, Variant } from './scenarios/scenario.ts'

export type Sample = {
  requests: number
  requestsPerSecond: number
  serverCpuMs: number
  databaseCpuMs: number
  latenciesMs: number[]
  changedShare: number
  commitsPerSecond: number | null
  /** The share of the machine's CPU time that processes outside the bench used. */
  othersShare: number
}
/** The samples of each variant, one per round. */
export type Samples = Map<Variant, Sample[]>

/** Time before the first round, to open connections, prepare statements and compile code. */
const firstWarmupMs = 3_000
const warmupMs = 500

export async function runRounds(
  scope: RunScope,
  database: BenchDatabase,
  { variants, verify }: PreparedScenario,
  { seconds, rounds }: Options,
): Promise<Samples> {
  const samples: Samples = new Map(variants.map((variant) => [variant, []]))
  await verify()
  for (const variant of variants) {
    scope.log(`warming up ${variant.name}`)
    await sample(scope, database, variant, { warmupMs: firstWarmupMs, windowMs: 100 })
  }
  for (let round = 0; round < rounds; round++) {
    for (const variant of rotated(variants, round)) {
      const taken = await sample(scope, database, variant, {
        warmupMs,
        windowMs: seconds * 1000,
      })
      samples.get(variant)?.push(taken)
      scope.log(
        `round ${round + 1}/${rounds}  ${variant.name}: ${Math.round(taken.requestsPerSecond)} requests/s`,
      )
    }
  }
  await verify()
  return samples
}

async function sample(
  scope: RunScope,
  { postmasterPid }: BenchDatabase,
  { target, serverPid, writes }: Variant,
  timing: { warmupMs: number; windowMs: number },
): Promise<Sample> {
  const mark = () => ({
    server: cpuMsOf(serverPid),
    // The connection of the writer belongs to the bench, not to the server.
    database: cpuMsOfFamily(postmasterPid, writes ? [writes.backendPid] : []),
    bench: cpuMsOfFamily(process.pid) + cpuMsOfFamily(postmasterPid),
    machine: cpuMsOfMachine(),
  })
  writes?.start()
  try {
    const { before, after, seconds, latenciesMs, changedShare } = await drive(scope, target, {
      ...timing,
      mark,
    })
    const othersMs = after.machine - before.machine - (after.bench - before.bench)
    return {
      requests: latenciesMs.length,
      requestsPerSecond: latenciesMs.length / seconds,
      serverCpuMs: after.server - before.server,
      databaseCpuMs: after.database - before.database,
      latenciesMs,
      changedShare,
      othersShare: Math.max(0, othersMs / (seconds * 1000 * availableParallelism())),
      commitsPerSecond: (await writes?.stop()) ?? null,
    }
  } finally {
    await writes?.stop()
  }
}

/** Returns all elements once, starting with a different one in each round, so that none always runs first. */
export function rotated<One>(all: readonly One[], round: number): One[] {
  const first = round % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}
