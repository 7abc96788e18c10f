// Forward-only migrations, one process at a time, while others may be serving from the same database.
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { disconnect } from './disconnect.ts'
import { applyMigration, type RetryPolicy, retryPolicy } from './migrations/apply.ts'
import { type Migration, readMigrations } from './migrations/read.ts'
import { SchemaError, schemaState } from './migrations/state.ts'
import type { Db } from './pool.ts'
import { queuePool } from './queue-pool.ts'

// Any constant will do, as long as every process uses the same one.
const lockId = 7_263_548_110
const lockPollMs = 200
/** An index on a large table takes its time. */
const statementLimitMs = 3_600_000

const quiet = new Logger(() => () => {})

type Options = {
  say?: (line: string) => void
  policy?: RetryPolicy
  /** Those of this version, unless a test says otherwise. */
  migrations?: readonly Migration[]
}

export async function migrate(db: Db, options: Options = {}): Promise<{ applied: string[] }> {
  const { say = () => undefined, policy = retryPolicy } = options
  const migrations = options.migrations ?? (await readMigrations())
  const connection = await db.connect(statementLimitMs)
  try {
    await connection.query(`set statement_timeout = ${statementLimitMs}`)
    await takeTurn(connection, say, policy)
    const { pending, isEmpty } = await schemaState(db, migrations)
    if (pending.length > 0) await createBookkeeping(connection)
    // On an empty database nothing takes long, and a first start need not hear of it.
    const applying = { connection, policy, say: isEmpty ? () => undefined : say }
    for (const migration of pending) await applyMigration(applying, migration)
    await migrateQueue(db.url)
    return { applied: pending.map(({ name }) => name) }
  } catch (error) {
    if (error instanceof SchemaError) throw error
    throw new SchemaError(`cannot bring the database up to date: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await disconnect(connection)
  }
}

/**
 * Asked for again and again, not waited for: a session that waits for a lock holds a snapshot, which
 * `create index concurrently` in the process whose turn it is would wait for in its turn.
 */
async function takeTurn(
  connection: pg.Client,
  say: (line: string) => void,
  { sayWaitingAfterMs }: RetryPolicy,
): Promise<void> {
  const started = performance.now()
  for (let isSaid = false; ; ) {
    const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockId,
    ])
    if (rows[0]?.taken) return
    if (!isSaid && performance.now() - started > sayWaitingAfterMs) {
      isSaid = true
      say('another process is migrating the database; waiting for it')
    }
    await sleep(lockPollMs)
  }
}

/** Only where something is to be written into it: PostgreSQL asks for the privilege to create even if it exists. */
async function createBookkeeping(connection: pg.Client): Promise<void> {
  await connection.query(`
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz(3) not null default now()
    )`)
}

/** The job queue brings migrations of its own. The pool is ours, so that it is gone when we are done. */
async function migrateQueue(url: string) {
  const pool = queuePool(url, { maxConnections: 2, limitMs: statementLimitMs, onError: () => {} })
  try {
    await runMigrations({ pgPool: pool, logger: quiet })
  } finally {
    await pool.end()
  }
}
