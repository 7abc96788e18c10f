// All variants in every round, each round starting with another one: what else the machine does meanwhile
// falls on all of them, and ratios are taken within a round.
import { availableParallelism } from 'node:os'
import { cpuMsOf, cpuMsOfFamily, cpuMsOfMachine } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import { drive } from './load.ts'
import type { Options } from './options.ts'
import type { PreparedScenario, Variant } from './scenarios/scenario.ts'
import type { Stage } from './stage.ts'

export type Sample = {
  requests: number
  requestsPerSecond: number
  serverCpuMs: number
  databaseCpuMs: number
  latenciesMs: number[]
  changedShare: number
  commitsPerSecond: number | null
  /** What part of the machine's processor time went to processes that are not of the bench. */
  othersShare: number
}
/** By variant, one sample per round. */
export type Samples = Map<Variant, Sample[]>

/** Before anything is measured: connections, statements and compiled code. */
const firstWarmupMs = 3_000
const warmupMs = 500

export async function runRounds(
  stage: Stage,
  database: BenchDatabase,
  { variants, verify }: PreparedScenario,
  { seconds, rounds }: Options,
): Promise<Samples> {
  const samples: Samples = new Map(variants.map((variant) => [variant, []]))
  await verify()
  for (const variant of variants) {
    stage.say(`warming up ${variant.name}`)
    await sample(stage, database, variant, { warmupMs: firstWarmupMs, windowMs: 100 })
  }
  for (let round = 0; round < rounds; round++) {
    for (const [turn] of variants.entries()) {
      const variant = variants[(round + turn) % variants.length]
      if (!variant) continue
      const taken = await sample(stage, database, variant, {
        warmupMs,
        windowMs: seconds * 1000,
      })
      samples.get(variant)?.push(taken)
      stage.say(
        `round ${round + 1}/${rounds}  ${variant.name}: ${Math.round(taken.requestsPerSecond)} requests/s`,
      )
    }
  }
  await verify()
  return samples
}

async function sample(
  stage: Stage,
  { postmasterPid }: BenchDatabase,
  { target, serverPid, writes }: Variant,
  timing: { warmupMs: number; windowMs: number },
): Promise<Sample> {
  const mark = () => ({
    server: cpuMsOf(serverPid),
    // The connection that only writes for the bench's sake is not the server's.
    database: cpuMsOfFamily(postmasterPid, writes ? [writes.backendPid] : []),
    bench: cpuMsOfFamily(process.pid) + cpuMsOfFamily(postmasterPid),
    machine: cpuMsOfMachine(),
  })
  writes?.start()
  try {
    const { before, after, seconds, latenciesMs, changedShare } = await drive(stage, target, {
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
