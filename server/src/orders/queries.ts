import {
  maxShownUpdates,
  type OpenOrders,
  type Order,
  type OrderDetail,
  type OrderStatus,
  openOrderStatuses,
  orderStatuses,
  type StaffOrder,
  type StaffOrderDetail,
  type StaffOrderStep,
  type StaffOrderUpdate,
} from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { live } from '../db/environment.ts'
import { allEqual, equalsOf, newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { empty, join, raw, type Statement, sql } from '../db/sql.ts'
import type { Author } from '../deps.ts'
import { matchingOrders } from '../search/matches.ts'

const columns = sql`id, order_number, status, status_reason, reference, delivery_type, destinatario_id, notes, revision, created_at, updated_at`

/** For the staff: whose order it is. */
const owner = sql`client_id, (select clients.name from clients where clients.id = orders.client_id) as client_name`

type OrderCountQuery = {
  order_number?: string
  reference?: string
  q?: string
  destinatario_id?: string
} & TimeRange
type OrderQuery = OrderCountQuery & { status?: OrderStatus[]; is_open?: boolean; updated_since?: string }

/** Numbers and references are indexed in byte order, for search by prefix. */
const byNumber = raw('order_number collate "C"')
const byReference = raw('lower(reference) collate "C"')

type Narrowing = { [Filter in 'order_number' | 'reference' | 'q' | 'updated_since']?: string | undefined }

const withReference = (reference: string) =>
  sql`and reference is not null and ${byReference} = lower(${reference})`

// Materialised: a number, a reference, the time of the last change and `q` select few rows, by an index. The other filters then apply to those.
const narrowedTo = (
  clientId: string | undefined,
  { order_number, reference, q, updated_since, ...range }: Narrowing & TimeRange,
  selected: Statement,
) => sql`
  with orders as materialized (
    select ${selected} from orders
    where ${clientId ? sql`client_id = ${clientId}` : live()}
      ${order_number ? sql`and ${byNumber} = ${order_number}` : empty}
      ${reference ? withReference(reference) : empty}
      ${updated_since ? sql`and updated_at >= ${updated_since}` : empty}
      ${q ? sql`and id = any(${matchingOrders(clientId ?? null, q, range)})` : empty})`

export const ordersNewestFirst = (
  clientId: string,
  { order_number, reference, q, updated_since, status, is_open, destinatario_id, ...range }: OrderQuery,
  page: PageRange,
) => {
  const asked = orderStatuses.filter(
    (value) => (status?.includes(value) ?? true) && (is_open === undefined || isOpen(value) === is_open),
  )
  const isAny = asked.length === orderStatuses.length
  if (asked.length === 0) return sql<Order>`select ${columns} from orders where false`
  if (order_number || reference || q || updated_since) {
    const among = isAny ? empty : sql`and status = any(${asked})`
    return sql<Order>`
      ${narrowedTo(clientId, { order_number, reference, q, updated_since, ...range }, sql`client_id, ${columns}`)}
      select ${columns} from orders ${newestFirst(equalsOf({ destinatario_id }), range, page, among)}`
  }
  const newestWith = (value?: OrderStatus) =>
    sql<Order>`
      select ${columns} from orders ${newestFirst(ofClient(clientId, value, destinatario_id), range, page)}`
  return isAny ? newestWith() : onePerStatus(columns, asked, page, (_, status) => newestWith(status))
}

const isOpen = (status: OrderStatus) => openOrderStatuses.some((open) => open === status)

function ofClient(clientId: string | Statement, status?: OrderStatus, destinatarioId?: string) {
  // The index has both as one concatenated key.
  if (destinatarioId && status) {
    return equalsOf({
      client_id: clientId,
      '(status || destinatario_id::text)': status + destinatarioId,
    })
  }
  return equalsOf({ client_id: clientId, destinatario_id: destinatarioId, status })
}

/**
 * One page per status, because the indexes have the status before the time. Of several, each selects only `inner`, and `columns`
 * are added to the rows of the page that they make together.
 */
function onePerStatus<Row>(
  columns: Statement,
  statuses: readonly OrderStatus[],
  { rowLimit }: PageRange,
  newestWith: (selected: Statement, status: OrderStatus) => Statement<Row>,
  inner = columns,
): Statement<Row> {
  const [first] = statuses
  if (first && statuses.length === 1) return newestWith(columns, first)
  const pages = statuses.map((status) => sql`(${newestWith(inner, status)})`)
  return sql<Row>`
    select ${columns}
    from (${join(pages, ' union all ')}) as orders
    order by created_at desc, id desc
    limit ${rowLimit}`
}

/** Reads only open orders: their number does not grow with history. */
export const openOrdersByStatus = (
  clientId: string,
  { order_number, reference, q, destinatario_id, ...range }: OrderCountQuery,
) => {
  const { from, to } = range
  const matches = sql`
    ${order_number ? sql`and ${byNumber} = ${order_number}` : empty}
    ${from ? sql`and created_at >= ${from}` : empty}
    ${to ? sql`and created_at < ${to}` : empty}`
  const countOf = (status: OrderStatus) => sql`(
    select count(*) from orders
    where ${allEqual(ofClient(clientId, status, destinatario_id))} ${matches}) as ${raw(status)}`
  const found =
    q || reference
      ? narrowedTo(clientId, { order_number, reference, q, ...range }, sql`client_id, ${columns}`)
      : empty
  return sql<OpenOrders>`${found} select ${join(openOrderStatuses.map(countOf))}`
}

type AttachmentRow = { id: string; file_name: string; created_at: string }
export type OrderDetailRow = Omit<OrderDetail, 'distribution_order_attachments' | 'timeline' | 'changes'> & {
  distribution_order_attachments: AttachmentRow[]
  timeline: StaffOrderStep[]
  changes: StaffOrderUpdate[]
}

export type StaffOrderDetailRow = OrderDetailRow & Pick<StaffOrder, 'client_id' | 'client_name'>

const updateJson = sql`json_build_object('revision', revision, 'at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'by_warehouse', by_warehouse, 'by', actor, 'by_name', actor_name(actor), 'reason', reason, 'fields', fields, 'lines', lines)`

/** Most orders are never updated, and then nothing is looked up. */
const updatesOfOrder = sql`case when changed_at is null then '[]'::json else (
    select json_agg(${updateJson} order by revision)
    from (
      select * from order_changes update
      where update.client_id = orders.client_id and update.order_id = orders.id
      order by revision desc
      limit ${raw(String(maxShownUpdates))}) as shown
  ) end as changes`

const detailColumns = sql`${columns}, packages, packed_at, checked, delivery_address, delivery_city, delivery_province, delivery_contact, (
    select coalesce(json_agg(json_build_object(
      'id', item.id, 'product_id', item.product_id, 'quantity', item.quantity,
      'vintage_year', item.vintage_year, 'notes', item.notes,
      'products', json_build_object('name', products.name, 'sku', products.sku)
    ) order by item.position), '[]')
    from order_items item
    join products on products.id = item.product_id
    where item.client_id = orders.client_id and item.order_id = orders.id
  ) as distribution_order_items, (
    select coalesce(json_agg(json_build_object(
      'id', file.id, 'file_name', file.file_name,
      'created_at', to_char(file.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by file.created_at, file.id), '[]')
    from order_attachments file
    where file.client_id = orders.client_id and file.order_id = orders.id and file.state = 'ready'
  ) as distribution_order_attachments, (
    select coalesce(json_agg(json_build_object(
      'status', step.status, 'reason', step.reason, 'by', step.actor, 'by_name', actor_name(step.actor),
      'at', to_char(step.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by step.created_at, step.id), '[]')
    from order_steps step
    where step.client_id = orders.client_id and step.order_id = orders.id
  ) as timeline, (
    select coalesce(
      (
        select users.name from users
        where step.actor like 'user %' and users.email = substr(step.actor, 6)
          and users.client_id = orders.client_id),
      regexp_replace(step.actor, '^(user|client) | \\(pk_\\w+\\)$', '', 'g'))
    from order_steps step
    where step.client_id = orders.client_id and step.order_id = orders.id and step.from_status is null
    limit 1
  ) as placed_by, (
    select json_build_object('plate', trips.plate, 'driver_name', trips.driver_name, 'stop', stop.position,
      'stops', (select count(*) from trip_stops other where other.trip_id = trips.id))
    from trip_stops stop
    join trips on trips.id = stop.trip_id
    where stop.order_id = orders.id and trips.departed_at is not null
    order by stop.created_at desc
    limit 1
  ) as trip, case when orders.status = 'delivered' then (
    select json_build_object('outcome', accepted.outcome, 'name', accepted.name,
      'at', to_char(accepted.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from remito_acceptances accepted
    where accepted.order_id = orders.id and not accepted.late) end as acceptance, ${updatesOfOrder}`

/** The newest stop of an order is on the trip that it is on, or was on last. */
const newestStop = sql`
  from trip_stops stop
  join trips on trips.id = stop.trip_id
  where stop.order_id = orders.id
  order by stop.created_at desc
  limit 1`
/** For the staff: which trip that is. A pending order has never been on one, and nothing is looked up for it. */
export const tripOfOrder = sql`case when orders.status <> 'pending' then (select trips.id ${newestStop}) end as trip_id,
  case when orders.status <> 'pending' then (select trips.number ${newestStop}) end as trip_number`

export const orderDetail = (clientId: string, id: string) =>
  sql<OrderDetailRow>`
    select ${detailColumns}
    from orders
    where client_id = ${clientId} and id = ${id}`

/** What only the staff see of an order. */
export type OrderFactsForStaff = Pick<StaffOrderDetail, 'destinatario' | 'trip_id' | 'trip_number'> &
  OrderWeight

const recipient = sql`(
  select json_build_object('id', destinatarios.id, 'name', destinatarios.name, 'city', destinatarios.city,
    'phone', destinatarios.phone, 'delivery_schedule', destinatarios.delivery_schedule)
  from destinatarios
  where destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id)`

/** The sum of what is known. Of three decimals each, quantity times weight has six. */
export type OrderWeight = { weight: Pick<StaffOrderDetail, 'weight_kg' | 'weight_known'> }

export const weightOfOrder = sql`(
  select json_build_object('weight_kg', round(sum(item.quantity * products.weight_kg), 3),
    'weight_known', coalesce(bool_and(products.weight_kg is not null), true))
  from order_items item
  join products on products.id = item.product_id
  where item.client_id = orders.client_id and item.order_id = orders.id)`

export const factsForStaff = (clientId: string, id: string) =>
  sql<OrderFactsForStaff>`
    select ${recipient} as destinatario, ${tripOfOrder}, ${weightOfOrder} as weight
    from orders
    where client_id = ${clientId} and id = ${id}`

/** Several orders of any clients, each with its client. */
export const orderDetails = (ids: string[]) =>
  sql<OrderDetailRow & { client_id: string }>`
    select client_id, ${detailColumns}
    from orders
    where id = any(${ids}::uuid[])`

export const staffOrderDetail = (id: string) =>
  sql<StaffOrderDetailRow & OrderFactsForStaff>`
    select ${owner}, ${detailColumns}, ${recipient} as destinatario, ${tripOfOrder}, ${weightOfOrder} as weight
    from orders
    where id = ${id}`

export type NewOrderRow = Omit<Order, 'status' | 'status_reason' | 'revision' | 'updated_at'> & DeliveryFields
export type NewLine = Omit<OrderDetail['distribution_order_items'][number], 'products'>
export type DeliveryFields = Pick<
  OrderDetail,
  'delivery_address' | 'delivery_city' | 'delivery_province' | 'delivery_contact'
>

export const duplicateWithinDays = 90

/** The newest order with the same reference. One that is placed at the same moment is not seen. */
export const orderWithReference = (clientId: string, reference: string) =>
  sql<{ id: string; order_number: string; created_at: string }>`
    select id, order_number, created_at
    from orders
    where client_id = ${clientId} ${withReference(reference)}
      and created_at > now() - make_interval(days => ${duplicateWithinDays})
    order by created_at desc, id desc
    limit 1`

export const productsBySku = (clientId: string, skus: string[]) =>
  sql<{ id: string; sku: string }>`
    select id, sku from products where client_id = ${clientId} and sku = any(${skus})`

/** One series per client. The counter's row stays locked until the commit, so that no number is used twice. */
export const nextOrderNumber = (clientId: string) =>
  sql<{ order_number: string; last_number: number }>`
    insert into order_series (client_id, last_number) values (${clientId}, 1)
    on conflict (client_id) do update set last_number = order_series.last_number + 1
    returning last_number::float8,
      'PED-' || lpad(last_number::text, greatest(6, length(last_number::text)), '0') as order_number`

/** For a transaction that continues after refusing an order: the row is locked, so nobody has taken a number since. */
export const returnOrderNumber = (clientId: string) =>
  sql`update order_series set last_number = last_number - 1 where client_id = ${clientId}`

/** With its lines, whose goods are reserved, and the first step of its timeline. */
export const insertOrder = (
  clientId: string,
  order: NewOrderRow,
  lines: readonly NewLine[],
  { actor }: Author,
) =>
  sql`
    with placed as (
      insert into orders (id, client_id, order_number, reference, delivery_type, destinatario_id, notes, delivery_address,
        delivery_city, delivery_province, delivery_contact)
      values (${order.id}, ${clientId}, ${order.order_number}, ${order.reference}, ${order.delivery_type}, ${order.destinatario_id},
        ${order.notes}, ${order.delivery_address}, ${order.delivery_city}, ${order.delivery_province},
        ${order.delivery_contact})
    ), created as (
      insert into order_steps (id, client_id, order_id, status, actor)
      values (${uuidv7()}, ${clientId}, ${order.id}, 'pending', ${actor}))
    insert into order_items (id, client_id, order_id, position, product_id, quantity, vintage_year, notes, reserved)
    select line.id, ${clientId}, ${order.id}, line.position, line.product_id, line.quantity, line.vintage_year,
      line.notes, true
    from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.product_id)}::uuid[],
        ${lines.map((line) => line.quantity)}::numeric[], ${lines.map((line) => line.vintage_year)}::int[],
        ${lines.map((line) => line.notes)}::text[]) with ordinality
      as line (id, product_id, quantity, vintage_year, notes, position)`

export type LockedOrder = Pick<
  StaffOrder,
  'id' | 'client_id' | 'client_name' | 'order_number' | 'status' | 'delivery_type' | 'revision'
> & { packages: number | null; checked: boolean | null }

const lockedColumns = sql`id, ${owner}, order_number, status, delivery_type, revision, packages, checked`

export const lockOrder = (id: string, clientId: string | null) =>
  sql<LockedOrder>`
    select ${lockedColumns}
    from orders
    where id = ${id} ${clientId ? sql`and client_id = ${clientId}` : empty}
    for update`

/** In the order of their ids, so that two that lock several do not wait for each other. */
export const lockSeveral = (ids: string[]) =>
  sql<LockedOrder>`
    select ${lockedColumns}
    from orders
    where id = any(${ids}::uuid[]) and ${live()}
    order by id
    for update`

export const orderToShow = (id: string) =>
  sql<{ status: OrderStatus; client_id: string }>`
    select status, client_id from orders where id = ${id} and ${live()}`

export type OrderLine = {
  product_id: string
  quantity: number
  vintage_year: number | null
  notes: string | null
}

export const orderLines = (orderId: string) =>
  sql<OrderLine>`
    select product_id, quantity, vintage_year, notes
    from order_items
    where order_id = ${orderId}
    order by position`

export const linesOfOrders = (orderIds: string[]) =>
  sql<Omit<OrderLine, 'notes'> & { order_id: string }>`
    select order_id, product_id, quantity, vintage_year
    from order_items
    where order_id = any(${orderIds}::uuid[])
    order by order_id, position`

type NewStep = { to: OrderStatus; reason: string | null; setsStatusReason: boolean }

/** With the step of its timeline. */
export const changeOrderStatus = (
  { id, client_id, status }: LockedOrder,
  { actor }: Author,
  { to, reason, setsStatusReason }: NewStep,
) =>
  sql`
    with changed as (
      update orders
      set status = ${to}, revision = revision + 1, updated_at = now() ${setsStatusReason ? sql`, status_reason = ${reason}` : empty}
      where client_id = ${client_id} and id = ${id})
    insert into order_steps (id, client_id, order_id, from_status, status, reason, actor)
    values (${uuidv7()}, ${client_id}, ${id}, ${status}, ${to}, ${reason}, ${actor})`

/** The same step of several orders at once, each with the step of its timeline. */
export const changeStatusOfSeveral = (ids: string[], { actor }: Author, to: OrderStatus) =>
  sql`
    with changing as (
      select orders.id, client_id, status, step.step_id
      from unnest(${ids}::uuid[], ${ids.map(() => uuidv7())}::uuid[]) as step (id, step_id)
      join orders on orders.id = step.id
    ), changed as (
      update orders set status = ${to}, revision = revision + 1, updated_at = now()
      from changing
      where orders.client_id = changing.client_id and orders.id = changing.id)
    insert into order_steps (id, client_id, order_id, from_status, status, reason, actor)
    select step_id, client_id, id, status, ${to}, null, ${actor} from changing`

/** The touch of the row tells open pages, though no event does. */
export const setPacked = ({ id, client_id }: LockedOrder, packages: number, checked: boolean) =>
  sql`
    update orders
    set packages = ${packages}, packed_at = now(), checked = ${checked}, revision = revision + 1,
      updated_at = now()
    where client_id = ${client_id} and id = ${id}`

export type UpdatedOrder = Pick<
  Order,
  'id' | 'reference' | 'destinatario_id' | 'delivery_type' | 'notes' | 'revision'
> &
  DeliveryFields
type WrittenUpdate = Pick<StaffOrderUpdate, 'by' | 'by_warehouse' | 'reason' | 'fields' | 'lines'>

/** The order is locked, so `revision` is the next one. */
export const updateOrder = (clientId: string, order: UpdatedOrder, update: WrittenUpdate) =>
  sql`
    with changed as (
      update orders
      set reference = ${order.reference}, destinatario_id = ${order.destinatario_id}, delivery_type = ${order.delivery_type},
        notes = ${order.notes}, delivery_address = ${order.delivery_address}, delivery_city = ${order.delivery_city},
        delivery_province = ${order.delivery_province}, delivery_contact = ${order.delivery_contact},
        revision = ${order.revision}, changed_at = now(), updated_at = now()
      where client_id = ${clientId} and id = ${order.id})
    insert into order_changes (client_id, order_id, revision, by_warehouse, actor, reason, fields, lines)
    values (${clientId}, ${order.id}, ${order.revision}, ${update.by_warehouse}, ${update.by}, ${update.reason},
      ${JSON.stringify(update.fields)}::jsonb, ${JSON.stringify(update.lines)}::jsonb)`

/** Lines that the order has already are changed in their row. A new one has the time of its order, by which orders are found. */
export const replaceLines = (clientId: string, orderId: string, lines: readonly NewLine[]) =>
  sql`
    with given as (
      select *
      from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.product_id)}::uuid[],
          ${lines.map((line) => line.quantity)}::numeric[], ${lines.map((line) => line.vintage_year)}::int[],
          ${lines.map((line) => line.notes)}::text[]) with ordinality
        as line (id, product_id, quantity, vintage_year, notes, position)
    ), removed as (
      delete from order_items
      where client_id = ${clientId} and order_id = ${orderId} and id <> all (select id from given)
    ), kept as (
      update order_items
      set position = given.position, quantity = given.quantity, notes = given.notes
      from given
      where order_items.client_id = ${clientId} and order_items.order_id = ${orderId} and order_items.id = given.id
        and (order_items.position, order_items.quantity, order_items.notes)
          is distinct from (given.position, given.quantity, given.notes))
    insert into order_items (id, client_id, order_id, position, product_id, quantity, vintage_year, notes, reserved, placed_at)
    select given.id, orders.client_id, orders.id, given.position, given.product_id, given.quantity, given.vintage_year,
      given.notes, true, orders.created_at
    from given
    join orders on orders.client_id = ${clientId} and orders.id = ${orderId}
    where not exists (
      select from order_items same
      where same.client_id = orders.client_id and same.order_id = orders.id and same.id = given.id)`

export const updatesSince = (clientId: string, orderId: string, revision: number) =>
  sql<{ update: StaffOrderUpdate }>`
    select ${updateJson} as update
    from (
      select * from order_changes
      where client_id = ${clientId} and order_id = ${orderId} and revision > ${revision}
      order by revision desc
      limit ${raw(String(maxShownUpdates))}) as shown
    order by revision`

/** Of deleted recipients, too: an order keeps naming the one that it had. */
export const recipientNames = (clientId: string, ids: string[]) =>
  sql<{ id: string; name: string }>`
    select id, name from destinatarios where client_id = ${clientId} and id = any(${ids}::uuid[])`

type StaffOrderQuery = {
  client_id?: string
  order_number?: string
  reference?: string
  q?: string
  destinatario_id?: string
  city?: string
  status?: OrderStatus[]
} & TimeRange

const cityKey = 'city_key(delivery_city)'
const staffColumns = sql`client_id, delivery_city, ${columns}`
/** Looked up only for the rows of the page, in the statement that reads them: around it, PostgreSQL 15 would sort all orders. */
const lookedUp = sql`(
    select clients.name from clients where clients.id = orders.client_id
  ) as client_name, (
    select json_build_object('id', destinatarios.id, 'name', destinatarios.name, 'city', destinatarios.city)
    from destinatarios
    where destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
  ) as destinatario`

export function allOrdersNewestFirst(
  { client_id, order_number, reference, q, destinatario_id, city, status, ...range }: StaffOrderQuery,
  page: PageRange,
) {
  const cityAsked = city && sql`city_key(${city}::text)`
  const inCity = cityAsked ? sql`and ${raw(cityKey)} = ${cityAsked}` : empty
  const asked = orderStatuses.filter((value) => status?.includes(value) ?? true)
  const withStatus = asked.length < orderStatuses.length ? sql`and status = any(${asked})` : empty
  const shown = sql`${staffColumns}, ${lookedUp}`
  if (q || (client_id && (order_number || reference))) {
    return sql<StaffOrder>`
      ${narrowedTo(client_id, { order_number, reference, q, ...range }, staffColumns)}
      select ${staffColumns}, ${lookedUp} from orders
      ${newestFirst(equalsOf({ destinatario_id }), range, page, sql`${withStatus} ${inCity}`)}`
  }
  const isNamed = order_number ?? reference
  if (destinatario_id && !isNamed) {
    const clientOf = sql`(select client_id from destinatarios where id = ${destinatario_id})`
    const also = sql`and ${live()} ${client_id ? sql`and client_id = ${client_id}` : empty} ${inCity}`
    return onePerStatus(
      shown,
      asked,
      page,
      (selected, value) => sql<StaffOrder>`
        select ${selected} from orders
        ${newestFirst(ofClient(clientOf, value, destinatario_id), range, page, also)}`,
      staffColumns,
    )
  }
  // Few orders share a number or a reference over all clients, and the other filters apply to those few.
  const also = sql`
    and ${live()}
    ${destinatario_id ? sql`and destinatario_id = ${destinatario_id}` : empty}
    ${reference ? withReference(reference) : empty}
    ${isNamed ? inCity : empty}`
  const equalsWith = (value?: OrderStatus) =>
    equalsOf({
      client_id,
      [byNumber.text]: order_number,
      [byReference.text]: reference && !order_number ? sql`lower(${reference})` : undefined,
      [cityKey]: isNamed ? undefined : cityAsked,
      status: value,
    })
  const newestWith = (selected: Statement, value?: OrderStatus) => sql<StaffOrder>`
    select ${selected} from orders ${newestFirst(equalsWith(value), range, page, also)}`
  const isOneList = asked.length === orderStatuses.length && !(isNamed ?? city)
  return isOneList ? newestWith(shown) : onePerStatus(shown, asked, page, newestWith, staffColumns)
}
