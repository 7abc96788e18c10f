import type {
  NewReturn,
  Return,
  Returnable,
  ReturnDetail,
  ReturnReason,
  ReturnStatus,
  StaffReturn,
  StaffReturnDetail,
  UnitType,
} from '@anden/contract'
import { live } from '../db/environment.ts'
import { equalsOf, newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { empty, sql } from '../db/sql.ts'

const columns = sql`id, number, status, order_id,
  (select order_number from orders where orders.client_id = returns.client_id and orders.id = order_id) as order_number,
  remito_id, (
    select remito_number from remitos where remitos.client_id = returns.client_id and remitos.id = remito_id
  ) as remito_number,
  (select count(*) from return_items item where item.client_id = returns.client_id and item.return_id = returns.id) as lines,
  created_at, updated_at`

/** For the staff: whose return it is. */
const owner = sql`client_id, (select clients.name from clients where clients.id = returns.client_id) as client_name`

type ReturnQuery = { status?: ReturnStatus; order_id?: string } & TimeRange

// Materialised: an order has few returns, and the other filters apply to those few.
const narrowedTo = (orderId: string | undefined) =>
  orderId
    ? sql`
      with returns as materialized (
        select id, client_id, number, status, order_id, remito_id, created_at, updated_at
        from returns where order_id = ${orderId})`
    : empty

export const returnsNewestFirst = (
  clientId: string,
  { status, order_id, ...range }: ReturnQuery,
  page: PageRange,
) =>
  sql<Return>`
    ${narrowedTo(order_id)}
    select ${columns} from returns
    ${newestFirst(equalsOf({ client_id: clientId, status }), range, page)}`

export const allReturnsNewestFirst = (
  { client_id, status, order_id, ...range }: ReturnQuery & { client_id?: string },
  page: PageRange,
) =>
  sql<StaffReturn>`
    ${narrowedTo(order_id)}
    select ${owner}, ${columns} from returns
    ${newestFirst(equalsOf({ client_id, status }), range, page, sql`and ${live()}`)}`

const goods = sql`'product_id', item.product_id, 'sku', products.sku, 'name', products.name,
  'unit_type', products.unit_type, 'gtin', products.gtin, 'lot_id', item.lot_id, 'lot_number', lots.lot_number,
  'expiry_date', lots.expiry_date, 'vintage_year', lots.vintage_year`

const received = sql`item.restocked + item.held + item.written_off`

const detail = sql`${columns}, notes, received_at, closed_at, close_reason,
  (select remitos.id from remitos where remitos.return_id = returns.id) as ingreso_id, (
    select coalesce(json_agg(json_build_object('id', item.id, 'remito_item_id', item.remito_item_id, ${goods},
      'expected', item.expected, 'reason', item.reason, 'note', item.note, 'received', ${received},
      'disposition', case ${received}
        when 0 then null
        when item.restocked then 'restock'
        when item.held then 'hold'
        when item.written_off then 'write_off' end,
      'restocked', item.restocked, 'held', item.held, 'written_off', item.written_off
    ) order by item.position), '[]')
    from return_items item
    join products on products.id = item.product_id
    join lots on lots.id = item.lot_id
    where item.client_id = returns.client_id and item.return_id = returns.id
  ) as items`

export const returnDetail = (clientId: string, id: string) =>
  sql<ReturnDetail>`select ${detail} from returns where client_id = ${clientId} and id = ${id}`

export const staffReturnDetail = (id: string) =>
  sql<StaffReturnDetail>`select ${owner}, ${detail} from returns where id = ${id}`

/** What counts as returned of a line of an egreso: goods on their way back, and those that came. */
const returned = sql`coalesce((
  select sum(case returns.status when 'expected' then back.expected
    when 'received' then back.restocked + back.held + back.written_off else 0 end)
  from return_items back
  join returns on returns.client_id = back.client_id and returns.id = back.return_id
  where back.remito_item_id = item.id), 0)`
/**
 * What the recipient did not get, by the acceptance. One that came late changes nothing. It may contradict what had come back before:
 * then nothing more can.
 */
const missing = sql`coalesce((
  select line.missing
  from remito_acceptances acceptance
  join remito_acceptance_lines line on line.acceptance_id = acceptance.id and line.client_id = acceptance.client_id
  where acceptance.remito_id = item.remito_id and not acceptance.late and line.remito_item_id = item.id), 0)`

export type EgresoLine = {
  remito_id: string
  remito_item_id: string
  product_id: string
  lot_id: string
  unit_type: UnitType
  returnable: number
}

/** Of the order, which the caller has locked: whoever makes a return of it does so. */
export const egresoLines = (orderId: string) =>
  sql<EgresoLine>`
    select remitos.id as remito_id, item.id as remito_item_id, item.product_id, item.lot_id, products.unit_type,
      greatest(0, item.quantity - ${missing} - ${returned}) as returnable
    from remitos
    join remito_items item on item.client_id = remitos.client_id and item.remito_id = remitos.id
    join products on products.id = item.product_id
    where remitos.source_order_id = ${orderId} and remitos.status = 'issued'
    order by item.position`

export const returnableOfOrder = (orderId: string) =>
  sql<Returnable>`
    select orders.id as order_id, order_number, orders.status as order_status, orders.client_id,
      (select clients.name from clients where clients.id = orders.client_id) as client_name, remitos.id as remito_id, (
        select coalesce(json_agg(json_build_object('remito_item_id', item.id, ${goods}, 'shipped', item.quantity,
          'missing', item.missing, 'returned', item.returned,
          'returnable', greatest(0, item.quantity - item.missing - item.returned)) order by item.position), '[]')
        from (
          select item.*, ${missing} as missing, ${returned} as returned
          from remito_items item
          where item.client_id = remitos.client_id and item.remito_id = remitos.id) as item
        join products on products.id = item.product_id
        join lots on lots.id = item.lot_id
      ) as items
    from orders
    left join remitos on remitos.source_order_id = orders.id and remitos.status = 'issued'
    where orders.id = ${orderId}`

/** The row stays locked until the commit, so that no number is used twice and none is left out. */
export const nextReturnNumber = (clientId: string) =>
  sql<{ number: string }>`
    insert into return_series (client_id, last_number) values (${clientId}, 1)
    on conflict (client_id) do update set last_number = return_series.last_number + 1
    returning 'DEV-' || lpad(last_number::text, greatest(6, length(last_number::text)), '0') as number`

export type NewReturnRow = {
  id: string
  number: string
  order_id: string
  remito_id: string
  notes: NewReturn['notes']
}
export type NewReturnLine = {
  id: string
  remito_item_id: string
  product_id: string
  lot_id: string
  quantity: number
  reason: ReturnReason
  note: string | null
}

export const insertReturn = (clientId: string, row: NewReturnRow, lines: readonly NewReturnLine[]) =>
  sql`
    with made as (
      insert into returns (id, client_id, number, order_id, remito_id, notes)
      values (${row.id}, ${clientId}, ${row.number}, ${row.order_id}, ${row.remito_id}, ${row.notes ?? null}))
    insert into return_items (id, client_id, return_id, position, remito_item_id, product_id, lot_id, expected, reason, note)
    select line.id, ${clientId}, ${row.id}, line.position, line.remito_item_id, line.product_id, line.lot_id,
      line.expected, line.reason, line.note
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map((line) => line.remito_item_id)}::uuid[],
        ${lines.map((line) => line.product_id)}::uuid[], ${lines.map((line) => line.lot_id)}::uuid[],
        ${lines.map(({ quantity }) => quantity)}::numeric[], ${lines.map(({ reason }) => reason)}::text[],
        ${lines.map(({ note }) => note)}::text[]) with ordinality
      as line (id, remito_item_id, product_id, lot_id, expected, reason, note, position)`

export type LockedReturn = {
  id: string
  client_id: string
  client_name: string
  number: string
  status: ReturnStatus
}

export const lockReturn = (id: string) =>
  sql<LockedReturn>`select id, ${owner}, number, status from returns where id = ${id} for update`

export type ReturnLine = {
  id: string
  product_id: string
  lot_id: string
  expected: number
  unit_type: UnitType
  expiry_date: string | null
  vintage_year: number | null
}

export const returnLines = (returnId: string) =>
  sql<ReturnLine>`
    select item.id, item.product_id, item.lot_id, item.expected, products.unit_type, lots.expiry_date, lots.vintage_year
    from return_items item
    join products on products.id = item.product_id
    join lots on lots.id = item.lot_id
    where item.return_id = ${returnId}
    order by item.position`

export type ReceivedParts = { id: string; restocked: number; held: number; written_off: number }

export const setReceived = ({ id, client_id }: LockedReturn, parts: readonly ReceivedParts[]) =>
  sql`
    with received as (
      update returns set status = 'received', received_at = now(), updated_at = now()
      where client_id = ${client_id} and id = ${id})
    update return_items item
    set restocked = part.restocked, held = part.held, written_off = part.written_off
    from unnest(${parts.map((part) => part.id)}::uuid[], ${parts.map(({ restocked }) => restocked)}::numeric[],
        ${parts.map(({ held }) => held)}::numeric[], ${parts.map(({ written_off }) => written_off)}::numeric[])
      as part (id, restocked, held, written_off)
    where item.client_id = ${client_id} and item.return_id = ${id} and item.id = part.id`

export const setClosed = ({ id, client_id }: LockedReturn, reason: string) =>
  sql`
    update returns set status = 'closed', closed_at = now(), close_reason = ${reason}, updated_at = now()
    where client_id = ${client_id} and id = ${id}`
