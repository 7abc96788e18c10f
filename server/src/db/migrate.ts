// Applies forward-only migrations, one process at a time, while others may be using the same database.
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { type Db, queuePool } from './database.ts'
import { type Migration, markBaseline, readMigrations, SchemaError, schemaState } from './migrations.ts'
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

// Applies one migration while the service may be running on the database. A statement that waits for a lock blocks
// every later one on that table, so a migration waits only a few seconds, then gives way and tries again.

export type RetryPolicy = {
  lockTimeoutMs: number
  attempts: number
  firstWaitMs: number
  maxWaitMs: number
  /** Processes that start together wait briefly for each other even if nothing is pending. */
  sayWaitingAfterMs: number
}

/** Gives up after about ten minutes. */
export const retryPolicy: RetryPolicy = {
  lockTimeoutMs: 5_000,
  attempts: 20,
  firstWaitMs: 1_000,
  maxWaitMs: 30_000,
  sayWaitingAfterMs: 5_000,
}

export type MigrationContext = { connection: pg.Client; say: (line: string) => void; policy: RetryPolicy }

export async function applyMigration(context: MigrationContext, migration: Migration): Promise<void> {
  const retry: Retry = (work) => withRetry(context, migration.name, work)
  try {
    if (migration.isOnline) {
      await runOnline(context, migration, retry)
      await record(context.connection, migration)
    } else {
      await retry(() => applyInTransaction(context.connection, migration))
    }
  } catch (error) {
    throw new SchemaError(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyInTransaction(connection: pg.Client, migration: Migration): Promise<void> {
  await connection.query('begin')
  try {
    await connection.query(migration.text)
    await record(connection, migration)
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
}

async function record(connection: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await connection.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ])
}

/** Runs the work with the lock time-out, and retries it when that expires. */
type Retry = (work: () => Promise<void>) => Promise<void>

async function withRetry(
  { connection, say, policy }: MigrationContext,
  name: string,
  work: () => Promise<void>,
) {
  for (
    let attempt = 1, waitMs = policy.firstWaitMs;
    ;
    attempt++, waitMs = Math.min(2 * waitMs, policy.maxWaitMs)
  ) {
    await connection.query(`set lock_timeout = ${policy.lockTimeoutMs}`)
    try {
      return await work()
    } catch (error) {
      if (!isLockError(error)) throw error
      if (attempt >= policy.attempts) {
        throw new Error(
          'another transaction holds a lock that it needs: end that transaction and try again',
          {
            cause: error,
          },
        )
      }
      say(
        `migration ${name}: another transaction holds a lock that it needs; next attempt in ${waitMs / 1000} s`,
      )
      await sleep(waitMs)
    }
  }
}

/** The lock was not available in time, or there was a deadlock. */
function isLockError(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '55P03' || code === '40P01'
}

// Runs a migration outside a transaction, for statements that PostgreSQL allows only there (`create index concurrently`) and for
// changes that would hold locks for too long. A crash can leave it incomplete. It then runs again from the start, so each
// statement must be repeatable.

/** Runs it statement by statement; each ends with a semicolon at the end of a line, outside any `$$` quotes. */
async function runOnline(context: MigrationContext, { name, text }: Migration, retry: Retry) {
  const { connection, say } = context
  for (const statement of statementsOf(text)) {
    if (statement.extension && !(await hasExtension(context, statement.extension))) {
      say(`migration ${name}: skipped a statement that needs the extension ${statement.extension}`)
    } else if (statement.concurrentIndex) {
      say(`migration ${name}: building the index ${statement.concurrentIndex}`)
      await buildIndex(context, statement.concurrentIndex, statement.text)
    } else {
      await retry(async () => void (await connection.query(statement.text)))
    }
  }
}

type Statement = { text: string; extension?: string; concurrentIndex?: string }

/** `-- only with the extension <name>` applies to the next statement. */
function statementsOf(migration: string): Statement[] {
  const statements: Statement[] = []
  let lines: string[] = []
  for (const line of migration.split('\n')) {
    lines.push(line)
    if (!/^[^-].*;\s*$/.test(line) || isQuoted(lines)) continue
    statements.push(statementOf(lines.join('\n')))
    lines = []
  }
  if (statementOf(lines.join('\n')).text !== '') throw new Error('its last statement has no semicolon')
  return statements
}

/** Whether a function body is still open. */
const isQuoted = (lines: string[]) => lines.join('\n').split('$$').length % 2 === 0

function statementOf(text: string): Statement {
  return {
    text: text.replace(/^--.*$/gm, '').trim(),
    extension: /^-- only with the extension (\S+)$/m.exec(text)?.[1],
    concurrentIndex: /create (?:unique )?index concurrently if not exists (\w+)/i.exec(text)?.[1],
  }
}

/**
 * It runs without a lock time-out: its waits block nobody, and a time-out would leave an invalid index behind. An invalid index
 * that a crash has left is dropped first, because `if not exists` would accept it.
 */
async function buildIndex({ connection }: MigrationContext, name: string, statement: string) {
  await connection.query('set lock_timeout = 0')
  const { rows } = await connection.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rows.length > 0) await connection.query(`drop index concurrently if exists ${name}`)
  await connection.query(statement)
}

async function hasExtension({ connection }: MigrationContext, name: string): Promise<boolean> {
  const { rows } = await connection.query('select from pg_extension where extname = $1', [name])
  return rows.length > 0
}
