// A repeated request gets the response of the first. The record commits in the same transaction as the work, which claims the key
// before it does anything: by a lock, on which a concurrent duplicate waits, or by the record itself if nothing was sent before
// there was a response. The statements of the work travel right behind the claim, and even the commit may: if there is a record, the
// claim fails, and nothing behind it runs. If the work is rejected, that is stored by itself.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import type { Db } from '../db/pool.ts'
import type { Queryable } from '../db/queryable.ts'
import { type Statement, sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { withTimeout } from '../db/with-timeout.ts'
import { ProblemError, problem } from '../problem.ts'

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
  let replacesExpired = false
  for (;;) {
    try {
      const response = await runAndStore(db, { ...request, replacesExpired, deadline }, work)
      return { ...response, replayed: false }
    } catch (error) {
      if (isKeyLocked(error)) throw inProgress()
      if (!isKeyTaken(error)) throw error
    }
    const record = await db.maybeOne(recordOf(request))
    if (record && !record.is_expired) return replayOf(record, request)
    replacesExpired = record !== undefined
  }
}

type Claim = IdempotentRequest & { replacesExpired: boolean; deadline: number }

const runAndStore = (
  db: Db,
  request: Claim,
  work: (tx: Transaction) => Promise<NewResponse>,
): Promise<NewResponse> =>
  db.transaction(
    async (tx) => {
      const claim = await claimKey(tx, request)
      const response = await work(tx)
      const record = insertRecord(request, response)
      if (!claim?.replace(record)) tx.record(record)
      return response
    },
    async (error, at) => {
      if (!(error instanceof ProblemError && request.storedProblems.includes(error.code))) return
      await change(at, storeProblem(request, request.render(error)))
    },
  )

async function claimKey(tx: Transaction, request: Claim) {
  if (!request.replacesExpired) return tx.pipelineReplaceable(claimByLock(request))
  await change(tx, deleteExpired(request))
  return null
}

/** Of the record, unless somebody else was faster. */
async function change(at: Queryable, statement: Statement): Promise<void> {
  if ((await at.run(statement)) === 0) throw new KeyTaken()
}

const isKeyLocked = (error: unknown) => (error as { code?: unknown }).code === '55P03'

function isKeyTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return error instanceof KeyTaken || (code === '23505' && constraint === 'idempotency_records_pkey')
}

function replayOf(record: StoredRecord, request: IdempotentRequest): StoredResponse {
  if (!record.body_hash.equals(request.bodyHash)) throw problem('idempotency/key-reused-with-different-body')
  return { status: record.status, location: record.location, body: record.body, replayed: true }
}

const claimByLock = ({ scope, key, deadline }: Claim) =>
  sql`select claim_key(${scope}, ${key}, ${timeLeft(deadline)})`

const insertRecord = (request: Claim, response: NewResponse) =>
  sql`${insertion(request, response)} returning set_config('lock_timeout', '0', true)`

const storeProblem = (request: Claim, response: NewResponse) =>
  sql`
    ${insertion(request, response)}
    on conflict (scope, key) do update
    set body_hash = excluded.body_hash, status = excluded.status, location = excluded.location, body = excluded.body,
      created_at = now()
    where ${isExpired(request)}`

const deleteExpired = (request: Claim) =>
  sql`
    delete from idempotency_records using set_config('lock_timeout', ${timeLeft(request.deadline)}, true)
    where scope = ${request.scope} and key = ${request.key} and ${isExpired(request)}
    returning set_config('lock_timeout', '0', true)`

const insertion = ({ scope, key, bodyHash, deadline }: Claim, { status, location, body }: NewResponse) =>
  sql`
    insert into idempotency_records (scope, key, body_hash, status, location, body)
    select ${scope}, ${key}, ${bodyHash}::bytea, ${status}::integer, ${location}, ${body}::bytea
    from set_config('lock_timeout', ${timeLeft(deadline)}, true)`

/** What the request may still wait for another one with its key. 0 would mean no limit. */
const timeLeft = (deadline: number) => `${Math.max(1, deadline - Date.now())}ms`

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
