// Summarises the samples: medians over the rounds, latency percentiles over all requests of all rounds.
import type { Sample, Samples } from './rounds.ts'
import type { Scenario, Variant } from './scenarios/scenario.ts'

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
}

export function summarise({ name, about }: Scenario, samples: Samples): ScenarioSummary {
  const byName = new Map([...samples].map(([variant, taken]) => [variant.name, taken]))
  const lines = [...samples].map(([variant, taken]) =>
    lineOf(variant, taken, byName.get(variant.comparedTo) ?? taken),
  )
  const others = median([...samples.values()].flat().map((one) => one.othersShare))
  return { scenario: name, about, othersShare: known(others), lines }
}

function lineOf(variant: Variant, taken: readonly Sample[], base: readonly Sample[]): SummaryLine {
  const ratios = taken.map((one, round) => one.requestsPerSecond / (base[round]?.requestsPerSecond ?? 0))
  const latencies = taken.flatMap((one) => one.latenciesMs).sort((a, b) => a - b)
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

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const known = (value: number) => (Number.isNaN(value) ? null : rounded(value, 3))

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
