// Restores a backup into an empty database and storage, all or nothing: one transaction for the rows, and the files are
// removed again on failure. Rows are loaded into the schema they were saved from; later migrations then run on them as
// in an upgrade.
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { FileStorage } from '../attachments/storage.ts'
import type { Db } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { appliedMigrations, type Migration, readMigrations, recognise } from '../db/migrations.ts'
import { type Queryable, queryableOn } from '../db/queryable.ts'
import { disconnect } from '../db/with-timeout.ts'
import { kindOf, type TableContents, type TarEntry } from './format.ts'
import type { Progress } from './progress.ts'
import { type CheckedBackup, damaged, entriesOf } from './read-backup.ts'
import { columnList, copyIn, occupiedTables, queuedJobs, quoted, tablesOf } from './tables.ts'

export type RestoreInput = {
  db: Db
  files: FileStorage
  progress: Progress
  signal: AbortSignal
  /** Rejects if the restored data cannot be used with the current settings. Runs before the commit. */
  check(restored: Queryable): Promise<unknown>
}

export type Restored = { migrations_applied: string[] }

export async function restoreBackup(
  file: string,
  { manifest, summary }: CheckedBackup,
  input: RestoreInput,
): Promise<Restored> {
  const known = await readMigrations()
  const saved = new Set(
    (await recognise('the backup', manifest.migrations, known)).map(({ version }) => version),
  )
  const schema = known.filter(({ version }) => saved.has(version))
  await checkEmpty(input.db, input.files, schema)
  await migrate(input.db, { migrations: schema })
  await inTransaction(input.db, (connection) => load(connection, file, { manifest, summary }, input))
  const { applied } = await migrate(input.db)
  return { migrations_applied: applied }
}

async function checkEmpty(db: Db, files: FileStorage, saved: readonly Migration[]): Promise<void> {
  const known = await readMigrations()
  const applied = await recognise('the database', await appliedMigrations(db), known)
  const newer = applied.find(({ version }) => saved.every((migration) => migration.version !== version))
  await onConnection(db, checkUnoccupied)
  if (newer) {
    throw new Error(
      `the database has migration ${newer.name}, which is newer than the backup: restore into an empty database`,
    )
  }
  if (!(await files.isEmpty())) {
    throw new Error('the attachment storage is not empty: a backup is only restored into an empty one')
  }
}

async function checkUnoccupied(connection: pg.ClientBase): Promise<void> {
  const [table] = await occupiedTables(connection)
  if (table === undefined) return
  throw new Error(
    `the database is not empty (${table} has rows): a backup is only restored into an empty one; set DATA_DIR or DATABASE_URL to another`,
  )
}

async function inTransaction(db: Db, work: (connection: pg.Client) => Promise<void>): Promise<void> {
  // Without a commit, closing the connection rolls everything back.
  await onConnection(db, async (connection) => {
    await connection.query('set statement_timeout = 0')
    await connection.query('set idle_in_transaction_session_timeout = 0')
    await connection.query('begin')
    await work(connection)
    await connection.query('commit')
  })
}

async function onConnection(db: Db, work: (connection: pg.Client) => Promise<void>): Promise<void> {
  const connection = await db.connect()
  try {
    await work(connection)
  } finally {
    await disconnect(connection)
  }
}

async function load(
  connection: pg.Client,
  file: string,
  { manifest, summary }: CheckedBackup,
  { files, progress, signal, check }: RestoreInput,
): Promise<void> {
  const names = (await tablesOf(connection)).map(({ name }) => quoted(name))
  // A server that is already running on this database waits until the restore is done.
  await connection.query(`lock table ${names.join(', ')} in access exclusive mode`)
  await checkUnoccupied(connection)
  const prepared = await prepareTables(connection, manifest.tables)
  const stored: string[] = []
  try {
    for await (const step of stepsOf(entriesOf(file), manifest.tables, progress)) {
      signal.throwIfAborted()
      if ('table' in step) {
        const rows = connection.query(from(copyIn(step.table)))
        await pipeline(step.content, rows, { signal })
        expectCount(file, step.table.name, rows.rowCount, summary.rows[step.table.name])
        progress.add({ rows: rows.rowCount })
      } else {
        stored.push(step.attachment)
        progress.add({ files: 1, bytes: await files.put(step.attachment, step.content) })
      }
    }
    expectCount(file, 'attachments', stored.length, summary.files)
    await prepared.finish()
    await check(queryableOn(connection))
  } catch (error) {
    await Promise.all(stored.map((id) => files.remove(id)))
    throw error
  }
}

function expectCount(file: string, what: string, found: number, expected: number | undefined) {
  if (found !== expected) throw damaged(file, `${what}: ${found} instead of ${expected}`)
}

type Step =
  | { table: TableContents; content: AsyncGenerator<Buffer> }
  | { attachment: string; content: AsyncGenerator<Buffer> }

/** The parts of a table are joined into one COPY. */
async function* stepsOf(
  entries: AsyncGenerator<TarEntry>,
  tables: readonly TableContents[],
  progress: Progress,
): AsyncGenerator<Step> {
  let next = await entries.next()
  try {
    while (!next.done) {
      const entry = next.value
      const kind = kindOf(entry.name)
      if (kind && 'attachment' in kind) yield { attachment: kind.attachment, content: entry.content }
      const table = kind && 'table' in kind ? tables.find(({ name }) => name === kind.table) : undefined
      if (table) yield { table, content: partsOf(table.name) }
      else next = await entries.next()
    }
  } finally {
    await entries.return(undefined)
  }

  async function* partsOf(table: string) {
    while (!next.done) {
      const kind = kindOf(next.value.name)
      if (!kind || !('table' in kind) || kind.table !== table) return
      yield* next.value.content
      progress.add({ bytes: next.value.sizeBytes })
      next = await entries.next()
    }
  }
}

// Inserts rows exactly as they were saved. Our triggers are disabled, so that nothing is applied twice. Foreign
// keys are dropped and added again, which checks each in one pass over its table and allows any loading order. The
// owner of the tables may do all of this: no superuser is needed, which managed databases do not provide.

type PreparedTables = { finish(): Promise<void> }

async function prepareTables(
  connection: pg.ClientBase,
  tables: readonly TableContents[],
): Promise<PreparedTables> {
  const own = tables.filter(({ name }) => name !== queuedJobs.name)
  const names = own.map(({ name }) => quoted(name)).join(', ')
  const foreignKeys = await foreignKeysOf(connection)
  for (const { table, name } of foreignKeys)
    await connection.query(`alter table ${table} drop constraint ${name}`)
  // Rows inserted by migrations are in the backup, as they were when it was taken.
  await connection.query(`truncate ${names}`)
  for (const { name } of own) await connection.query(`alter table ${quoted(name)} disable trigger user`)
  await connection.query(createJobs)
  return {
    async finish() {
      for (const { table, name, definition } of foreignKeys) {
        await connection.query(`alter table ${table} add constraint ${name} ${definition}`)
      }
      for (const { name } of own) await connection.query(`alter table ${quoted(name)} enable trigger user`)
      await continueSequences(connection)
      await connection.query(renewVersions)
      await connection.query(queueJobs)
    },
  }
}

async function foreignKeysOf(connection: pg.ClientBase) {
  const { rows } = await connection.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by conrelid::regclass::text, conname`)
  return rows
}

/** COPY inserts the identity values of the backup, so the sequences must continue after them. */
async function continueSequences(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ sequence: string; table: string; column: string }>(`
    select pg_depend.objid::regclass::text as sequence, refobjid::regclass::text as table,
      quote_ident(attname) as column
    from pg_depend
    join pg_class on pg_class.oid = objid and relkind = 'S' and relnamespace = 'public'::regnamespace
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')`)
  for (const { sequence, table, column } of rows) {
    await connection.query(
      `select setval('${sequence}', coalesce(max(${column}), 0) + 1, false) from ${table}`,
    )
  }
}

/**
 * Moves the versions behind ETags far ahead of any that was used after the backup was taken. Otherwise the restored
 * service would reach the same numbers again, and answer 304 to a client that has different content.
 */
const renewVersions = `
  update client_versions set version = version + (extract(epoch from clock_timestamp()) * 1000)::bigint`

const createJobs = `
  create temporary table ${queuedJobs.name} (
    task text, payload json, queue text, run_at timestamptz, max_attempts integer, key text, priority integer
  ) on commit drop`

const queueJobs = `
  select graphile_worker.add_job(task, payload, queue, run_at, max_attempts, key, priority)
  from (select ${columnList(queuedJobs.columns)} from ${queuedJobs.name} offset 0) as jobs`
