// Transactions: repeated after a deadlock, with pipelined statements, and with an end that others can follow.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from './database.ts'
import type { Send } from './driver/send.ts'
import { onConnection, type TimeLimit, type TrustedPool } from './driver/trusted-pool.ts'
import { type Queryable, queryable } from './queryable.ts'
import { type Statement, sql } from './sql.ts'

/** After a rollback to a savepoint, what was written before may be gone although the transaction has committed. */
export type TransactionEnd = 'committed' | 'committed in part' | 'not committed'

export type Transaction = Queryable & {
  readonly inTransaction: true
  readonly db: Db
  /** Sends a statement whose result nothing waits for. If it fails, so does the transaction, with its error. */
  pipeline<Row>(statement: Statement<Row>, handlers?: ResultHandlers<Row>): void
  /** Waits for the pipelined statements. */
  flush(): Promise<void>
  /** PostgreSQL's `now()`, which is the time of all rows that the transaction writes. */
  readonly time: string
  /** Calls the listener once, when the transaction has ended. It must not throw. */
  onEnd(listener: (end: TransactionEnd) => void): void
  /**
   * Call it before long work: from now on this is the time-out of each statement, on the server and here, and the transaction as a
   * whole has none.
   */
  allowSlowStatements(limitMs: number): Promise<void>
}

type ResultHandlers<Row> = {
  /** Gets the number of rows changed, and those returned, before the commit is announced. */
  onDone?(rowCount: number, rows: Row[]): void
  /** Returns what the transaction fails with if the statement fails with this error. */
  causeOf?(error: unknown): unknown
}

export type AfterRollback = (error: unknown, at: Queryable) => Promise<void>

const policy = {
  attempts: 8,
  backoffMs: 5,
  /** The server must time out before we do, because the connection then stays usable. */
  slowStatementMarginMs: 1_000,
}

export type TransactionContext = {
  pool: TrustedPool
  limit: TimeLimit
  db: Db
  begin?: Statement
  send: Send
  afterRollback?: AfterRollback
}
export type Work<Result> = (tx: Transaction) => Promise<Result>

export async function inTransaction<Result>(
  context: TransactionContext,
  work: Work<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(context, work)
    } catch (error) {
      if (attempt >= policy.attempts || !isRetryable(error)) throw error
      await sleep(policy.backoffMs * attempt * (0.5 + Math.random()))
    }
  }
}

const readTime = sql`select now()::timestamptz(3) as time`

function attemptOnce<Result>(
  { pool, limit, db, send, begin = sql`begin`, afterRollback }: TransactionContext,
  work: Work<Result>,
) {
  const ending = followEnd()
  return onConnection(pool, limit, async (connection, discard) => {
    const pipeline = openPipeline()
    let state: 'open' | 'ending' | 'ended' = 'open'
    try {
      // Nothing that writes is sent before this is answered: if `begin` failed, each statement would be committed by itself.
      const [, { rows }] = await inOrder([send(connection, begin), send(connection, readTime)])
      const [{ time }] = rows as [{ time: string }]
      const sendWhileOpen = (statement: Statement) => {
        if (state !== 'open') throw new Error('the transaction has ended')
        limit.noteStatement()
        ending.note(statement)
        return send(connection, statement)
      }
      const running = { send: sendWhileOpen, limit, pipeline, ending, db, time }
      const result = await work(transactionOf(running))
      state = 'ending'
      limit.noteStatement()
      const { command } = await send(connection, sql`commit`)
      state = 'ended'
      await pipeline.flush()
      // If a database error was caught within the transaction, PostgreSQL answers COMMIT with ROLLBACK.
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
      ending.committed()
      return result
    } catch (error) {
      const mayBeOpen = state !== 'ended'
      state = 'ended'
      if (mayBeOpen) await send(connection, sql`rollback`).catch(discard)
      ending.failed()
      const cause = pipeline.causeOf(error)
      await afterRollback?.(
        cause,
        queryable((statement) => send(connection, statement)),
      )
      throw cause
    }
  })
}

type Running = {
  send: (statement: Statement) => Promise<pg.QueryResult>
  limit: TimeLimit
  pipeline: Pipeline
  ending: Ending
  db: Db
  time: string
}

function transactionOf({ send, limit, pipeline, ending, db, time }: Running): Transaction {
  const statements = queryable(send)
  return {
    ...statements,
    inTransaction: true,
    db,
    pipeline(statement, { onDone, causeOf } = {}) {
      const sent = send(statement)
      const done = onDone ? sent.then(({ rowCount, rows }) => onDone(rowCount ?? 0, rows)) : sent
      pipeline.keep(done, causeOf)
    },
    flush: pipeline.flush,
    time,
    onEnd: ending.listen,
    async allowSlowStatements(limitMs) {
      await statements.rows(sql`select set_config('statement_timeout', ${`${limitMs}ms`}, true)`)
      limit.allowPerStatement(limitMs + policy.slowStatementMarginMs)
    },
  }
}

type Ending = ReturnType<typeof followEnd>

function followEnd() {
  const listeners: ((end: TransactionEnd) => void)[] = []
  let isUndoneInPart = false
  const endWith = (end: TransactionEnd) => {
    for (const listener of listeners.splice(0)) listener(end)
  }
  return {
    listen: (listener: (end: TransactionEnd) => void) => {
      listeners.push(listener)
    },
    /** Must see every statement. */
    note({ text }: Statement) {
      if (text.startsWith('rollback to')) isUndoneInPart = true
    },
    committed: () => endWith(isUndoneInPart ? 'committed in part' : 'committed'),
    failed: () => endWith('not committed'),
  }
}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40001' || code === '40P01'
}

// Saves half of the CPU time of a payment or an order, of which twice as many are written per second (bench/README.md): the
// statements of a transaction travel without waiting for one another. Those whose result nobody needs travel with the next one or
// with the commit. PostgreSQL runs them in order, each with its own result.

type Pipeline = {
  /** Keeps a statement that nobody waits for. Its error, or what `causeOf` makes of it, becomes that of the transaction. */
  keep(sent: Promise<unknown>, causeOf?: (error: unknown) => unknown): void
  /** Waits for all that is kept, and throws what failed first. */
  flush(): Promise<void>
  /** The cause, where `error` is only what follows from a kept statement that failed before. */
  causeOf(error: unknown): unknown
}

// After an error PostgreSQL refuses the rest of the transaction, and a statement whose preparation was refused is unknown.
const consequences: readonly unknown[] = ['25P02', '26000']

function openPipeline(): Pipeline {
  let kept: Promise<unknown>[] = []
  let failed: { error: unknown } | null = null
  const note = (error: { code?: unknown } | null, causeOf = (cause: unknown) => cause) => {
    if (!consequences.includes(error?.code)) failed ??= { error: causeOf(error) }
  }
  return {
    keep(sent, causeOf) {
      kept.push(sent.catch((error) => note(error, causeOf)))
    },
    async flush() {
      const waited = kept
      kept = []
      await Promise.all(waited)
      if (failed) throw failed.error
    },
    causeOf: (error) => (failed ? failed.error : error),
  }
}

/**
 * The results of statements that are sent together. Of several errors, that of the first is thrown: the others only follow
 * from it.
 */
export async function inOrder<Results extends readonly unknown[] | []>(
  sent: Results,
): Promise<{ -readonly [Index in keyof Results]: Awaited<Results[Index]> }> {
  await Promise.allSettled(sent)
  // All have ended, so this rejects with the first in order.
  const results: unknown[] = []
  for (const one of sent) results.push(await one)
  return results as { -readonly [Index in keyof Results]: Awaited<Results[Index]> }
}
