// All variants in every round, each round starting with another one: what else the machine does meanwhile
// falls on all of them, and ratios are taken within a round.
import { cpuMsOf, cpuMsOfPostgres } from './cpu.ts'
import type { Database } from './database.ts'
import { drive } from './load.ts'
import type { Options } from './options.ts'
import type { Prepared, Variant } from './scenarios/scenario.ts'
import type { Stage } from './stage.ts'

export type Sample = {
  requests: number
  requestsPerSecond: number
  serverCpuMs: number
  databaseCpuMs: number
  latenciesMs: number[]
  changedShare: number
  commitsPerSecond: number | null
}
/** By variant, one sample per round. */
export type Samples = Map<Variant, Sample[]>

/** Before anything is measured: connections, statements and compiled code. */
const firstWarmupMs = 3_000
const warmupMs = 500

export async function runRounds(
  stage: Stage,
  database: Database,
  { variants, verify }: Prepared,
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
  { postmasterPid }: Database,
  { target, serverPid, writes }: Variant,
  timing: { warmupMs: number; windowMs: number },
): Promise<Sample> {
  const except = writes ? [writes.backendPid] : []
  writes?.start()
  try {
    const { before, after, seconds, latenciesMs, changedShare } = await drive(stage, target, {
      ...timing,
      mark: () => ({ server: cpuMsOf(serverPid), database: cpuMsOfPostgres(postmasterPid, except) }),
    })
    return {
      requests: latenciesMs.length,
      requestsPerSecond: latenciesMs.length / seconds,
      serverCpuMs: after.server - before.server,
      databaseCpuMs: after.database - before.database,
      latenciesMs,
      changedShare,
      commitsPerSecond: (await writes?.stop()) ?? null,
    }
  } finally {
    await writes?.stop()
  }
}
