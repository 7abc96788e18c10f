// Applies forward-only migrations, one process at a time, while others may be using the same database.
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Db } from './database.ts'
import { applyMigration, type RetryPolicy, retryPolicy } from './migrations/apply.ts'
import { type Migration, readMigrations } from './migrations/read.ts'
import { markBaseline, SchemaError, schemaState } from './migrations/state.ts'
import { queuePool } from './queue-pool.ts'
import { disconnect } from './with-timeout.ts'

// An arbitrary constant, the same in every process.
const lockId = 7_263_548_110
const lockPollMs = 200
/** Building an index on a large table can take long. */
const statementLimitMs = 3_600_000

const quiet = new Logger(() => () => {})

type Options = {
  say?: (line: string) => void
  policy?: RetryPolicy
  /** The migrations of this version, unless a test overrides them. */
  migrations?: readonly Migration[]
}

export async function migrate(db: Db, options: Options = {}): Promise<{ applied: string[] }> {
  const { say = () => undefined, policy = retryPolicy } = options
  const migrations = options.migrations ?? (await readMigrations())
  const connection = await db.connect(statementLimitMs)
  try {
    await connection.query(`set statement_timeout = ${statementLimitMs}`)
    await acquireLock(connection, say, policy)
    const { pending, isEmpty, hasReplaced } = await schemaState(db, migrations)
    if (hasReplaced) await markBaseline(connection, migrations)
    if (pending.length > 0) await createBookkeeping(connection)
    // On an empty database every migration is fast, so a first start needs no progress messages.
    const context = { connection, policy, say: isEmpty ? () => undefined : say }
    for (const migration of pending) await applyMigration(context, migration)
    await migrateQueue(db.directUrl)
    return { applied: pending.map(({ name }) => name) }
  } catch (error) {
    if (error instanceof SchemaError) throw error
    throw new SchemaError(`cannot migrate the database: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await disconnect(connection)
  }
}

/**
 * Polls instead of waiting: a session that waits for a lock holds a snapshot, and `create index concurrently` in the
 * process that holds the lock would wait for that snapshot, in a deadlock.
 */
async function acquireLock(
  connection: pg.Client,
  say: (line: string) => void,
  { sayWaitingAfterMs }: RetryPolicy,
): Promise<void> {
  const started = performance.now()
  for (let isReported = false; ; ) {
    const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockId,
    ])
    if (rows[0]?.taken) return
    if (!isReported && performance.now() - started > sayWaitingAfterMs) {
      isReported = true
      say('another process is migrating the database; waiting for it')
    }
    await sleep(lockPollMs)
  }
}

/** Called only if a migration is pending: even `if not exists` requires the privilege to create tables. */
async function createBookkeeping(connection: pg.Client): Promise<void> {
  await connection.query(`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    )`)
}

/** The job queue has its own migrations. The pool is ours, so that we can close it. */
async function migrateQueue(url: string) {
  const pool = queuePool(url, { maxConnections: 2, limitMs: statementLimitMs, onError: () => {} })
  try {
    await runMigrations({ pgPool: pool, logger: quiet })
  } finally {
    await pool.end()
  }
}
