// Handles several writes of one kind in one request: each with its own Idempotency-Key and its own result, all in one transaction. What
// was done under a key before, by this route or by the one that does a single write, is repeated and not done again.
import type { OrderMode, Problem } from '@anden/contract'
import { type FieldFault, fault } from '@anden/contract/values'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import { type ProblemError, problem, refuseBody, unreachable } from '../../problem.ts'
import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/validation.ts'
import { type Context, contextOf, type Handler, type Route, type Tools } from '../routing/route.ts'
import { problemDocument } from '../wire/render-problem.ts'
import { jsonSerializer, sendJson } from '../wire/send-json.ts'
import { hashOfBody } from './idempotency.ts'
import { claimSeveral, insertRecords, type NewRecord, type StoredUnderKey } from './several-keys.ts'

/** The route that does one such write. */
export type SingleWrite<Value> = {
  path: string
  status: number
  reply: TSchema
  location: (value: Value) => string
  storedProblems: readonly string[]
}

export type BatchEntry = { idempotency_key: string }
export type Outcome<Value> = { value: Value } | { problem: ProblemError }
export type BatchContext<Caller extends Principal, Params, Entry> = Context<Caller, Params> & {
  tx: Transaction
  /** The entries that no earlier request has settled, in their order. */
  entries: readonly Entry[]
  mode: OrderMode
  /** With the mode `all`, another entry is refused already: the outcome is only whether these would be, too. */
  isRefused: boolean
}

export type BatchResult<Value> = {
  index: number
  idempotency_key: string
  replayed: boolean
  value: Value | null
  problem: Problem | null
}

type Batch<Caller extends Principal, Params, Entry, Value, Reply> = {
  single: SingleWrite<Value>
  entriesOf: (body: unknown) => { mode: OrderMode; entries: readonly (Entry & BatchEntry)[] }
  handle: (context: BatchContext<Caller, Params, Entry>) => Promise<Outcome<Value>[]>
  answer: (results: BatchResult<Value>[], mode: OrderMode) => Reply
}

export function batchHandler<Caller extends Principal, Params, Entry, Value, Reply>(
  route: Route,
  { single, entriesOf, handle, answer }: Batch<Caller, Params, Entry, Value, Reply>,
  { db, baseUrl, prefix, keys }: Tools,
): Handler<Caller> {
  const read = inputReader<Params, unknown, unknown>(route)
  const serialize = jsonSerializer(route.reply)
  const serializeOne = jsonSerializer(single.reply)
  const documentOf = (refusal: ProblemError, id: string) =>
    problemDocument(refusal, baseUrl(), { path: prefix + single.path, id })

  /** What is kept under the key of an entry; nothing for a refusal that a single write would not keep either. */
  function recordOf({ key, hash }: Keyed, outcome: Outcome<Value>, id: string): NewRecord[] {
    if ('value' in outcome) {
      const location = baseUrl() + prefix + single.location(outcome.value)
      return [{ key, bodyHash: hash, status: single.status, location, body: serializeOne(outcome.value) }]
    }
    if (!single.storedProblems.includes(outcome.problem.code)) return []
    const { status, body } = documentOf(outcome.problem, id)
    return [{ key, bodyHash: hash, status, location: null, body: Buffer.from(JSON.stringify(body)) }]
  }

  return async (principal, request, reply) => {
    const { params, body } = read(request)
    const { mode, entries } = entriesOf(body)
    const given = keyed(request, entries)
    const scope = `${principal.idempotencyOwner} ${request.method} ${prefix}${single.path}`
    const context = contextOf(principal, request, params)

    const settledNow = async (tx: Transaction): Promise<Settled<Value>[]> => {
      const stored = await claimSeveral(tx, { scope, ...keys }, given)
      const settled = given.map((one) => settledBefore<Value>(one, stored, documentOf, request.id))
      const isRefused = mode === 'all' && settled.some((one) => one?.problem)
      const fresh = entries.filter((_, index) => !settled[index])
      const outcomes = await handle({ ...context, tx, mode, isRefused, entries: fresh })
      const isNoneDone = isRefused || (mode === 'all' && outcomes.some((outcome) => 'problem' in outcome))
      const records: NewRecord[] = []
      let place = 0
      const results = settled.map((before, index): Settled<Value> => {
        if (before) return before
        const outcome = outcomes[place++] ?? unreachable('an entry without an outcome')
        const own = given[index] ?? unreachable('an entry without a key')
        if ('problem' in outcome || !isNoneDone) records.push(...recordOf(own, outcome, request.id))
        return 'value' in outcome
          ? { replayed: false, value: outcome.value, problem: null }
          : { replayed: false, value: null, problem: documentOf(outcome.problem, request.id).body as Problem }
      })
      if (records.length > 0) tx.pipeline(insertRecords(scope, records))
      return results
    }

    const settled = await db.transaction(settledNow)
    const results = settled.map((one, index) => ({
      index,
      idempotency_key: given[index]?.key ?? '',
      ...one,
    }))
    refuseBatch(results, mode)
    return sendJson(reply, route.status, serialize(answer(results, mode)))
  }
}

type Keyed = { key: string; hash: Buffer }

/** The bodies as they were sent: one is the same as that of a single write if its JSON is. */
function keyed({ body }: FastifyRequest, entries: readonly BatchEntry[]): Keyed[] {
  const { orders } = body as { orders: Record<string, unknown>[] }
  refuseBody(
    entries.flatMap(({ idempotency_key }, index): FieldFault[] =>
      entries.findIndex((other) => other.idempotency_key === idempotency_key) < index
        ? [{ pointer: `/orders/${index}/idempotency_key`, ...fault('repeated_item') }]
        : [],
    ),
  )
  return entries.map(({ idempotency_key: key }, index) => {
    const { idempotency_key: _, ...single } = orders[index] ?? {}
    return { key, hash: hashOfBody(single) }
  })
}

type Settled<Value> = Pick<BatchResult<Value>, 'replayed' | 'value' | 'problem'>

/** null: nothing is stored under the key. */
function settledBefore<Value>(
  { key, hash }: Keyed,
  stored: ReadonlyMap<string, StoredUnderKey>,
  documentOf: (refusal: ProblemError, id: string) => { body: Record<string, unknown> },
  requestId: string,
): Settled<Value> | null {
  const record = stored.get(key)
  if (!record) return null
  if (!record.body_hash.equals(hash)) {
    const refusal = problem('idempotency/key-reused-with-different-body')
    return { replayed: false, value: null, problem: documentOf(refusal, requestId).body as Problem }
  }
  const body = JSON.parse(record.body.toString('utf8'))
  return record.status >= 400
    ? { replayed: true, value: null, problem: { ...body, request_id: requestId } }
    : { replayed: true, value: body, problem: null }
}

function refuseBatch(results: readonly BatchResult<unknown>[], mode: OrderMode): void {
  const refused = results.filter((result) => result.problem !== null)
  if (mode === 'each' || refused.length === 0) return
  const count = refused.length === 1 ? 'One order' : `${refused.length} orders`
  throw problem('orders/batch-refused', {
    detail: `${count} of the batch cannot be placed, so none was. The first is at the index ${refused[0]?.index}: ${refused[0]?.problem?.detail}`,
    refused: refused.map(({ index, idempotency_key, problem: refusal }) => ({
      index,
      idempotency_key,
      problem: refusal,
    })),
  })
}
