// A repeated request gets the response of the first. The record commits in the same transaction as the work, and a
// concurrent duplicate blocks on inserting it. The statements of the work travel right behind the insert: if that finds a
// record, the transaction is rolled back, and so it is if the work is rejected, which is then stored by itself.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import { inOrder } from '../db/pipeline.ts'
import type { Db } from '../db/pool.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
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

class KeyTaken extends Error {}

async function runOrReplay(
  db: Db,
  request: IdempotentRequest,
  deadline: number,
  work: (tx: Transaction) => Promise<NewResponse>,
): Promise<StoredResponse> {
  try {
    return { ...(await runAndStore(db, request, deadline, work)), replayed: false }
  } catch (error) {
    if (error instanceof KeyTaken) return replay(db, request)
    throw error
  }
}

const runAndStore = (
  db: Db,
  request: IdempotentRequest,
  deadline: number,
  work: (tx: Transaction) => Promise<NewResponse>,
): Promise<NewResponse> =>
  db.transaction(
    async (tx) => {
      const claiming = claim(tx, request, null, deadline).catch(tx.refuse)
      const [, response] = await inOrder([claiming, work(tx)])
      tx.record(storeResponse(request, response))
      return response
    },
    async (error, at) => {
      if (error instanceof ProblemError && request.storedProblems.includes(error.code))
        await claim(at, request, request.render(error), deadline)
    },
  )

/** Inserts the record, for now without a response if there is none yet. Rejects with KeyTaken if there is a record. */
async function claim(
  at: Queryable,
  request: IdempotentRequest,
  response: NewResponse | null,
  deadline: number,
): Promise<void> {
  // 0 would mean no limit.
  const leftMs = Math.max(1, deadline - Date.now())
  const claimed = await at.run(insertRecord(request, response, leftMs)).catch((error: { code?: string }) => {
    throw error.code === '55P03' ? inProgress() : error
  })
  if (claimed === 0) throw new KeyTaken()
}

async function replay(db: Db, request: IdempotentRequest): Promise<StoredResponse> {
  const record = await db.one(recordOf(request))
  if (!record.body_hash.equals(request.bodyHash)) throw problem('idempotency/key-reused-with-different-body')
  return { status: record.status, location: record.location, body: record.body, replayed: true }
}

/** An expired record is replaced. The lock time-out is that of this statement only. */
const insertRecord = (
  { scope, key, bodyHash, ttlSeconds }: IdempotentRequest,
  response: NewResponse | null,
  lockTimeoutMs: number,
) =>
  sql`
    insert into idempotency_records (scope, key, body_hash, status, location, body)
    select ${scope}, ${key}, ${bodyHash}::bytea, ${response?.status ?? null}::integer,
      ${response?.location ?? null}, ${response?.body ?? null}::bytea
    from set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)
    on conflict (scope, key) do update
      set body_hash = excluded.body_hash, status = excluded.status, location = excluded.location,
        body = excluded.body, created_at = excluded.created_at
      where idempotency_records.created_at <= now() - make_interval(secs => ${ttlSeconds})
    returning set_config('lock_timeout', '0', true)`

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
