// Measures one window: the CPU time of the server and of PostgreSQL, the queries for changes, and the events that the
// streams received.
import type pg from 'pg'
import { cpuMsOf, cpuMsOfFamily } from '../cpu.ts'
import type { RunScope } from '../run-scope.ts'
import { type Commits, changeVersions } from './changes.ts'
import { type LiveSample, latenciesOf } from './figures.ts'
import type { Listeners } from './processes.ts'

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
