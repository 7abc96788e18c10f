// The table of the scenario: medians over the rounds, and latencies over all rounds together.
import type { Table } from '../scenarios/scenario.ts'
import { type Commits, changeKey, type Heard, topic } from './measure.ts'

export type LiveSample = {
  streams: number
  changesPerSecond: number
  nodeMsPerSecond: number
  postgresMsPerSecond: number
  queriesPerSecond: number
  latenciesMs: number[]
}

/**
 * The time from the commit to the arrival. Listener `i` belongs to client `i` modulo the number of clients. Every
 * change must reach all streams of its client, unless a later change of the same client replaced it.
 */
export function latenciesOf(commits: Commits, heard: readonly Heard[], streamsEach: number, clients: number) {
  const arrivals = Map.groupBy(
    heard.filter((one) => one.topic === topic),
    ({ listener, version }) => changeKey(listener % clients, version),
  )
  for (const key of commits.keys()) {
    const count = arrivals.get(key)?.length ?? 0
    if (count !== streamsEach) throw new Error(`a change reached ${count} of ${streamsEach} streams`)
  }
  return [...commits].flatMap(([key, at]) => (arrivals.get(key) ?? []).map((one) => one.at - at))
}

export function liveTable(samples: readonly LiveSample[]): Table {
  const ordered = samples.toSorted((a, b) => a.changesPerSecond - b.changesPerSecond || a.streams - b.streams)
  const groups = Map.groupBy(ordered, ({ streams, changesPerSecond }) => `${streams} ${changesPerSecond}`)
  const rows = [...groups.values()].map((group) => {
    const latencies = group.flatMap(({ latenciesMs }) => latenciesMs).sort((a, b) => a - b)
    return [
      (group[0]?.streams ?? 0).toLocaleString('en'),
      String(group[0]?.changesPerSecond),
      middle(group.map((one) => one.nodeMsPerSecond)).toFixed(1),
      middle(group.map((one) => one.postgresMsPerSecond)).toFixed(1),
      middle(group.map((one) => one.queriesPerSecond)).toFixed(1),
      atShare(latencies, 0.5),
      atShare(latencies, 0.99),
    ]
  })
  return {
    columns: [
      'streams',
      'changes/s',
      'Node CPU ms/s',
      'PostgreSQL CPU ms/s',
      'queries/s',
      'p50 ms',
      'p99 ms',
    ],
    rows,
  }
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const atShare = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0) ?? ''
