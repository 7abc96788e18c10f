// Client-side time-outs. PostgreSQL's statement_timeout does not help against a server that is stopped or
// unreachable: no response arrives, and TCP alone gives up only after a quarter of an hour. So every operation has
// a limit here, from the wait for a connection to the last response. When it expires, the connection is destroyed:
// any further statement on it would only queue behind the unanswered one.
import type pg from 'pg'
import { DatabaseUnavailableError, unavailableBecause } from '../unavailable.ts'
import type { TrustedPool } from './trusted-pool.ts'

export type TimeLimit = {
  /** Takes a connection from the pool. One that arrives too late is returned to it. */
  acquire(pool: TrustedPool): Promise<pg.PoolClient>
  /** Must be called before each statement is sent. */
  noteStatement(): void
  /** From now on the limit applies to each statement, not to the whole operation. */
  allowPerStatement(limitMs: number): void
}

/** Runs the work under one limit; rejects with a `DatabaseUnavailableError` when it expires. */
export async function withinLimit<Result>(
  limitMs: number,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  let abandon: () => void = () => {}
  let hasExpired = false
  let isPerStatement = false
  let stopWaiting: (error: Error) => void = () => {}
  const expired = () => new DatabaseUnavailableError(`the database did not answer within ${limitMs} ms`)
  const expire = () => {
    hasExpired = true
    stopWaiting(expired())
    abandon()
  }
  let timer = setTimeout(expire, limitMs)
  const acquire = (pool: TrustedPool) =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      stopWaiting = reject
      pool.acquire().then(
        (connection) => {
          if (hasExpired) return connection.release()
          abandon = () => pool.abandon(connection)
          resolve(connection)
        },
        (error) => reject(unavailableBecause(error)),
      )
    })
  try {
    return await work({
      acquire,
      noteStatement() {
        if (isPerStatement) timer.refresh()
      },
      allowPerStatement(ms) {
        clearTimeout(timer)
        limitMs = ms
        isPerStatement = true
        timer = setTimeout(expire, limitMs)
      },
    })
  } catch (error) {
    throw hasExpired ? Object.assign(expired(), { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}
