// The demo's log of requests: two weeks of an ERP that polls during working hours, places the orders that are there,
// and sometimes makes a mistake. Rows and counts are made by the code that makes those of real requests.
import { fault, OrderFilters } from '@anden/contract'
import { uuidv7, uuidv7obj } from 'uuidv7'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { problemDocument } from '../http/wire/render-problem.ts'
import { type ProblemError, problem } from '../problem.ts'
import { hourlyCounts } from '../requests/counts.ts'
import {
  type ClientExchange,
  entryOf,
  oneHourMs,
  type RequestEntry,
  requestLogDays,
} from '../requests/entry.ts'
import { addHours, addReads, insertRequests } from '../requests/queries.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { createRandom, dayOf, demandOn, momentOf, type Random } from './calendar.ts'
import { demoClients } from './data.ts'

const prefix = '/api/v1/portal'
const runawayDaysAgo = 5
const clientId = demoClients[0].id

/** The key and the person whose requests these are. */
export type DemoCallers = { key: { id: string; key_prefix: string }; user: { id: string; email: string } }

type Made = { at: number; caller: ClientExchange['caller']; method: string; path: string } & Partial<
  Pick<ClientExchange, 'status' | 'query'>
> & {
    rejected?: ProblemError
    /** A successful read, of which there is no row. */
    isCounted?: true
    /** How often the same was rejected. */
    times?: number
  }

export async function addDemoRequests(
  db: Queryable,
  { key, user }: DemoCallers,
  baseUrl: string,
): Promise<void> {
  const now = Date.now()
  const random = createRandom(14)
  const erp = { client: { id: clientId }, key, credentialId: key.id, user: null }
  const person = { client: { id: clientId }, key: null, credentialId: user.id, user }
  const orders = await db.rows(ordersSince(now - requestLogDays * 24 * oneHourMs))
  const made: Made[] = orders.map(({ created_at }) => ({
    at: Date.parse(created_at),
    caller: erp,
    method: 'POST',
    path: '/orders',
    status: 201,
  }))
  for (let age = requestLogDays - 1; age >= 0; age--) {
    const day = dayAfter(dayOf(now), -age)
    made.push(...readsOf(day, erp, random))
    if (age === runawayDaysAgo) made.push(...runaway(day, erp))
    if (demandOn(day) === 0) continue
    made.push(...mistakesOf(day, erp, random))
    made.push({
      at: momentOf(day, 9.4),
      caller: person,
      method: 'POST',
      path: '/orders/preview',
      status: 200,
    })
  }
  await write(
    db,
    made.filter(({ at }) => at < now && at > now - requestLogDays * 24 * oneHourMs),
    baseUrl,
    random,
  )
  await db.run(backdateKey(key.id))
}

/** A poll every few minutes, more often while there is work to do. */
function readsOf(day: string, caller: Made['caller'], random: Random): Made[] {
  return Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => {
    const isOpen = hour >= 8 && hour < 19
    const count = Math.round(isOpen ? demandOn(day) * random.int(25, 70) : random.int(4, 8))
    return Array.from({ length: count }, () => ({
      at: momentOf(day, hour + random.next()),
      caller,
      method: 'GET',
      path: '/stock',
      status: 200,
      isCounted: true as const,
    }))
  })
}

function mistakesOf(day: string, caller: Made['caller'], random: Random): Made[] {
  const missing = { pointer: '/items/0/quantity', ...fault('not_above', { limit: 0 }) }
  const unknown = {
    pointer: 'estado',
    ...fault('unknown_parameter', { known: Object.keys(OrderFilters), closest: 'status' }),
  }
  const mistakes: [Pick<Made, 'method' | 'path' | 'query'>, ProblemError][] = [
    [{ method: 'POST', path: '/orders' }, problem('validation/invalid-body', { errors: [missing] })],
    [{ method: 'GET', path: `/orders/${uuidv7()}` }, problem('orders/not-found')],
    [
      { method: 'GET', path: '/orders', query: { limit: '100' } },
      problem('validation/invalid-parameter', { errors: [unknown] }),
    ],
    [{ method: 'POST', path: '/orders' }, problem('orders/insufficient-stock', { shortages: [] })],
  ]
  const at = () => momentOf(day, 8 + random.next() * 11)
  const found = mistakes.filter(() => random.chance(0.35))
  const rows = found.map(([made, rejected]): Made => ({ ...made, at: at(), caller, rejected }))
  return rows
}

/** A loop without a pause, once: it reaches the limit of a minute, and then 37 requests are rejected. */
function runaway(day: string, caller: Made['caller']): Made[] {
  const at = momentOf(day, 15.3)
  const read = { at, caller, method: 'GET', path: '/stock' }
  const reads = Array.from({ length: 100 }, () => ({ ...read, status: 200, isCounted: true as const }))
  const detail = 'This key may make 100 requests per minute. Try again in 41 s.'
  return [
    ...reads,
    { ...read, rejected: problem('rate-limit/exceeded', { detail, tier: 'burst' }), times: 37 },
  ]
}

async function write(db: Queryable, made: readonly Made[], baseUrl: string, random: Random) {
  const counts = hourlyCounts(10_000)
  const entries: RequestEntry[] = []
  for (const one of made) {
    const exchange = exchangeOf(one, baseUrl, random)
    const { times = 1 } = one
    for (let i = 0; i < times; i++) counts.add(exchange, one.at)
    if (!one.isCounted) entries.push({ ...entryOf(exchange, one.at), count: times })
  }
  const { hours, reads } = counts.take()
  await db.run(insertRequests(entries))
  await db.run(addHours(hours))
  await db.run(addReads(reads))
}

function exchangeOf({ caller, ...made }: Made, baseUrl: string, random: Random): ClientExchange {
  const requestId = `req_${uuidv7obj().toHex()}`
  const path = prefix + made.path
  const document = made.rejected && problemDocument(made.rejected, baseUrl, { path, id: requestId })
  return {
    caller,
    requestId,
    method: made.method,
    path,
    query: made.query ?? {},
    parameters: Object.keys(made.query ?? {}),
    status: document?.status ?? made.status ?? 200,
    durationMs: made.method === 'GET' ? random.int(1, 12) : random.int(14, 60),
    problem: document?.body ?? null,
  }
}

const ordersSince = (moment: number) =>
  sql<{ created_at: string }>`
    select created_at from orders
    where client_id = ${clientId} and created_at > ${new Date(moment).toISOString()}`

/** The key is as old as its requests. */
const backdateKey = (id: string) =>
  sql`
    update api_keys set created_at = now() - interval '30 days', last_used_at = now() - interval '1 minute'
    where client_id = ${clientId} and id = ${id}`
