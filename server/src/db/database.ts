// The connection pool, and the few functions through which all code uses the database.
import type pg from 'pg'
import {
  basicConfig,
  connectionConfig,
  type DbLimits,
  defaultLimits,
  optionsOf,
} from './driver/connection-config.ts'
import { sendNamed, sendUnnamed } from './driver/send.ts'
import { connectToServer, serverPool, serversOf } from './driver/servers.ts'
import { onConnection, trustedPool, withinLimit } from './driver/trusted-pool.ts'
import { openTurns } from './driver/turns.ts'
import { type Queryable, queryable } from './queryable.ts'
import { type Column, wireColumns } from './records.ts'
import { type Statement, sql } from './sql.ts'
import {
  type AfterRollback,
  inTransaction,
  type Transaction,
  type TransactionContext,
  type Work,
} from './transaction.ts'
import { withTimeout } from './with-timeout.ts'

export type Db = Queryable & {
  /** The address at which sessions of one's own are opened, which is not that of a pooler. */
  readonly directUrl: string
  readonly isPooled: boolean
  /** The same with a short time-out, for what precedes every request: there must be time left for the request itself. */
  readonly quick: Queryable
  /** The same with the given time-out. */
  within(limitMs: number): Queryable
  /** The columns of the rows that the statement would return. */
  columns(statement: Statement): Promise<Column[]>
  /**
   * Runs the work in one transaction, and repeats it after a deadlock or a serialisation failure. `afterRollback` may still
   * use the connection, within the same time-out; what it throws replaces the error.
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    afterRollback?: AfterRollback,
  ): Promise<Result>
  /** Runs several statements that must read the same snapshot. */
  snapshot<Result>(work: (at: Queryable) => Promise<Result>): Promise<Result>
  /** A session of one's own, outside the pool and past any pooler. The time-out applies to each statement. */
  connect(limitMs?: number): Promise<pg.Client>
  /** Waits for running statements for a limited time: one may be waiting for a lock. */
  close(): Promise<void>
}

export type DbAddress = {
  url: string
  /** The database's own address, if `url` leads through a pooler in transaction mode. */
  directUrl?: string | null
}

export type DbOptions = DbAddress & {
  maxConnections?: number
  limits?: Partial<DbLimits>
  onError?: (error: Error) => void
  /** Gets every new connection of the pool. */
  onConnect?: (connection: pg.ClientBase) => void
  /** Notices from the database, such as those of `raise notice`. */
  onNotice?: (text: string) => void
}

const policy = {
  closeTimeoutMs: 2_000,
  turns: { maxInFlight: 10, slowAfterMs: 50 },
}

export function createDb({ url, maxConnections = 20, onError = () => {}, ...options }: DbOptions): Db {
  const limits = { ...defaultLimits, ...options.limits }
  const isPooled = Boolean(options.directUrl)
  const directUrl = options.directUrl || url
  const servers = serversOf(url, { isPooled })
  const directServers = isPooled ? serversOf(directUrl) : servers
  const send = isPooled ? sendUnnamed : sendNamed
  const pool = trustedPool(
    serverPool(servers, { ...connectionConfig(limits, { isPooled }), pipeline: true, max: maxConnections }),
    {
      turns: openTurns(policy.turns),
      onConnect: (connection) => {
        // The pool has no error listener on a connection that is in use; unhandled, its error crashes the process.
        connection.on('error', onError)
        connection.on('notice', ({ message }) => options.onNotice?.(message ?? ''))
        options.onConnect?.(connection)
      },
    },
  )
  const queryWithin = (limitMs: number) => (statement: Statement) =>
    withinLimit(limitMs, (limit) => onConnection(pool, limit, (connection) => send(connection, statement)))
  const within = (limitMs: number) => queryable(queryWithin(limitMs))
  const transaction = <Result>(
    work: Work<Result>,
    options: Pick<TransactionContext, 'begin' | 'afterRollback'>,
  ) => withinLimit(limits.operationMs, (limit) => inTransaction({ pool, limit, db, send, ...options }, work))
  const db: Db = {
    directUrl,
    isPooled,
    ...within(limits.operationMs),
    quick: within(limits.quickMs),
    within,
    async columns(statement) {
      const described = sql`select * from (${statement}) as described limit 0`
      return wireColumns((await queryWithin(limits.operationMs)(described)).fields)
    },
    transaction: (work, afterRollback) => transaction(work, { afterRollback }),
    snapshot: (work) => transaction(work, { begin: sql`begin isolation level repeatable read read only` }),
    connect: (limitMs) =>
      connectToServer(directServers, { ...connectionConfig(limits), query_timeout: limitMs }, onError),
    async close() {
      await withTimeout(policy.closeTimeoutMs, pool.end())
      pool.destroy()
    },
  }
  return db
}

/** The role may have settings for the sessions of a pooler (db/driver/pooler.ts), which are not meant for the library. */
const options = optionsOf({
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  plan_cache_mode: 'auto',
})

/** A pool for the job queue. Its library requires an error listener on every connection. */
export function queuePool(
  url: string,
  {
    maxConnections,
    limitMs,
    onError,
  }: {
    maxConnections: number
    /** Time-out of each statement, on our side. */
    limitMs: number
    onError: (error: Error) => void
  },
): pg.Pool {
  const pool = serverPool(serversOf(url), {
    ...basicConfig(),
    options,
    max: maxConnections,
    query_timeout: limitMs,
    application_name: 'anden jobs',
  })
  // The listener on the connection has already reported it.
  pool.on('error', () => {})
  pool.on('connect', (connection) => {
    connection.on('error', onError)
    destroyOnTimeout(connection)
  })
  return pool
}

/**
 * The library returns a connection to the pool even if its statement timed out. It would be reused, and the next
 * statement would wait behind the one without an answer.
 */
function destroyOnTimeout(connection: pg.PoolClient) {
  const query = connection.query.bind(connection) as (...given: unknown[]) => unknown
  connection.query = ((...given: unknown[]) => {
    const answer = query(...given)
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') connection.connection.stream.destroy()
      })
    }
    return answer
  }) as typeof connection.query
}
