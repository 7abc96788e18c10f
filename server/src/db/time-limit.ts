// Time-outs on the client's side. PostgreSQL's statement_timeout is of no use against a server that is stopped
// or cut off by the network: nothing comes back, and TCP alone gives up after a quarter of an hour. So every
// operation has a limit here, from the wait for a connection to the last answer. When it runs out the
// connection is destroyed, as anything sent on it would only queue up behind the unanswered statement.
import type pg from 'pg'
import { DatabaseAwayError, noConnection } from './database-away.ts'
import type { TrustedPool } from './trusted-pool.ts'

export type TimeLimit = {
  /** A connection of the pool. One that arrives too late goes back to it. */
  acquire(pool: TrustedPool): Promise<pg.PoolClient>
  /** To be called as each statement is sent. */
  noteStatement(): void
  /** From now on the limit is for each statement, not for all of them together. */
  allowPerStatement(limitMs: number): void
}

/** Runs the work with one limit on all of it; fails with a `DatabaseAwayError` when that runs out. */
export async function withinLimit<Result>(
  limitMs: number,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  let giveUp: () => void = () => {}
  let isOver = false
  let isPerStatement = false
  let stopWaiting: (error: Error) => void = () => {}
  const expired = () => new DatabaseAwayError(`the database did not answer within ${limitMs} ms`)
  const expire = () => {
    isOver = true
    stopWaiting(expired())
    giveUp()
  }
  let timer = setTimeout(expire, limitMs)
  const acquire = (pool: TrustedPool) =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      stopWaiting = reject
      pool.acquire().then(
        (connection) => {
          if (isOver) return connection.release()
          giveUp = () => pool.giveUp(connection)
          resolve(connection)
        },
        (error) => reject(noConnection(error)),
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
    throw isOver ? Object.assign(expired(), { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}
