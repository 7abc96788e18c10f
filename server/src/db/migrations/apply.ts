// Applies one migration while the service may be running on the database. A statement that waits for a lock blocks
// every later one on that table, so a migration waits only a few seconds, then gives way and tries again.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { runOnline } from './online.ts'
import type { Migration } from './read.ts'
import { SchemaError } from './state.ts'

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
export type Retry = (work: () => Promise<void>) => Promise<void>

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
