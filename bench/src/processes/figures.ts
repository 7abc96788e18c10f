// What so many processes would carry, each on a core of its own, compared with one process in the same round.
import { type Figure, ratioFigure } from '../figures.ts'
import type { Table } from '../scenarios/custom-scenario.ts'
import { median } from '../statistics.ts'

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

type FleetRounds = readonly (readonly FleetSample[])[]

export function fleetFigures(rounds: FleetRounds): Figure[] {
  return countsOf(rounds)
    .filter((count) => count > 1)
    .map((count) => {
      const capacities = samplesOf(count, rounds).map((one) => one.capacity)
      return ratioFigure(`processes: ${count}`, 'one', capacities, { atLeast: goalOf(count) })
    })
}

const goalOf = (count: number) => Number((0.8 * count).toFixed(1))

const countsOf = (rounds: FleetRounds) =>
  [...new Set(rounds.flat().map(({ processes }) => processes))].sort((a, b) => a - b)

export function fleetTable(rounds: FleetRounds): Table {
  return {
    columns: [
      'processes',
      'requests/s here',
      'CPU ms/request: processes + supervisor',
      'busiest / mean',
      'capacity, a core each',
      'goal',
    ],
    rows: countsOf(rounds).map((count) => row(count, rounds)),
  }
}

function samplesOf(count: number, rounds: FleetRounds) {
  return rounds.flatMap((round) => {
    const sample = round.find(({ processes }) => processes === count)
    const alone = round.find(({ processes }) => processes === 1)
    return sample && alone ? [{ sample, capacity: capacity(sample, sum(alone.servingMs)) }] : []
  })
}

function row(count: number, rounds: FleetRounds): string[] {
  const found = samplesOf(count, rounds)
  const over = (value: (sample: FleetSample) => number) => median(found.map(({ sample }) => value(sample)))
  return [
    String(count),
    over(({ requestsPerSecond }) => requestsPerSecond).toFixed(0),
    `${over(({ servingMs }) => sum(servingMs)).toFixed(3)} + ${over(({ supervisorMs }) => supervisorMs).toFixed(3)}`,
    over(({ servingMs }) => (Math.max(...servingMs) * count) / sum(servingMs)).toFixed(2),
    count === 1 ? '1' : `${median(found.map((one) => one.capacity)).toFixed(2)} × one`,
    count === 1 ? '' : `≥ ${goalOf(count)} ×`,
  ]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
