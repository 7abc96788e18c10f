// Compares writes through the API with their own statements in a bare pipelined transaction.
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import { ratioFigure } from '../figures.ts'
import type { Options } from '../options.ts'
import { rotated } from '../rounds.ts'
import type { RunScope } from '../run-scope.ts'
import { median } from '../statistics.ts'
import { type Contestant, startContestants, type WriteSample } from '../writes/contestants.ts'
import { seedWriters } from '../writes/seed.ts'
import type { CustomScenario, Report } from './scenario.ts'

const plan = { clients: 128, firstWarmupMs: 4_000, warmupMs: 500, goal: 0.6 }

export const writes: CustomScenario = {
  name: 'writes',
  about: 'POST /payments and POST /orders with five lines, beside their own statements',
  run,
}

async function run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report> {
  scope.log('seeding the database')
  const seeded = await seedWriters(database.db, plan.clients)
  const anden = await startAnden(scope, database)
  const contestants = await startContestants(scope, database, anden, seeded, options.connections)
  const samples = new Map<Contestant, WriteSample[]>(contestants.map((contestant) => [contestant, []]))
  for (const contestant of contestants) {
    scope.log(`warming up ${contestant.name}`)
    await contestant.measure({ warmupMs: plan.firstWarmupMs, windowMs: 100 })
  }
  for (let round = 0; round < options.rounds; round++) {
    for (const contestant of rotated(contestants, round)) {
      const sample = await contestant.measure({ warmupMs: plan.warmupMs, windowMs: options.seconds * 1000 })
      samples.get(contestant)?.push(sample)
      scope.log(`round ${round + 1}/${options.rounds}  ${contestant.name}: ${sample.perSecond.toFixed(0)}/s`)
    }
  }
  return {
    scenario: writes.name,
    about: writes.about,
    tables: [
      {
        columns: [
          'variant',
          'writes/s',
          'ratio',
          'goal',
          'CPU ms/write: Node + PostgreSQL',
          'p50 ms',
          'p99 ms',
        ],
        rows: contestants.map((contestant) => rowOf(contestant, samples)),
      },
    ],
    figures: contestants.flatMap((contestant) =>
      contestant.baseline
        ? ratioFigure(`writes: ${contestant.name}`, 'its statements', ratiosOf(contestant, samples), {
            atLeast: plan.goal,
          })
        : [],
    ),
    remarks: [],
  }
}

type WriteSamples = ReadonlyMap<Contestant, readonly WriteSample[]>

function ratiosOf(contestant: Contestant, samples: WriteSamples): number[] {
  const base = samples.get(contestant.baseline ?? contestant) ?? []
  return (samples.get(contestant) ?? []).map(
    ({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? 0),
  )
}

function rowOf(contestant: Contestant, samples: WriteSamples): string[] {
  const taken = samples.get(contestant) ?? []
  const middle = (of: (sample: WriteSample) => number) => median(taken.map(of))
  return [
    contestant.name,
    middle(({ perSecond }) => perSecond).toFixed(0),
    contestant.baseline ? `${median(ratiosOf(contestant, samples)).toFixed(2)} ×` : '1',
    contestant.baseline ? `≥ ${plan.goal} ×` : '',
    `${middle(({ nodeCpuMs }) => nodeCpuMs).toFixed(2)} + ${middle(({ databaseCpuMs }) => databaseCpuMs).toFixed(2)}`,
    middle(({ p50Ms }) => p50Ms).toFixed(1),
    middle(({ p99Ms }) => p99Ms).toFixed(1),
  ]
}
