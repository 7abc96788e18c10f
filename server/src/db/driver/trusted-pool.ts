// A connection pool that stops trusting connections after a time-out. A connection that did not respond in time is
// destroyed, and older ones are not used again: a network partition affects all of them, and each would cost one more
// request its whole time limit.
import type pg from 'pg'
import { DatabaseUnavailableError, isDatabaseUnavailable, unavailableBecause } from '../unavailable.ts'
import type { TurnQueue } from './turns.ts'

export type TrustedPool = {
  acquire(): Promise<pg.PoolClient>
  /** Call it for a connection that did not respond in time. */
  abandon(connection: pg.PoolClient): void
  end(): Promise<void>
  /** Destroys the connections that `end` has left open: a server that does not respond does not close them either. */
  destroy(): void
}

type TrustedPoolOptions = { turns: TurnQueue; onConnect: (connection: pg.PoolClient) => void }

export function trustedPool(pool: pg.Pool, { turns, onConnect }: TrustedPoolOptions): TrustedPool {
  const generations = new Map<pg.PoolClient, number>()
  const turnOf = new Map<pg.PoolClient, () => void>()
  let generation = 0
  pool.on('connect', (connection) => {
    generations.set(connection, generation)
    onConnect(connection)
  })
  pool.on('remove', (connection) => generations.delete(connection))
  pool.on('release', (_error, connection) => {
    turnOf.get(connection)?.()
    turnOf.delete(connection)
  })
  // Every connection has its own error listener; the pool reports errors of idle connections a second time.
  pool.on('error', () => {})
  async function trustedConnection(): Promise<pg.PoolClient> {
    for (;;) {
      const connection = await pool.connect()
      if (generations.get(connection) === generation) return connection
      connection.release(true)
      connection.connection.stream.destroy()
    }
  }
  return {
    async acquire() {
      const endTurn = await turns.take()
      try {
        const connection = await trustedConnection()
        turnOf.set(connection, endTurn)
        return connection
      } catch (error) {
        endTurn()
        throw error
      }
    },
    abandon(connection) {
      if (generations.get(connection) === generation) generation += 1
      connection.connection.stream.destroy()
    },
    end: () => pool.end(),
    destroy() {
      for (const connection of generations.keys()) connection.connection.stream.destroy()
    },
  }
}

/**
 * A connection on which the database was unavailable is discarded: it may lead to a demoted server. So is one that was dropped because a
 * statement could not be sent (send.ts): the pool hears of that only later.
 */
export async function onConnection<Result>(
  pool: TrustedPool,
  limit: TimeLimit,
  work: (connection: pg.PoolClient, discard: () => void) => Promise<Result>,
): Promise<Result> {
  const connection = await limit.acquire(pool)
  let broken = false
  const discard = () => {
    broken = true
  }
  try {
    return await work(connection, discard)
  } catch (error) {
    if (isDatabaseUnavailable(error)) discard()
    throw error
  } finally {
    connection.release(broken || connection.connection.stream.destroyed)
  }
}

// Client-side time-outs. PostgreSQL's statement_timeout does not help against a server that is stopped or
// unreachable: no response arrives, and TCP alone gives up only after a quarter of an hour. So every operation has
// a limit here, from the wait for a connection to the last response. When it expires, the connection is destroyed:
// any further statement on it would only queue behind the unanswered one.

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
