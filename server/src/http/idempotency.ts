// A repeated request gets the first one's answer. The record commits in the same transaction as the work:
// inserting it is what a twin waits on, and a savepoint after it lets a refusal be undone and still stored.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/database-away.ts'
import type { Db, Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { withTimeout } from '../db/with-timeout.ts'
import { ProblemError, problem } from '../problem.ts'

export type StoredAnswer = { status: number; location: string | null; body: Buffer; replayed: boolean }
type Outcome = Omit<StoredAnswer, 'replayed'>

export type Repeatable = {
  /** Owner, method and path: the same key means something else on another route. */
  scope: string
  key: string
  bodyHash: Buffer
  ttlSeconds: number
  /** Refusals that are kept and given again like a success. */
  keptRefusals: readonly string[]
  render: (refusal: ProblemError) => Outcome
}

/** Bodies are the same when their JSON is: member order and white space aside (RFC 8785). */
export function hashOfBody(body: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalize(body) ?? 'null')
    .digest()
}

export function readIdempotencyKey(
  { headers }: FastifyRequest,
  use: 'required' | 'optional' | 'none',
): string | null {
  if (use === 'none') return null
  const header = headers['idempotency-key']
  if (header === undefined) {
    if (use === 'required') throw problem('idempotency/key-required')
    return null
  }
  const key = String(header)
  if (key === '' || key.length > 255) throw problem('idempotency/key-invalid')
  return key
}

/**
 * Twins in this process wait here, without a connection each: fifty of them must not eat the pool. One deadline holds
 * for all the waiting, here and in the database.
 */
export function idempotency(db: Db, waitMs: number) {
  const running = new Map<string, Promise<{ failure?: Error }>>()
  /** What a twin that waited has to know: an unavailable database has cost it that time already. */
  const awayOnly = (error: Error) => (isDatabaseAway(error) ? { failure: error } : {})

  return async (request: Repeatable, work: (tx: Transaction) => Promise<Outcome>): Promise<StoredAnswer> => {
    const twin = `${request.scope}\n${request.key}`
    const deadline = Date.now() + waitMs
    for (let ahead = running.get(twin); ahead; ahead = running.get(twin)) {
      const ended = await withTimeout(Math.max(0, deadline - Date.now()), ahead)
      if (!ended) throw inProgress()
      if (ended.failure) throw ended.failure
    }
    const mine = runOnce(db, request, deadline, work)
    const settled = mine.then(() => ({}), awayOnly).finally(() => running.delete(twin))
    running.set(twin, settled)
    return mine
  }
}

const inProgress = () => problem('idempotency/request-in-progress', { headers: { 'retry-after': '1' } })

async function runOnce(
  db: Db,
  request: Repeatable,
  deadline: number,
  work: (tx: Transaction) => Promise<Outcome>,
) {
  const { answer, refusal } = await db.transaction(async (tx) => {
    const before = await claim(tx, request, deadline)
    if (before) return { answer: { ...before, replayed: true }, refusal: null }
    await tx.run(sql`savepoint work`)
    try {
      const outcome = await work(tx)
      await tx.run(storeAnswer(request, outcome))
      return { answer: { ...outcome, replayed: false }, refusal: null }
    } catch (error) {
      if (!(error instanceof ProblemError && request.keptRefusals.includes(error.code))) throw error
      await tx.run(sql`rollback to savepoint work`)
      await tx.run(storeAnswer(request, request.render(error)))
      return { answer: null, refusal: error }
    }
  })
  if (answer === null) throw refusal
  return answer
}

/** Makes the key ours, or gives the answer that was stored under it. */
async function claim(tx: Transaction, request: Repeatable, deadline: number): Promise<Outcome | null> {
  // 0 would mean no limit.
  const leftMs = Math.max(1, deadline - Date.now())
  await tx.run(sql`select set_config('lock_timeout', ${`${leftMs}ms`}, true)`)
  const claimed = await tx.run(claimKey(request)).catch((error: { code?: string }) => {
    throw error.code === '55P03' ? inProgress() : error
  })
  await tx.run(sql`select set_config('lock_timeout', '0', true)`)
  if (claimed > 0) return null
  const record = await tx.one(recordOf(request))
  if (!record.body_hash.equals(request.bodyHash)) throw problem('idempotency/key-reused-with-different-body')
  return { status: record.status, location: record.location, body: record.body }
}

/** A record past its time is taken over as if it were not there. */
const claimKey = ({ scope, key, bodyHash, ttlSeconds }: Repeatable) =>
  sql`
    insert into idempotency_records (scope, key, body_hash)
    values (${scope}, ${key}, ${bodyHash})
    on conflict (scope, key) do update
      set body_hash = excluded.body_hash, status = null, location = null, body = null,
        created_at = excluded.created_at
      where idempotency_records.created_at <= now() - make_interval(secs => ${ttlSeconds})`

const recordOf = ({ scope, key }: Repeatable) =>
  sql<{ body_hash: Buffer; status: number; location: string | null; body: Buffer }>`
    select body_hash, status, location, body
    from idempotency_records
    where scope = ${scope} and key = ${key}`

const storeAnswer = ({ scope, key }: Repeatable, { status, location, body }: Outcome) =>
  sql`
    update idempotency_records
    set status = ${status}, location = ${location}, body = ${body}
    where scope = ${scope} and key = ${key}`
