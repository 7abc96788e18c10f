// Sums, medians, percentiles, and their confidence intervals.

export const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export type Estimate = { value: number; low: number; high: number }

const resamples = 1_000

/**
 * The statistic with its 95 % confidence interval, by bootstrap: it is recomputed for samples of the same number of
 * rounds, drawn with replacement. Whole rounds are drawn, not single requests, because the requests of one round share
 * what disturbs them.
 */
export function estimate<Round>(
  rounds: readonly Round[],
  statistic: (rounds: readonly Round[]) => number,
): Estimate {
  const next = pseudoRandom()
  const drawn = Array.from({ length: resamples }, () =>
    statistic(rounds.map(() => rounds[Math.floor(next() * rounds.length)] as Round)),
  )
  return { value: statistic(rounds), low: percentile(drawn, 0.025), high: percentile(drawn, 0.975) }
}

/** Mulberry32, which produces the same sequence in every run, so that the same samples give the same interval. */
function pseudoRandom(): () => number {
  let state = 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
