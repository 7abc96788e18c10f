// What so many processes would carry, each on a core of its own, compared with one process in the same round.
import type { Table } from '../scenarios/custom-scenario.ts'

export type FleetSample = {
  processes: number
  requestsPerSecond: number
  /** CPU time of each process, per request that all of them served together. */
  servingMs: number[]
  supervisorMs: number
}

/**
 * The busiest process reaches its core's limit first, and then the supervisor, if it uses more than that. While one serves a
 * request in `aloneMs`, they serve as many as fit into the time that the busiest of them needs per request.
 */
function capacity({ servingMs, supervisorMs }: FleetSample, aloneMs: number): number {
  return aloneMs / Math.max(...servingMs, supervisorMs)
}

export function fleetTable(rounds: readonly (readonly FleetSample[])[]): Table {
  const counts = [...new Set(rounds.flat().map(({ processes }) => processes))].sort((a, b) => a - b)
  return {
    columns: [
      'processes',
      'requests/s here',
      'CPU ms/request: processes + supervisor',
      'busiest / mean',
      'capacity, a core each',
      'goal',
    ],
    rows: counts.map((count) => row(count, rounds)),
  }
}

function row(count: number, rounds: readonly (readonly FleetSample[])[]): string[] {
  const found = rounds.flatMap((round) => {
    const sample = round.find(({ processes }) => processes === count)
    const alone = round.find(({ processes }) => processes === 1)
    return sample && alone ? [{ sample, capacity: capacity(sample, sum(alone.servingMs)) }] : []
  })
  const over = (value: (sample: FleetSample) => number) => median(found.map(({ sample }) => value(sample)))
  return [
    String(count),
    over(({ requestsPerSecond }) => requestsPerSecond).toFixed(0),
    `${over(({ servingMs }) => sum(servingMs)).toFixed(3)} + ${over(({ supervisorMs }) => supervisorMs).toFixed(3)}`,
    over(({ servingMs }) => (Math.max(...servingMs) * count) / sum(servingMs)).toFixed(2),
    count === 1 ? '1' : `${median(found.map((one) => one.capacity)).toFixed(2)} × one`,
    count === 1 ? '' : `≥ ${(0.8 * count).toFixed(1)} ×`,
  ]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
