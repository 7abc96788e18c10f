// Summarises the samples: medians over the rounds, latency percentiles over all requests of all rounds.
import { type Figure, ratioFigure } from './figures.ts'
import type { Sample, Samples } from './rounds.ts'
import type { Scenario, Variant } from './scenarios/scenario.ts'
import { median, percentile } from './statistics.ts'

export type SummaryLine = {
  variant: string
  requests: number
  requestsPerSecond: number
  comparedTo: string
  ratio: number
  ratioOfRounds: number[]
  goal: number | null
  serverCpuMs: number | null
  databaseCpuMs: number | null
  p50Ms: number
  p99Ms: number
  changedShare: number | null
  commitsPerSecond: number | null
}
export type ScenarioSummary = {
  scenario: string
  about: string
  othersShare: number | null
  lines: SummaryLine[]
  figures: Figure[]
}

export function summarise({ name, about }: Scenario, samples: Samples): ScenarioSummary {
  const byName = new Map([...samples].map(([variant, taken]) => [variant.name, taken]))
  const lines = [...samples].map(([variant, taken]) =>
    lineOf(variant, taken, byName.get(variant.comparedTo) ?? taken),
  )
  const others = median([...samples.values()].flat().map((one) => one.othersShare))
  const figures = [...samples].flatMap(([variant, taken]) =>
    goalsOf(variant).map(({ comparedTo, goal }) => {
      const ratios = ratiosOf(taken, byName.get(comparedTo) ?? taken)
      return ratioFigure(`${name}: ${variant.name}`, comparedTo, ratios, { atLeast: goal })
    }),
  )
  return { scenario: name, about, othersShare: known(others), lines, figures }
}

const goalsOf = ({ goal, comparedTo, otherGoals = [] }: Variant) =>
  goal === undefined ? otherGoals : [{ comparedTo, goal }, ...otherGoals]

const ratiosOf = (taken: readonly Sample[], base: readonly Sample[]) =>
  taken.map((one, round) => one.requestsPerSecond / (base[round]?.requestsPerSecond ?? 0))

function lineOf(variant: Variant, taken: readonly Sample[], base: readonly Sample[]): SummaryLine {
  const ratios = ratiosOf(taken, base)
  const latencies = taken.flatMap((one) => one.latenciesMs)
  const commits = taken.flatMap((one) => one.commitsPerSecond ?? [])
  return {
    variant: variant.name,
    requests: latencies.length,
    requestsPerSecond: rounded(median(taken.map((one) => one.requestsPerSecond)), 0),
    comparedTo: variant.comparedTo,
    ratio: rounded(median(ratios), 2),
    ratioOfRounds: ratios.map((ratio) => rounded(ratio, 2)),
    goal: variant.goal ?? null,
    serverCpuMs: known(median(taken.map((one) => one.serverCpuMs / one.requests))),
    databaseCpuMs: known(median(taken.map((one) => one.databaseCpuMs / one.requests))),
    p50Ms: rounded(percentile(latencies, 0.5), 1),
    p99Ms: rounded(percentile(latencies, 0.99), 1),
    changedShare: variant.changing ? rounded(Math.min(...taken.map((one) => one.changedShare)), 4) : null,
    commitsPerSecond: commits.length > 0 ? rounded(median(commits), 1) : null,
  }
}

const known = (value: number) => (Number.isNaN(value) ? null : rounded(value, 3))

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
