// The tables that a backup contains, read from the database's catalog: a table added by a later migration is included
// automatically.
import type pg from 'pg'
import type { TableContents } from './format.ts'

/** Part of the installation, not of the data: the manifest has the migrations, the directory marker is recreated. */
const excluded = ['schema_migrations', 'attachment_directory']

/** Written by a migration or the mere start of a service: a database with only these counts as empty, and a restore replaces them. */
const bookkeeping = ['daily_runs', 'sealed_key', 'warehouse_clock', 'warehouse_versions']

/** The job tables belong to the library, so jobs are queued again through its interface. */
export const queuedJobs = {
  name: 'queued_jobs',
  columns: ['task', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority'],
} as const

/** Transaction ids (xid8) mean nothing in another cluster: a restore leaves them to the default of their column. */
export async function tablesOf(connection: pg.ClientBase): Promise<TableContents[]> {
  const { rows } = await connection.query<TableContents>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      and atttypid <> 'xid8'::regtype
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname <> all($1)
    group by relname
    order by relname`,
    [excluded],
  )
  return rows
}

/** Tables with rows, except for bookkeeping. */
export async function occupiedTables(connection: pg.ClientBase): Promise<string[]> {
  const occupied: string[] = []
  for (const { name } of await tablesOf(connection)) {
    if (bookkeeping.includes(name)) continue
    const { rows } = await connection.query(`select exists (select from ${quoted(name)}) as occupied`)
    if (rows[0]?.occupied) occupied.push(name)
  }
  return occupied
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')

/**
 * Positions in the event feed are transaction ids, which are meaningless in another cluster and would hide events
 * there. They are saved relative to the newest, as 0 and below: the ids of any cluster come after them, in the same
 * order.
 */
const positionInFeed = `transaction_id - (select max(transaction_id) from events) as transaction_id`

const liveJobs = `
  select tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at, jobs.max_attempts, jobs.key, jobs.priority
  from graphile_worker._private_jobs as jobs
  join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
  left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
  where jobs.attempts < jobs.max_attempts`

/** The COPY statement that exports a table. */
export function copyOut({ name, columns }: TableContents): string {
  if (name === queuedJobs.name) return `copy (${liveJobs}) to stdout`
  if (name !== 'events') return `copy ${quoted(name)} (${columnList(columns)}) to stdout`
  const list = columns.map((column) => (column === 'transaction_id' ? positionInFeed : quoted(column)))
  return `copy (select ${list.join(', ')} from events) to stdout`
}

export const copyIn = ({ name, columns }: TableContents) =>
  `copy ${quoted(name)} (${columnList(columns)}) from stdin`
