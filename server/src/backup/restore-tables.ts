// Inserts rows exactly as they were saved. Our triggers are disabled, so that nothing is applied twice. Foreign
// keys are dropped and added again, which checks each in one pass over its table and allows any loading order. The
// owner of the tables may do all of this: no superuser is needed, which managed databases do not provide.
import type pg from 'pg'
import type { TableContents } from './format.ts'
import { columnList, queuedJobs, quoted } from './tables.ts'

export type PreparedTables = { finish(): Promise<void> }

export async function prepareTables(
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
