// The pool, and the few verbs by which everything else talks to the database. Statements are prepared once
// per connection and run on generic plans only: the plan that the tests look at is the plan that runs.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { settledWithin } from '../settled-within.ts'
import type { Statement } from './sql.ts'
import { wireTypes } from './wire-types.ts'

export type Queryable = {
  rows<Row>(statement: Statement<Row>): Promise<Row[]>
  maybeOne<Row>(statement: Statement<Row>): Promise<Row | undefined>
  one<Row>(statement: Statement<Row>): Promise<Row>
  /** For what gives no rows back: how many it changed. */
  run(statement: Statement): Promise<number>
}

/** What other parts of the process want to know of once it is committed. */
type Announcement = 'deliveries'

export type Transaction = Queryable & {
  readonly inTransaction: true
  /** Told to whoever listens after the commit, and only then. */
  announce(what: Announcement): void
}

export type Db = Queryable & {
  readonly url: string
  /** Runs the work in one transaction, and again from the start after a deadlock or serialisation failure. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** For several statements that must show the same moment. */
  snapshot<Result>(work: (at: Queryable) => Promise<Result>): Promise<Result>
  onAnnounced(listener: (what: Announcement) => void): void
  /** A connection outside the pool, for what holds one for long. */
  connect(): Promise<pg.Client>
  /** Waits for what is running, but not for ever: a statement may be stuck behind a lock. */
  close(): Promise<void>
}

export type DbOptions = {
  url: string
  maxConnections?: number
  onError?: (error: Error) => void
  /** What the database says beside its answers. */
  onNotice?: (text: string) => void
}

const policy = {
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  idleInTransactionTimeoutMs: 60_000,
  attempts: 8,
  backoffMs: 5,
  closeTimeoutMs: 2_000,
}

const sessionOptions = [
  'timezone=UTC',
  'datestyle=ISO',
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  `statement_timeout=${policy.statementTimeoutMs}`,
  `idle_in_transaction_session_timeout=${policy.idleInTransactionTimeoutMs}`,
]

function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'anden',
    connectionTimeoutMillis: policy.connectTimeoutMs,
    options: sessionOptions.map((option) => `-c ${option}`).join(' '),
    types: wireTypes,
  }
}

export function createDb({ url, maxConnections = 20, onError = () => {}, onNotice }: DbOptions): Db {
  const pool = new pg.Pool({ ...connectionConfig(url), max: maxConnections, keepAlive: true })
  // A connection can break while a transaction holds it, when the pool does not listen; unheard, that error
  // would end the process. The pool tells of idle ones a second time.
  pool.on('connect', (connection) => {
    connection.on('error', onError)
    if (onNotice) connection.on('notice', ({ message }) => onNotice(message ?? ''))
  })
  pool.on('error', () => {})
  const listeners: ((what: Announcement) => void)[] = []
  const tell = (what: Announcement) => {
    for (const listener of listeners) listener(what)
  }
  return {
    url,
    ...queryable(pool),
    transaction: (work) => inTransaction(pool, work, tell),
    snapshot: (work) => attemptOnce(pool, work, tell, 'begin isolation level repeatable read read only'),
    onAnnounced: (listener) => listeners.push(listener),
    async connect() {
      const client = new pg.Client(connectionConfig(url))
      client.on('error', onError)
      await client.connect()
      return client
    },
    close: () => settledWithin(policy.closeTimeoutMs, pool.end()),
  }
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `anden_${names.size}`
    names.set(text, name)
  }
  return name
}

function queryable(runner: pg.Pool | pg.PoolClient): Queryable {
  const query = (statement: Statement) => {
    const text = statement.text
    return runner.query({ name: nameOf(text), text, values: statement.values as unknown[] })
  }
  const rows = async <Row>(statement: Statement<Row>) => (await query(statement)).rows as Row[]
  return {
    rows,
    async maybeOne<Row>(statement: Statement<Row>) {
      return (await rows(statement))[0]
    },
    async one<Row>(statement: Statement<Row>) {
      const first = (await rows(statement))[0]
      if (first === undefined) throw new Error('a statement that must give a row gave none')
      return first
    },
    async run(statement) {
      return (await query(statement)).rowCount ?? 0
    },
  }
}

type Tell = (what: Announcement) => void

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
  tell: Tell,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(pool, work, tell)
    } catch (error) {
      if (attempt >= policy.attempts || !isWorthRepeating(error)) throw error
      await sleep(policy.backoffMs * attempt * (0.5 + Math.random()))
    }
  }
}

async function attemptOnce<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
  tell: Tell,
  begin = 'begin',
): Promise<Result> {
  const connection = await pool.connect()
  const announced = new Set<Announcement>()
  let broken: Error | undefined
  try {
    await connection.query(begin)
    const result = await work({
      ...queryable(connection),
      inTransaction: true,
      announce: (what) => announced.add(what),
    })
    // A transaction that swallowed an error of the database answers a commit by rolling back.
    const { command } = await connection.query('commit')
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back at its commit')
    for (const what of announced) tell(what)
    return result
  } catch (error) {
    await connection.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    connection.release(broken)
  }
}

function isWorthRepeating(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '40001' || code === '40P01'
}
