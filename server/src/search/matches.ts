// What a list with `q` shows: the ids of what the search would find, many more of them, and of the orders those with a product, lot
// or recipient that it would find. However much there is, the ids are read by a bounded number of range scans: the best matches, and
// of each the newest orders. The filters of a list then apply to these. `client`: whose data; null: that of all clients, for the staff.

import { maxListedMatches, orderStatuses } from '@anden/contract/values'
import { live } from '../db/environment.ts'
import type { TimeRange } from '../db/keyset.ts'
import { join, raw, type Statement, sql } from '../db/sql.ts'
import { type PrefixRange, soughtBy } from './terms.ts'

type ClientId = string | null
type Kind = 'product' | 'lot' | 'remito' | 'destinatario' | 'client'
type Order = 'asc' | 'desc'

/** What an order is found by, as its indexes have it, with the condition of a partial one. */
export const termOf = {
  number: { value: raw('order_number collate "C"'), isGiven: raw('true') },
  reference: { value: raw('lower(reference) collate "C"'), isGiven: raw('reference is not null') },
}
export type OrderTerm = (typeof termOf)['number']

/** Words of products, lots and recipients whose orders are looked for. */
const maxSubjects = 100
const most = raw(String(maxListedMatches))

/**
 * Of each match its id as `subject_id`, and its client. Kind and end of the range are outside of the limit: with both in it, the
 * planner takes a range for small, whatever it is, and reads and sorts all of it.
 */
const matches = (
  client: ClientId,
  kind: Kind,
  { from, to }: PrefixRange,
  count: number,
  order: Order = 'asc',
) => {
  const ofKind = raw(`'${kind}'`)
  const one =
    order === 'asc' ? sql`(kind, term) >= (${ofKind}, ${from})` : sql`(kind, term) < (${ofKind}, ${to})`
  const other = order === 'asc' ? sql`term < ${to}` : sql`term >= ${from}`
  return sql`
    select distinct client_id, subject_id
    from (
      select client_id, kind, subject_id, term
      from search_terms
      where ${client ? sql`client_id = ${client}` : live()} and ${one}
      order by kind ${raw(order)}, term ${raw(order)}, word ${raw(order)}
      limit ${raw(String(count))}) as terms
    where kind = ${ofKind} and ${other}`
}

const idsOf = (found: Statement) => sql`array(select subject_id from (${found}) as matches)`

/** Statements of these are arrays of ids, to be compared by `id = any(…)`. */
export const matchingLots = (client: string, q: string) =>
  idsOf(matches(client, 'lot', soughtBy(q).name, maxListedMatches))

export const matchingClients = (q: string, count: number = maxListedMatches) =>
  idsOf(matches(null, 'client', soughtBy(q).party, count))

export const matchingDestinatarios = (client: string, q: string) =>
  idsOf(matches(client, 'destinatario', soughtBy(q).party, maxListedMatches))

/** Those with the highest numbers. */
export const matchingRemitos = (client: ClientId, q: string) =>
  idsOf(matches(client, 'remito', soughtBy(q).remito, maxListedMatches, 'desc'))

export const matchingProducts = (client: ClientId, q: string) =>
  idsOf(matches(client, 'product', soughtBy(q).name, maxListedMatches))

export function matchingOrders(client: ClientId, q: string, range: TimeRange): Statement {
  const { order, reference, name, party } = soughtBy(q)
  const ways = [
    client ? byNumber(client, order) : bySharedTerm(order, termOf.number),
    client ? byReference(client, reference) : bySharedTerm(reference, termOf.reference),
    byRecipient(matches(client, 'destinatario', party, maxSubjects), range),
    byProduct(matches(client, 'product', name, maxSubjects), range),
    byLot(matches(client, 'lot', name, maxSubjects)),
  ]
  return sql`array(
    select id
    from (${join(
      ways.map((way) => sql`(${way})`),
      ' union all ',
    )}) as matching
    group by id
    order by max(created_at) desc, id desc
    limit ${most})`
}

/** Those whose number is sought, or begins so. */
export function ordersByNumber(client: ClientId, q: string): Statement {
  const { order } = soughtBy(q)
  return sql`array(select id from (${client ? byNumber(client, order) : bySharedTerm(order, termOf.number)}) as matching)`
}

/** The highest numbers, which are the newest orders. One end of the range is outside of the limit, as in `matches`. */
const byNumber = (client: string, { from, to }: PrefixRange) => sql`
  select id, created_at
  from (
    select id, created_at, order_number
    from orders
    where client_id = ${client} and order_number collate "C" < ${to}
    order by order_number collate "C" desc
    limit ${most}) as highest
  where order_number collate "C" >= ${from}`

const byReference = (client: string, { from, to }: PrefixRange) => sql`
  select id, created_at
  from (
    select id, created_at, lower(reference) collate "C" as reference
    from orders
    where client_id = ${client} and reference is not null and lower(reference) collate "C" < ${to}
    order by lower(reference) collate "C" desc, created_at desc, id desc
    limit ${most}) as highest
  where reference >= ${from}`

/**
 * Each client can have the number or the reference: the newest orders with exactly this one by a scan per status, which the index
 * has before the time.
 */
const bySharedTerm = ({ from, to }: PrefixRange, term: OrderTerm) => {
  const withStatus = orderStatuses.map(
    (status) => sql`(
      select id, created_at
      from orders
      where ${live()} and ${term.isGiven} and ${term.value} = ${from} and status = ${raw(`'${status}'`)}
      order by created_at desc, id desc
      limit ${most})`,
  )
  return sql`
    select id, created_at
    from (
      select id, created_at, ${term.value} as term
      from orders
      where ${live()} and ${term.isGiven} and ${term.value} < ${to}
      order by ${term.value} desc, status desc, created_at desc, id desc
      limit ${most}) as highest
    where term > ${from}
    union all ${join(withStatus, ' union all ')}`
}

// What follows reads the newest rows of each subject. The subject is a part of the comparison: with an equality, the planner takes
// it for one with few rows, and reads and sorts all of them.
const between = (columns: string, subject: string, { from, to }: TimeRange) => sql`
  (${raw(columns)}) >= (${raw(subject)}, ${from ? sql`${from}::timestamptz` : raw(`'-infinity'::timestamptz`)})
  and (${raw(columns)}) < (${raw(subject)}, ${to ? sql`${to}::timestamptz` : raw(`'infinity'::timestamptz`)})`

const byRecipient = (recipients: Statement, range: TimeRange) => sql`
  select own.id, own.created_at
  from (${recipients}) as recipients
  cross join lateral (
    select id, created_at
    from orders
    where client_id = recipients.client_id and ${between('destinatario_id, created_at', 'recipients.subject_id', range)}
    order by destinatario_id desc, created_at desc, id desc
    limit ${most}) as own`

const byProduct = (products: Statement, range: TimeRange) => sql`
  select own.order_id, own.placed_at
  from (${products}) as products
  cross join lateral (
    select order_id, placed_at
    from order_items
    where ${between('product_id, placed_at', 'products.subject_id', range)}
    order by product_id desc, placed_at desc, order_id desc
    limit ${most}) as own`

/** From the last movements of each lot. */
const byLot = (lots: Statement) => sql`
  select own.id, own.created_at
  from (${lots}) as lots
  cross join lateral (
    select document_id, client_id
    from stock_ledger
    where (lot_id, seq) >= (lots.subject_id, 0) and (lot_id, seq) < (lots.subject_id, 9223372036854775807)
    order by lot_id desc, seq desc
    limit ${most}) as movement
  cross join lateral (
    select orders.id, orders.created_at
    from remitos
    join orders on orders.client_id = remitos.client_id and orders.id = remitos.source_order_id
    where remitos.client_id = movement.client_id and remitos.id = movement.document_id
    limit 1) as own`
