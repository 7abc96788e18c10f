// What runs through a pooler in transaction mode (PgBouncer) has no session of its own: a setting that is made at the start
// of a session cannot be sent along, so the role has it instead, in this database only.
import type pg from 'pg'
import { shownServers, userOf } from '../../config/server-urls.ts'
import type { Db } from '../database.ts'
import type { Queryable } from '../queryable.ts'
import { sql } from '../sql.ts'
import { disconnect } from '../with-timeout.ts'
import { connectionConfig, defaultLimits, sessionSettings } from './connection-config.ts'
import { connectToServer, serversOf } from './servers.ts'

const settings = Object.entries(sessionSettings(defaultLimits))
const insufficientPrivilege = '42501'
const maxLock = 2 ** 48

/** Refuses addresses of which one does not lead through a pooler to the database of the other. */
export async function checkPooler(db: Db, urls: { url: string; directUrl: string; adopt: boolean }) {
  const direct = await connectDirectly(db, urls.directUrl)
  try {
    // Before the first statement through the pooler: its sessions keep the settings that they started with.
    if (urls.adopt) await adoptSettings(direct, userOf(urls.url))
    await checkSameDatabase(db, direct, urls)
  } finally {
    await disconnect(direct)
  }
}

async function connectDirectly(db: Db, directUrl: string): Promise<pg.Client> {
  try {
    return await db.connect()
  } catch (error) {
    throw new Error(
      `cannot reach the database of DATABASE_DIRECT_URL (${shownServers(directUrl)}): ${(error as Error).message}`,
      { cause: error },
    )
  }
}

/**
 * An advisory lock exists in one database of one server, so the other address leads elsewhere if it can take it, too. In a
 * transaction, which a pooler in statement mode refuses.
 */
async function checkSameDatabase(
  db: Db,
  direct: pg.Client,
  { url, directUrl }: { url: string; directUrl: string },
) {
  const lock = Math.floor(Math.random() * maxLock)
  await direct.query('select pg_advisory_lock($1)', [lock])
  const isElsewhere = await db
    .transaction((tx) => tx.one(sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lock}) as taken`))
    .then(({ taken }) => taken)
    .catch((error: Error) => {
      if (!error.message.includes('statement pooling mode')) throw error
      throw new Error(
        `the pooler of DATABASE_URL (${shownServers(url)}) is in statement mode: set pool_mode = transaction`,
      )
    })
  if (!isElsewhere) return
  throw new Error(
    `DATABASE_URL (${shownServers(url)}) and DATABASE_DIRECT_URL (${shownServers(directUrl)}) lead to different databases: both must lead to the same one`,
  )
}

/** The role of the pooled connections, unless its name is empty and thus that of the direct one. */
async function adoptSettings(direct: pg.Client, poolerRole: string): Promise<void> {
  try {
    await direct.query('begin')
    // Two processes that start together would change the same row of the catalogue.
    await direct.query("select pg_advisory_xact_lock(hashtext('anden pooler'))")
    const { rows } = await direct.query<{ statement: string }>(missingSettings, [
      poolerRole,
      settings.map(([name]) => name),
      settings.map(([, value]) => value),
    ])
    for (const { statement } of rows) await direct.query(statement)
    await direct.query('commit')
  } catch (error) {
    await direct.query('rollback')
    // The role of the pooler is another one; the warning about its settings says what to do.
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error
  }
}

const missingSettings = `
  select format('alter role %I in database %I set %s = %L', coalesce(nullif($1, ''), current_user), current_database(),
    wanted.name, wanted.value) as statement
  from unnest($2::text[], $3::text[]) as wanted (name, value)
  where not exists (
    select from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())
      and setrole = (select oid from pg_roles where rolname = coalesce(nullif($1, ''), current_user))
      and wanted.name || '=' || wanted.value = any (setconfig))`

/** Says what is wrong with the settings of the pooler's sessions, or null. Sessions work without them, but not as tested. */
export async function poolerSettingsFault(db: Queryable): Promise<string | null> {
  const rows = await db.rows(
    sql<{ name: string; value: string }>`
      select name, setting as value from pg_settings where name = any(${settings.map(([name]) => name)}::text[])`,
  )
  const actual = new Map(rows.map(({ name, value }) => [name, value]))
  const missing = settings.filter(([name, value]) => actual.get(name) !== value)
  if (missing.length === 0) return null
  const list = missing.map(([name, value]) => `${name} = ${value}`).join(', ')
  return `the sessions of the pooler lack ${list}: run RECONNECT on its console; if that does not help, alter role … set them`
}

// Finds out by behaviour whether a pooler shares its sessions: none says so itself.

const probes = 5

/** Whether two connections keep sessions of their own all the while, as they do without a pooler in transaction mode. */
export async function keepsSessions(url: string): Promise<boolean> {
  const servers = serversOf(url, { isPooled: true })
  const config = connectionConfig(defaultLimits, { isPooled: true })
  const open = () => connectToServer(servers, config, () => undefined)
  const connections = await Promise.all([open(), open()])
  try {
    const seen = connections.map(() => new Set<number>())
    for (let probe = 0; probe < probes; probe++) {
      for (const [index, connection] of connections.entries()) {
        const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
        for (const { pid } of rows) seen[index]?.add(pid)
      }
    }
    const distinct = new Set(seen.flatMap((pids) => [...pids]))
    return seen.every((pids) => pids.size === 1) && distinct.size === connections.length
  } finally {
    await Promise.all(connections.map(disconnect))
  }
}
