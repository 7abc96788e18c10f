// The capacity of several supervised processes, each on its own core, compared with the same number of independent
// processes in the same round.
import { type Figure, ratioFigure } from '../figures.ts'
import type { Table } from '../scenarios/scenario.ts'
import { median, total } from '../statistics.ts'

export type FleetSample = {
  processes: number
  requestsPerSecond: number
  /** The CPU time of each process, divided by the requests that all of them served together. */
  servingMs: number[]
  /** null if the processes were started individually. */
  supervisorMs: number | null
}

/**
 * With enough cores, n independent processes have n times the capacity of one. Of supervised processes, the busiest one
 * reaches the limit of its core first, or the supervisor, if it uses more than that. It is compared with the busiest
 * independent process, because how evenly a few seconds of load are spread is random for both.
 */
function capacity({ processes, servingMs, supervisorMs }: FleetSample, alone: FleetSample): number {
  return (processes * Math.max(...alone.servingMs)) / Math.max(...servingMs, supervisorMs ?? 0)
}

type FleetRounds = readonly (readonly FleetSample[])[]

export function fleetFigures(rounds: FleetRounds): Figure[] {
  return countsOf(rounds)
    .filter((count) => count > 1)
    .map((count) =>
      ratioFigure(`processes: ${count}`, 'one', capacities(count, rounds), { atLeast: goalOf(count) }),
    )
}

const goalOf = (count: number) => Number((0.8 * count).toFixed(1))

const countsOf = (rounds: FleetRounds) =>
  [...new Set(rounds.flat().map(({ processes }) => processes))].sort((a, b) => a - b)

const isSupervised = ({ supervisorMs }: FleetSample) => supervisorMs !== null

function capacities(count: number, rounds: FleetRounds): number[] {
  return rounds.flatMap((round) => {
    const samples = round.filter(({ processes }) => processes === count)
    const supervised = samples.find(isSupervised)
    const alone = samples.find((sample) => !isSupervised(sample))
    return supervised && alone ? [capacity(supervised, alone)] : []
  })
}

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
    rows: countsOf(rounds).flatMap((count) => {
      const samples = rounds.flat().filter(({ processes }) => processes === count)
      const [alone, supervised] = [samples.filter((one) => !isSupervised(one)), samples.filter(isSupervised)]
      if (supervised.length === 0) return [[...row(String(count), alone), '', '']]
      return [
        [...row(`${count}, each alone`, alone), '', ''],
        [
          ...row(`${count}, supervised`, supervised),
          `${median(capacities(count, rounds)).toFixed(2)} × one`,
          `≥ ${goalOf(count)} ×`,
        ],
      ]
    }),
  }
}

function row(name: string, samples: readonly FleetSample[]): string[] {
  const over = (value: (sample: FleetSample) => number) => median(samples.map(value))
  return [
    name,
    over(({ requestsPerSecond }) => requestsPerSecond).toFixed(0),
    `${over(({ servingMs }) => total(servingMs)).toFixed(3)} + ${over(({ supervisorMs }) => supervisorMs ?? 0).toFixed(3)}`,
    over(({ servingMs }) => (Math.max(...servingMs) * servingMs.length) / total(servingMs)).toFixed(2),
  ]
}
