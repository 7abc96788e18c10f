// A repeated request gets the response of the first. The record commits in the same transaction as the work: a
// concurrent duplicate blocks on inserting it, and a savepoint after it lets the work of a rejected request be rolled
// back while the problem is stored.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import type { Db, Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { withTimeout } from '../db/with-timeout.ts'
import { ProblemError, problem } from '../problem.ts'

export type StoredResponse = { status: number; location: string | null; body: Buffer; replayed: boolean }
type NewResponse = Omit<StoredResponse, 'replayed'>

export type IdempotentRequest = {
  /** Owner, method and path: the same key is independent on another route. */
  scope: string
  key: string
  bodyHash: Buffer
  ttlSeconds: number
  /** Codes of the problems that are stored and replayed like a success. */
  storedProblems: readonly string[]
  render: (problem: ProblemError) => NewResponse
}

/** Bodies are equal if their canonical JSON is (RFC 8785): member order and white space do not count. */
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
 * Concurrent duplicates in this process wait here without a connection: fifty of them must not exhaust the pool. One
 * deadline covers all the waiting, here and in the database.
 */
export function idempotency(db: Db, waitMs: number) {
  const running = new Map<string, Promise<{ failure?: Error }>>()
  /** Duplicates that waited fail with it too: they have already spent the time that an unavailable database costs. */
  const ifDatabaseUnavailable = (error: Error) => (isDatabaseUnavailable(error) ? { failure: error } : {})

  return async (
    request: IdempotentRequest,
    work: (tx: Transaction) => Promise<NewResponse>,
  ): Promise<StoredResponse> => {
    const id = `${request.scope}\n${request.key}`
    const deadline = Date.now() + waitMs
    for (let ahead = running.get(id); ahead; ahead = running.get(id)) {
      const ended = await withTimeout(Math.max(0, deadline - Date.now()), ahead)
      if (!ended) throw inProgress()
      if (ended.failure) throw ended.failure
    }
    const mine = runOrReplay(db, request, deadline, work)
    const settled = mine.then(() => ({}), ifDatabaseUnavailable).finally(() => running.delete(id))
    running.set(id, settled)
    return mine
  }
}

const inProgress = () => problem('idempotency/request-in-progress', { headers: { 'retry-after': '1' } })

async function runOrReplay(
  db: Db,
  request: IdempotentRequest,
  deadline: number,
  work: (tx: Transaction) => Promise<NewResponse>,
) {
  const { response, rejected } = await db.transaction(async (tx) => {
    const stored = await claim(tx, request, deadline)
    if (stored) return { response: { ...stored, replayed: true }, rejected: null }
    try {
      const response = await work(tx)
      tx.pipeline(storeResponse(request, response))
      return { response: { ...response, replayed: false }, rejected: null }
    } catch (error) {
      if (!(error instanceof ProblemError && request.storedProblems.includes(error.code))) throw error
      // A statement that failed unnoticed must not be undone together with the work, and then forgotten.
      await tx.flush()
      tx.pipeline(sql`rollback to savepoint work`)
      tx.pipeline(storeResponse(request, request.render(error)))
      return { response: null, rejected: error }
    }
  })
  if (response === null) throw rejected
  return response
}

/** Claims the key and sets the savepoint behind it, or returns the response that is stored under the key. */
async function claim(
  tx: Transaction,
  request: IdempotentRequest,
  deadline: number,
): Promise<NewResponse | null> {
  // 0 would mean no limit.
  const leftMs = Math.max(1, deadline - Date.now())
  tx.pipeline(sql`select set_config('lock_timeout', ${`${leftMs}ms`}, true)`)
  const claiming = tx.run(claimKey(request))
  tx.pipeline(sql`select set_config('lock_timeout', '0', true)`)
  tx.pipeline(sql`savepoint work`)
  const claimed = await claiming.catch((error: { code?: string }) => {
    throw error.code === '55P03' ? inProgress() : error
  })
  if (claimed > 0) return null
  const record = await tx.one(recordOf(request))
  if (!record.body_hash.equals(request.bodyHash)) throw problem('idempotency/key-reused-with-different-body')
  return { status: record.status, location: record.location, body: record.body }
}

/** An expired record is replaced. */
const claimKey = ({ scope, key, bodyHash, ttlSeconds }: IdempotentRequest) =>
  sql`
    insert into idempotency_records (scope, key, body_hash)
    values (${scope}, ${key}, ${bodyHash})
    on conflict (scope, key) do update
      set body_hash = excluded.body_hash, status = null, location = null, body = null,
        created_at = excluded.created_at
      where idempotency_records.created_at <= now() - make_interval(secs => ${ttlSeconds})`

const recordOf = ({ scope, key }: IdempotentRequest) =>
  sql<{ body_hash: Buffer; status: number; location: string | null; body: Buffer }>`
    select body_hash, status, location, body
    from idempotency_records
    where scope = ${scope} and key = ${key}`

const storeResponse = ({ scope, key }: IdempotentRequest, { status, location, body }: NewResponse) =>
  sql`
    update idempotency_records
    set status = ${status}, location = ${location}, body = ${body}
    where scope = ${scope} and key = ${key}`
