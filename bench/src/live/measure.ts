// Measures one window: the CPU time of the server and of PostgreSQL, the queries for changes, and the events that the
// streams received.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { startScript } from '../child.ts'
import { cpuMsOf, cpuMsOfFamily } from '../cpu.ts'
import type { RunScope } from '../run-scope.ts'
import type { Table } from '../scenarios/scenario.ts'

/** Time for the effects of a window to end: streams that are closing, and the last changes to be reported. */
const settleMs = 2_500

type Measured = {
  scope: RunScope
  serverPid: number
  postmasterPid: number
  /** The bench's own connection, which makes the changes and reads the statistics. */
  connection: pg.Client
  clientIds: readonly string[]
  listeners: Listeners
}

export async function liveMeter(measured: Measured, windowMs: number) {
  const { scope, serverPid, postmasterPid, connection, clientIds, listeners } = measured
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ownBackends = rows.map(({ pid }) => pid)
  let firstClient = 0

  async function mark() {
    const { rows: counted } = await connection.query<{ scans: number }>(
      `select idx_scan as scans from pg_stat_user_indexes where indexrelname = 'client_versions_changed'`,
    )
    return {
      at: performance.now(),
      // Only the query for changes scans this index, once per query.
      queries: Number(counted[0]?.scans),
      node: cpuMsOf(serverPid),
      postgres: cpuMsOfFamily(postmasterPid, ownBackends),
    }
  }

  async function makeChanges(perSecond: number): Promise<Commits> {
    if (perSecond > 0)
      return changeVersions(connection, clientIds, { perSecond, windowMs, first: firstClient })
    await scope.wait(windowMs)
    return new Map()
  }

  return async (streams: number, changesPerSecond: number): Promise<LiveSample> => {
    await scope.wait(settleMs)
    await listeners.report()
    const before = await mark()
    const changes = await makeChanges(changesPerSecond)
    const after = await mark()
    firstClient += changes.size
    await scope.wait(settleMs)
    const { heard, closed } = await listeners.report()
    if (closed > 0) throw new Error(`${closed} streams have ended`)
    const seconds = (after.at - before.at) / 1000
    return {
      streams,
      changesPerSecond,
      nodeMsPerSecond: (after.node - before.node) / seconds,
      postgresMsPerSecond: (after.postgres - before.postgres) / seconds,
      queriesPerSecond: (after.queries - before.queries) / seconds,
      latenciesMs: latenciesOf(changes, heard, streams / clientIds.length, clientIds.length),
    }
  }
}

// Changes the versions of one client after another at a steady rate, and records when each change was committed.

const topic = 'account'

/** The commit times by client and version. */
export type Commits = Map<string, number>
const changeKey = (client: number, version: number) => `${client} ${version}`

async function changeVersions(
  connection: pg.Client,
  clientIds: readonly string[],
  { perSecond, windowMs, first }: { perSecond: number; windowMs: number; first: number },
): Promise<Commits> {
  const commits: Commits = new Map()
  const start = performance.now()
  const everyMs = 1000 / perSecond
  for (let i = 0; i * everyMs < windowMs; i++) {
    await sleep(Math.max(0, start + i * everyMs - performance.now()))
    const client = (first + i) % clientIds.length
    const { rows } = await connection.query<{ version: string }>({
      name: 'change',
      text: `
        update client_versions set version = version + 1, changed_in = pg_current_xact_id()
        where client_id = $1 and topic = $2
        returning version`,
      values: [clientIds[client], topic],
    })
    commits.set(changeKey(client, Number(rows[0]?.version)), performance.timeOrigin + performance.now())
  }
  return commits
}

type Listeners = Awaited<ReturnType<typeof startListeners>>

export async function startListeners(scope: RunScope, setup: ListenersSetup) {
  const script = new URL('./listeners.ts', import.meta.url)
  const { process: listeners } = await startScript(scope, script, setup)
  const exited = once(listeners, 'exit').then(() => {
    throw new Error('the process that listens has ended')
  })
  exited.catch(() => undefined)
  async function run(command: ListenersCommand): Promise<ListenersReport> {
    const replied = once(listeners, 'message', { signal: scope.interrupted })
    listeners.send(command)
    const [report] = (await Promise.race([replied, exited])) as [ListenersReport]
    return report
  }
  return {
    connect: () => run('connect'),
    disconnect: () => run('disconnect'),
    report: () => run('report'),
  }
}

// Messages between the scenario and the listening process.
/** One stream for each set of headers. */
export type ListenersSetup = { url: string; headers: Record<string, string>[] }
/**
 * `connect` is echoed when every stream is open, `disconnect` when all are closed; `report` returns the events so far.
 */
export type ListenersCommand = 'connect' | 'disconnect' | 'report'
export type Heard = { topic: string; version: number; listener: number; at: number }
export type ListenersReport = { heard: Heard[]; closed: number }

// The table of the scenario: medians over the rounds, and latencies over all rounds together.

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
function latenciesOf(commits: Commits, heard: readonly Heard[], streamsEach: number, clients: number) {
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
