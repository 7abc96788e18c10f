// Turns the measurements into tables: medians over the rounds, percentiles over all arrivals.
import { type Figure, ratioFigure } from '../figures.ts'
import type { Table } from '../scenarios/scenario.ts'
import { estimate, median, percentile } from '../statistics.ts'
import type { Contender } from './contenders.ts'
import type { Isolation } from './latency.ts'
import type { Turn, Turns } from './throughput.ts'

export const medianRate = (turns: readonly Turn[]) => median(turns.map(({ perSecond }) => perSecond))

export function throughputTable(turns: Turns, ours: Contender, baseline: Contender): Table {
  const base = turns.get(baseline) ?? []
  return {
    columns: ['sender', 'deliveries/s', 'ratio', 'goal', 'CPU ms/delivery: Node + PostgreSQL', 'CPU ratio'],
    rows: [...turns].map(([contender, taken]) => {
      const ratio = median(taken.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? 0)))
      return [
        contender.name,
        medianRate(taken).toFixed(0),
        contender === baseline ? '1' : `${ratio.toFixed(2)} × ${baseline.name}`,
        contender === ours ? '≥ 4 ×' : '',
        `${cpu(taken.map((turn) => turn.nodeCpuMs))} + ${cpu(taken.map((turn) => turn.databaseCpuMs))}`,
        contender === baseline ? '1' : `1 / ${(totalCpu(base) / totalCpu(taken)).toFixed(2)}`,
      ]
    }),
  }
}

type Latencies = { idle: number[]; half: number[]; isolation: readonly Isolation[] }

export function latencyTable({ idle, half, isolation }: Latencies): Table {
  const row = (name: string, latencies: number[], goal = '') => [
    name,
    String(latencies.length),
    percentile(latencies, 0.5).toFixed(1),
    percentile(latencies, 0.99).toFixed(1),
    goal,
  ]
  const ratio = (share: number) =>
    median(
      isolation.map(({ normalMs, hangingMs }) => percentile(hangingMs, share) / percentile(normalMs, share)),
    ).toFixed(2)
  return {
    columns: ['from the write to the first byte', 'deliveries', 'p50 ms', 'p99 ms', 'goal'],
    rows: [
      row('idle, one payment at a time', idle),
      row('at half the throughput', half, 'p99 < 50 ms'),
      row(
        'all endpoints respond',
        isolation.flatMap(({ normalMs }) => normalMs),
      ),
      row(
        'half of them hang: the other half',
        isolation.flatMap(({ hangingMs }) => hangingMs),
      ),
      ['ratio of the last two, median of pairs', '', `${ratio(0.5)} ×`, `${ratio(0.99)} ×`, '≤ 2 ×'],
    ],
  }
}

const totalCpu = (turns: readonly Turn[]) =>
  median(turns.map(({ nodeCpuMs, databaseCpuMs }) => nodeCpuMs + databaseCpuMs))

const cpu = (values: readonly number[]) => {
  const ms = median(values)
  return Number.isNaN(ms) ? '–' : ms.toFixed(2)
}

export function deliveryFigures(
  turns: Turns,
  ours: Contender,
  baseline: Contender,
  { half, isolation }: Pick<Latencies, 'half' | 'isolation'>,
): Figure[] {
  const base = turns.get(baseline) ?? []
  const rates = (turns.get(ours) ?? []).map(
    ({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? 0),
  )
  const slowdown = (share: number) =>
    isolation.map(({ normalMs, hangingMs }) => percentile(hangingMs, share) / percentile(normalMs, share))
  const half99 = estimate(half, (drawn) => percentile(drawn, 0.99))
  return [
    ratioFigure('deliveries: throughput', baseline.name, rates, { atLeast: 4 }),
    {
      name: 'deliveries: p99 at half the throughput',
      comparedTo: null,
      unit: 'ms',
      goal: { atMost: 50 },
      ...half99,
    },
    ratioFigure('deliveries: p50 while half of the endpoints hang', 'none hangs', slowdown(0.5), {
      atMost: 2,
    }),
    ratioFigure('deliveries: p99 while half of the endpoints hang', 'none hangs', slowdown(0.99), {
      atMost: 2,
    }),
  ]
}
