// Each group of results is found by a range scan, so that it reads about as much as it shows. `client`: whose data is
// searched; null: all clients' data, for the staff.

import { orderStatuses } from '@anden/contract'
import { live } from '../db/environment.ts'
import { empty, join, raw, type Statement, sql } from '../db/sql.ts'
import { type OrderTerm, termOf } from './matches.ts'
import type { PrefixRange, Sought } from './terms.ts'

const maxFound = 5
const limit = raw(String(maxFound))

type Kind = 'product' | 'lot' | 'remito' | 'destinatario' | 'client' | 'trip'
type ClientId = string | null

/**
 * The subjects of the first terms in the range, each once, in the order of the terms. A subject can have several terms in
 * the range, so each step takes the next term of a subject that is not found yet. It starts at the term found last: many
 * subjects can share it, and the staff's index has them in no order.
 */
const found = (client: ClientId, kind: Kind, { from, to }: PrefixRange) => {
  const terms = sql`
    from search_terms
    where ${kind === 'trip' ? ofWarehouse : ofClient(client)} and kind = ${raw(`'${kind}'`)} and term < ${to}`
  const first = raw('order by term, word limit 1')
  return sql`
    with recursive found as (
      (select term, word, subject_id, array[subject_id] as subjects ${terms} and term >= ${from} ${first})
      union all
      select following.term, following.word, following.subject_id, found.subjects || following.subject_id
      from found
      cross join lateral (
        select term, word, subject_id
        ${terms} and (term, word) >= (found.term, found.word)
          and subject_id <> all (found.subjects)
        ${first}) as following
      where cardinality(found.subjects) < ${limit})`
}

const ofWarehouse = sql`client_id = warehouse_id()`
const ofClient = (client: ClientId) => (client ? sql`client_id = ${client}` : live())

/** A group as one JSON array, with the owner of each result for the staff. */
const group = (client: ClientId, table: string, fields: Statement, order = byTerm) => sql`
  select coalesce(json_agg(json_build_object(${fields} ${client ? empty : ownerOf(table)}) order by ${order}), '[]')
  from found
  join ${raw(table)} on ${raw(table)}.id = found.subject_id`

const byTerm = raw('found.term, found.word, found.subject_id')
// A subquery, because the planner would join a few rows to all clients.
const ownerOf = (table: string) =>
  raw(`, 'client', (
    select json_build_object('id', clients.id, 'name', clients.name) from clients where clients.id = ${table}.client_id)`)

export const foundProducts = (client: ClientId, { name }: Sought) => sql`
  ${found(client, 'product', name)}
  ${group(
    client,
    'products',
    raw(`'id', products.id, 'sku', products.sku, 'name', products.name, 'unit_type', products.unit_type,
      'archived', products.archived`),
  )}`

export const foundLots = (client: ClientId, { name }: Sought) => sql`
  ${found(client, 'lot', name)}
  ${group(
    client,
    'lots',
    raw(`'id', lots.id, 'product_id', lots.product_id, 'lot_number', lots.lot_number, 'quantity', lots.quantity,
      'expiry_date', lots.expiry_date, 'products', (
        select json_build_object('name', products.name, 'sku', products.sku)
        from products where products.id = lots.product_id)`),
  )}`

export const foundRemitos = (client: ClientId, { remito }: Sought) => sql`
  ${found(client, 'remito', remito)}
  ${group(
    client,
    'remitos',
    raw(`'id', remitos.id, 'type', remitos.type, 'status', remitos.status, 'date', remitos.date,
      'remito_number', remitos.remito_number`),
  )}`

export const foundDestinatarios = (client: ClientId, { party }: Sought) => sql`
  ${found(client, 'destinatario', party)}
  ${group(
    client,
    'destinatarios',
    raw(`'id', destinatarios.id, 'name', destinatarios.name, 'address', destinatarios.address,
      'city', destinatarios.city`),
  )}`

export const foundClients = ({ party }: Sought) => sql`
  ${found(null, 'client', party)}
  select coalesce(json_agg(json_build_object('id', clients.id, 'name', clients.name, 'cuit_dni', clients.cuit_dni,
    'status', clients.status) order by ${byTerm}), '[]')
  from found
  cross join lateral (
    select id, name, cuit_dni, status from clients where clients.id = found.subject_id limit 1) as clients`

export const foundTrips = ({ trip }: Sought) => sql`
  ${found(null, 'trip', trip)}
  select coalesce(json_agg(json_build_object('id', trips.id, 'number', trips.number, 'date', trips.date,
    'status', trips.status, 'driver_name', trips.driver_name, 'plate', trips.plate,
    'stops_count', (select count(*) from trip_stops where trip_stops.trip_id = trips.id)) order by ${byTerm}), '[]')
  from found
  join trips on trips.id = found.subject_id`

export const namesOfClients = ({ party }: Sought) => sql`
  ${found(null, 'client', party)}
  select coalesce(json_agg(json_build_object('id', clients.id, 'name', clients.name) order by ${byTerm}), '[]')
  from found
  cross join lateral (select id, name from clients where clients.id = found.subject_id limit 1) as clients`

const newestShown = 20

export const namesOfNewestClients = () => sql`
  select coalesce(json_agg(json_build_object('id', id, 'name', name) order by created_at desc, id desc), '[]')
  from (select id, name, created_at from clients where ${live('id')} order by created_at desc, id desc limit ${newestShown}) as newest`

const orderFields =
  raw(`'id', orders.id, 'order_number', orders.order_number, 'reference', orders.reference, 'status', orders.status,
  'created_at', to_char(orders.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Each number occurs once per client. By reference behind those by number. */
export const foundOrders = (client: string, { order, reference }: Sought) => sql`
  with by_number as materialized (
    select id as subject_id, order_number
    from orders
    where client_id = ${client} and order_number collate "C" >= ${order.from} and order_number collate "C" < ${order.to}
    order by order_number collate "C"
    limit ${limit}),
  by_reference as materialized (
    select id as subject_id, order_number
    from orders
    where client_id = ${client} and reference is not null
      and lower(reference) collate "C" >= ${reference.from} and lower(reference) collate "C" < ${reference.to}
    order by lower(reference) collate "C", created_at, id
    limit ${limit}),
  found as materialized (
    select subject_id, order_number from by_number
    union
    select subject_id, order_number from by_reference
    limit ${limit})
  ${group(client, 'orders', orderFields, raw('found.order_number collate "C"'))}`

/**
 * Several clients can have a number or a reference. Exact matches come first, and among them the newest; the index has the status
 * before the time, so they are merged from one scan per status.
 */
const bestWith = ({ value, isGiven }: OrderTerm, { from, to }: PrefixRange) => {
  const exact = join(
    orderStatuses.map(
      (status) => sql`(
        select id, ${value} as term, created_at
        from orders
        where ${live()} and ${isGiven} and ${value} = ${from} and status = ${raw(`'${status}'`)}
        order by created_at desc, id desc
        limit ${limit})`,
    ),
    ' union all ',
  )
  return sql`
    with exact as materialized (
      select id, term, created_at from (${exact}) as one order by created_at desc, id desc limit ${limit}),
    longer as materialized (
      select id, ${value} as term, created_at
      from orders
      where ${live()} and ${isGiven} and ${value} > ${from} and ${value} < ${to}
      order by ${value}, status, created_at, id
      limit ${limit})
    select id, term, created_at
    from (select * from exact union all select * from longer) as either
    order by term, created_at desc, id desc
    limit ${limit}`
}

/** By reference behind those by number. */
export const foundOrdersOfAll = ({ order, reference }: Sought) => sql`
  with by_number as materialized (${bestWith(termOf.number, order)}),
  by_reference as materialized (${bestWith(termOf.reference, reference)}),
  found as materialized (
    select id as subject_id, false as is_reference, term, created_at from by_number
    union all
    select id, true, term, created_at from by_reference where id not in (select id from by_number)
    order by is_reference, term, created_at desc, subject_id desc
    limit ${limit})
  ${group(null, 'orders', orderFields, raw('found.is_reference, found.term, found.created_at desc, found.subject_id desc'))}`

const noticeFields =
  raw(`'id', inbound_notices.id, 'number', inbound_notices.number, 'reference', inbound_notices.reference,
  'status', inbound_notices.status, 'expected_on', inbound_notices.expected_on`)

/** Each number occurs once per client. By reference behind those by number. */
export const foundNotices = (client: string, { notice, reference }: Sought) => sql`
  with by_number as materialized (
    select id as subject_id, number
    from inbound_notices
    where client_id = ${client} and number collate "C" >= ${notice.from} and number collate "C" < ${notice.to}
    order by number collate "C"
    limit ${limit}),
  by_reference as materialized (
    select id as subject_id, number
    from inbound_notices
    where client_id = ${client}
      and lower(reference) collate "C" >= ${reference.from} and lower(reference) collate "C" < ${reference.to}
    order by lower(reference) collate "C", expected_on, id
    limit ${limit}),
  found as materialized (
    select subject_id, number from by_number
    union
    select subject_id, number from by_reference
    limit ${limit})
  ${group(client, 'inbound_notices', noticeFields, raw('found.number collate "C"'))}`

/** A number can occur once per client. */
export const foundNoticesOfAll = ({ notice }: Sought) => sql`
  with found as materialized (
    select id as subject_id, number
    from inbound_notices
    where ${live()} and number collate "C" >= ${notice.from} and number collate "C" < ${notice.to}
    order by number collate "C", id
    limit ${limit})
  ${group(null, 'inbound_notices', noticeFields, raw('found.number collate "C", found.subject_id'))}`

const returnFields = raw(`'id', returns.id, 'number', returns.number, 'status', returns.status,
  'created_at', to_char(returns.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Each number occurs once per client. */
export const foundReturns = (client: ClientId, { returned }: Sought) => sql`
  with found as materialized (
    select id as subject_id, number
    from returns
    where ${ofClient(client)}
      and number collate "C" >= ${returned.from} and number collate "C" < ${returned.to}
    order by number collate "C" ${client ? empty : sql`, id`}
    limit ${limit})
  ${group(client, 'returns', returnFields, raw('found.number collate "C", found.subject_id'))}`

/** All groups as one row, read from one snapshot. A group without a statement is null. */
export const groups = <Row>(statements: Record<keyof Row & string, Statement | null>) =>
  sql<Row>`select ${join(
    Object.entries<Statement | null>(statements).map(
      ([name, statement]) => sql`${statement ? sql`(${statement})` : raw('null::json')} as ${raw(name)}`,
    ),
  )}`
