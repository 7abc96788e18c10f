// A repeated request gets the response of the first. The first statement of the transaction claims the key: it takes a lock, on which
// a concurrent duplicate waits, and fails if the key has a record. The work is sent right behind it without waiting, so if the claim
// fails, nothing behind it runs, and what the work has read or thrown counts for nothing. The record with the response is inserted
// by the same transaction, and its primary key makes a second one impossible. If the work is rejected, its transaction is rolled
// back, and the rejection is recorded by a statement of its own, unless somebody else has recorded a response meanwhile.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import { withTimeout } from '../../db/with-timeout.ts'
import { ProblemError, problem } from '../../problem.ts'

export type StoredResponse = { status: number; location: string | null; body: Buffer; replayed: boolean }
export type NewResponse = Omit<StoredResponse, 'replayed'>

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
  for (;;) {
    try {
      const response = await runAndStore(db, request, deadline, work)
      return { ...response, replayed: false }
    } catch (error) {
      if (isKeyLocked(error)) throw inProgress()
      if (!isKeyTaken(error)) throw error
    }
    const record = await db.maybeOne(recordOf(request))
    if (record && !record.is_expired) return replayOf(record, request)
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
      tx.pipeline(claimKey(request, deadline))
      const response = await work(tx)
      tx.pipeline(insertRecord(request, response))
      return response
    },
    async (error, at) => {
      if (!(error instanceof ProblemError && request.storedProblems.includes(error.code))) return
      const stored = await at.run(storeProblem(request, request.render(error)))
      if (stored === 0) throw new KeyTaken()
    },
  )

const isKeyLocked = (error: unknown) => (error as { code?: unknown }).code === '55P03'

function isKeyTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return error instanceof KeyTaken || (code === '23505' && constraint === 'idempotency_records_pkey')
}

function replayOf(record: StoredRecord, request: IdempotentRequest): StoredResponse {
  if (!record.body_hash.equals(request.bodyHash)) throw problem('idempotency/key-reused-with-different-body')
  return { status: record.status, location: record.location, body: record.body, replayed: true }
}

const claimKey = ({ scope, key, ttlSeconds }: IdempotentRequest, deadline: number) =>
  sql`select claim_key(${scope}, ${key}, ${timeLeft(deadline)}, ${ttlSeconds})`

/** The time that the request may still wait for another one with its key. 0 would mean no limit. */
const timeLeft = (deadline: number) => `${Math.max(1, deadline - Date.now())}ms`

const insertRecord = ({ scope, key, bodyHash }: IdempotentRequest, { status, location, body }: NewResponse) =>
  sql`
    insert into idempotency_records (scope, key, body_hash, status, location, body)
    values (${scope}, ${key}, ${bodyHash}, ${status}, ${location}, ${body})`

/** Changes no row if there is a record that has not expired. */
const storeProblem = (request: IdempotentRequest, response: NewResponse) =>
  sql`
    ${insertRecord(request, response)}
    on conflict (scope, key) do update
    set body_hash = excluded.body_hash, status = excluded.status, location = excluded.location, body = excluded.body,
      created_at = now()
    where ${isExpired(request)}`

const isExpired = ({ ttlSeconds }: IdempotentRequest) =>
  sql`idempotency_records.created_at <= now() - make_interval(secs => ${ttlSeconds})`

type StoredRecord = {
  body_hash: Buffer
  status: number
  location: string | null
  body: Buffer
  is_expired: boolean
}

const recordOf = (request: IdempotentRequest) =>
  sql<StoredRecord>`
    select body_hash, status, location, body, ${isExpired(request)} as is_expired
    from idempotency_records
    where scope = ${request.scope} and key = ${request.key}`
