// The connection pool, and the few functions through which all code uses the database.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectionConfig, type DbLimits, defaultLimits } from './connection-config.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import type { Lessee, TransactionEnd } from './lessee.ts'
import { openPipeline, type Pipeline, sendTogether } from './pipeline.ts'
import { type Column, wireColumns } from './records.ts'
import { type Send, sendNamed, sendUnnamed } from './send.ts'
import { connectToServer, serverPool, serversOf } from './servers.ts'
import { type Statement, sql } from './sql.ts'
import { type TimeLimit, withinLimit } from './time-limit.ts'
import { type Ending, followEnd } from './transaction-end.ts'
import { type TrustedPool, trustedPool } from './trusted-pool.ts'
import { withTimeout } from './with-timeout.ts'

export type Queryable = {
  rows<Row>(statement: Statement<Row>): Promise<Row[]>
  maybeOne<Row>(statement: Statement<Row>): Promise<Row | undefined>
  one<Row>(statement: Statement<Row>): Promise<Row>
  /** For statements that return no rows. Resolves with the number of rows changed. */
  run(statement: Statement): Promise<number>
}

/** What other parts of the process are notified of after a commit. */
type Announcement = 'deliveries'

export type Transaction = Queryable & {
  readonly inTransaction: true
  /**
   * Sends a statement whose result is not needed; `onDone` gets the number of rows changed, and those returned, before the
   * commit is announced. If it fails, so does the transaction, with its error.
   */
  pipeline<Row>(statement: Statement<Row>, onDone?: (rowCount: number, rows: Row[]) => void): void
  /** Waits for the pipelined statements. */
  flush(): Promise<void>
  /** Throws the error, and so does the transaction, whatever else fails. No further statement is sent. */
  refuse(error: unknown): never
  /** Notifies the listeners after the commit, and only then. */
  announce(what: Announcement): void
  /** Calls the listener once, when the transaction has ended. It must not throw. */
  onEnd(listener: (end: TransactionEnd) => void): void
  /** null: this process has no worker. */
  readonly lessee: Lessee | null
  /**
   * For long work: from now on this is the time-out of each statement, on the server and here, and the transaction as a
   * whole has none.
   */
  allowSlowStatements(limitMs: number): Promise<void>
}

type AfterRollback = (error: unknown, at: Queryable) => Promise<void>

export type Db = Queryable & {
  /** Where sessions of one's own are opened: not through a pooler. */
  readonly directUrl: string
  readonly isPooled: boolean
  /** With a short time-out: for what precedes every request, so that there is time left for the request itself. */
  readonly quick: Queryable
  /** With the given time-out. */
  within(limitMs: number): Queryable
  /** Those of the rows that the statement would return. */
  columns(statement: Statement): Promise<Column[]>
  /**
   * Runs the work in one transaction, and repeats it after a deadlock or a serialisation failure. `afterRollback` may still
   * use the connection, within the same time-out; what it throws replaces the error.
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    afterRollback?: AfterRollback,
  ): Promise<Result>
  /** For several statements that must read the same snapshot. */
  snapshot<Result>(work: (at: Queryable) => Promise<Result>): Promise<Result>
  onAnnounced(listener: (what: Announcement) => void): void
  /** From now on new deliveries are offered to the worker of this process. */
  leaseDeliveriesTo(lessee: Lessee): void
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
  attempts: 8,
  backoffMs: 5,
  closeTimeoutMs: 2_000,
  /** The server must time out before we do, because the connection then stays usable. */
  slowStatementMarginMs: 1_000,
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
    (connection) => {
      // The pool has no error listener on a connection that is in use; unhandled, its error crashes the process.
      connection.on('error', onError)
      connection.on('notice', ({ message }) => options.onNotice?.(message ?? ''))
      options.onConnect?.(connection)
    },
  )
  const listeners: ((what: Announcement) => void)[] = []
  const notify = (what: Announcement) => {
    for (const listener of listeners) listener(what)
  }
  let lessee: Lessee | null = null
  const queryWithin = (limitMs: number) => (statement: Statement) =>
    withinLimit(limitMs, (limit) => onConnection(pool, limit, (connection) => send(connection, statement)))
  const within = (limitMs: number) => queryable(queryWithin(limitMs))
  const transaction = <Result>(
    work: Work<Result>,
    options: Pick<TransactionContext, 'begin' | 'afterRollback'>,
  ) =>
    withinLimit(limits.operationMs, (limit) =>
      inTransaction({ pool, limit, notify, lessee, send, ...options }, work),
    )
  return {
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
    snapshot: (work) => transaction(work, { begin: 'begin isolation level repeatable read read only' }),
    onAnnounced: (listener) => listeners.push(listener),
    leaseDeliveriesTo(worker) {
      lessee = worker
    },
    connect: (limitMs) =>
      connectToServer(directServers, { ...connectionConfig(limits), query_timeout: limitMs }, onError),
    async close() {
      await withTimeout(policy.closeTimeoutMs, pool.end())
      pool.destroy()
    },
  }
}

/** On the given connection, with no time-outs other than those of that connection. */
export const queryableOn = (connection: pg.ClientBase): Queryable =>
  queryable((statement) => sendNamed(connection, statement))

function queryable(query: (statement: Statement) => Promise<pg.QueryResult>): Queryable {
  const rows = async <Row>(statement: Statement<Row>) => (await query(statement)).rows as Row[]
  return {
    rows,
    async maybeOne<Row>(statement: Statement<Row>) {
      return (await rows(statement))[0]
    },
    async one<Row>(statement: Statement<Row>) {
      const first = (await rows(statement))[0]
      if (first === undefined) throw new Error('a statement that must return a row returned none')
      return first
    },
    async run(statement) {
      return (await query(statement)).rowCount ?? 0
    },
  }
}

/** A connection on which the database was unavailable is discarded: it may lead to a demoted server. */
async function onConnection<Result>(
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
    connection.release(broken)
  }
}

type TransactionContext = {
  pool: TrustedPool
  limit: TimeLimit
  notify: (what: Announcement) => void
  lessee: Lessee | null
  begin?: string
  send: Send
  afterRollback?: AfterRollback
}
type Work<Result> = (tx: Transaction) => Promise<Result>

async function inTransaction<Result>(context: TransactionContext, work: Work<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(context, work)
    } catch (error) {
      if (attempt >= policy.attempts || !isRetryable(error)) throw error
      await sleep(policy.backoffMs * attempt * (0.5 + Math.random()))
    }
  }
}

function attemptOnce<Result>(
  { pool, limit, notify, lessee, send, begin = 'begin', afterRollback }: TransactionContext,
  work: Work<Result>,
) {
  const announced = new Set<Announcement>()
  const ending = followEnd()
  const refused: unknown[] = []
  return onConnection(pool, limit, async (connection, discard) => {
    const pipeline = openPipeline()
    try {
      sendTogether(connection)
      pipeline.keep(connection.query(begin))
      const running = { send, limit, pipeline, announced, ending, lessee, refused }
      const result = await work(transactionOn(connection, running))
      limit.noteStatement()
      sendTogether(connection)
      const { command } = await connection.query('commit')
      await pipeline.flush()
      // If a database error was caught within the transaction, PostgreSQL answers COMMIT with ROLLBACK.
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
      for (const what of announced) notify(what)
      ending.committed()
      return result
    } catch (error) {
      await connection.query('rollback').catch(discard)
      ending.failed()
      const cause = refused.length > 0 ? refused[0] : pipeline.causeOf(error)
      await afterRollback?.(
        cause,
        queryable((statement) => send(connection, statement)),
      )
      throw cause
    }
  })
}

type Running = {
  send: Send
  limit: TimeLimit
  pipeline: Pipeline
  announced: Set<Announcement>
  ending: Ending
  lessee: Lessee | null
  refused: unknown[]
}

function transactionOn(
  connection: pg.PoolClient,
  { send, limit, pipeline, announced, ending, lessee, refused }: Running,
): Transaction {
  const sendNow = (statement: Statement) => {
    if (refused.length > 0) return Promise.reject(refused[0])
    limit.noteStatement()
    ending.note(statement)
    sendTogether(connection)
    return send(connection, statement)
  }
  const statements = queryable(sendNow)
  return {
    ...statements,
    inTransaction: true,
    pipeline(statement, onDone = () => {}) {
      const sent = sendNow(statement).then((result) => {
        onDone(result.rowCount ?? 0, result.rows)
        return result
      })
      pipeline.keep(sent)
    },
    flush: pipeline.flush,
    refuse(error) {
      refused.push(error)
      throw error
    },
    announce: (what) => announced.add(what),
    onEnd: ending.listen,
    lessee,
    async allowSlowStatements(limitMs) {
      await statements.rows(sql`select set_config('statement_timeout', ${`${limitMs}ms`}, true)`)
      limit.allowPerStatement(limitMs + policy.slowStatementMarginMs)
    },
  }
}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40001' || code === '40P01'
}
