import {
  goodsStatuses,
  type LotFlow,
  RecipientQuantities,
  type RecipientTotal,
  type StaffLotTrace,
  type StaffTraceEntry,
} from '@anden/contract'
import { live } from '../db/environment.ts'
import type { PageRange } from '../db/keyset.ts'
import { empty, join, raw, type Statement, sql } from '../db/sql.ts'
import { type LotLine, lotColumns } from './queries.ts'

/** `clientId` is null for the staff, who see every client's lots. */
export type TracedLot = { clientId: string | null; lotId: string }

const isTraced = ({ clientId, lotId }: TracedLot) =>
  sql`lots.id = ${lotId} and ${clientId ? sql`lots.client_id = ${clientId}` : live('lots.client_id')}`

export const tracedLot = (lot: TracedLot) =>
  sql<LotLine & { client: StaffLotTrace['client'] }>`
    select ${lotColumns}, json_build_object('id', clients.id, 'name', clients.name) as client
    from lots
    join products on products.id = lots.product_id
    join clients on clients.id = lots.client_id
    where ${isTraced(lot)}`

const contactColumns = sql`destinatarios.id, destinatarios.name, destinatarios.phone, destinatarios.email,
  destinatarios.address, destinatarios.city, destinatarios.province, destinatarios.postal_code`

// The document of each entry is a subquery, so that it is always looked up by its key: a join of a whole page can become
// a scan of all remitos.
const remitoOfEntry = sql`(
  select json_build_object(
    'remito', json_build_object('id', remitos.id, 'type', remitos.type, 'status', remitos.status,
      'date', remitos.date, 'remito_number', remitos.remito_number),
    'order', case when orders.id is not null then json_build_object(
      'id', orders.id, 'order_number', orders.order_number, 'status', orders.status) end,
    'recipient', (select to_json(contact) from (select ${contactColumns}) as contact where destinatarios.id is not null),
    'return', (
      select json_build_object('id', returns.id, 'number', returns.number) from returns
      where returns.client_id = remitos.client_id and returns.id = remitos.return_id))
  from remitos
  left join orders on orders.client_id = remitos.client_id and orders.id = remitos.source_order_id
  left join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
  where remitos.client_id = ledger.client_id and remitos.id = ledger.document_id)`

// A transfer moves each lot once, into a lot with the same number, expiry date and vintage.
const otherSide = sql`(
  select json_build_object('client', json_build_object('id', clients.id, 'name', clients.name), 'lot_id', other.lot_id)
  from stock_ledger other
  join lots other_lot on other_lot.id = other.lot_id
  join clients on clients.id = other.client_id
  where ledger.cause = 'transfer' and other.document_id = ledger.document_id and other.cause = 'transfer'
    and other.client_id <> ledger.client_id
    and other_lot.lot_number = lots.lot_number and other_lot.expires_on = lots.expires_on
    and other_lot.vintage_year is not distinct from lots.vintage_year
  limit 1)`

type Document = Pick<StaffTraceEntry, 'remito' | 'order' | 'recipient' | 'return'>
export type TraceLine = Omit<StaffTraceEntry, keyof Document | 'status'> & {
  seq: number
  document: Document | null
}

export const traceOldestFirst = (lot: TracedLot, { after, rowLimit }: PageRange) =>
  sql<TraceLine>`
    select ledger.id, ledger.seq, ledger.cause, ledger.delta, ledger.document_id, ${remitoOfEntry} as document,
      ${lot.clientId ? sql`null` : otherSide} as transfer, ledger.reason, ledger.actor, ledger.created_at,
      ${lot.clientId ? sql`null` : sql`actor_name(ledger.actor)`} as actor_name
    from lots
    join stock_ledger ledger on ledger.lot_id = lots.id
    where ${isTraced(lot)} ${after ? sql`and ledger.seq > ${after[0]}` : empty}
    order by ledger.seq
    limit ${rowLimit}`

/** A void counts against the side of its remito. in − out = the sum of all entries. An index-only scan. */
export const flowsOfLot = (lotId: string) =>
  sql<LotFlow & { movements: number }>`
    select side.cause, count(*) as movements,
      coalesce(sum(delta) filter (where (delta > 0) <> side.is_void), 0) as in,
      coalesce(-sum(delta) filter (where (delta < 0) <> side.is_void), 0) as out
    from stock_ledger ledger
    cross join lateral (
      select ledger.cause = 'remito_void' as is_void,
        case when ledger.cause <> 'remito_void' then ledger.cause
          when ledger.delta < 0 then 'remito_ingreso' else 'remito_egreso' end as cause
    ) as side
    where ledger.lot_id = ${lotId}
    group by side.cause
    order by side.cause`

// The order is looked up for each entry as well: the inner limit keeps the planner from joining all of them.
const orderOfEntry = sql`
  select orders.destinatario_id, orders.status
  from remitos
  join orders on orders.client_id = remitos.client_id and orders.id = remitos.source_order_id
  where remitos.client_id = ledger.client_id and remitos.id = ledger.document_id
  limit 1`

const quantityStatuses = Object.keys(RecipientQuantities.properties) as (keyof RecipientQuantities)[]

/** The statuses of orders whose goods have this status. */
const orderStatusesOf = (status: string) =>
  Object.entries(goodsStatuses).flatMap(([order, goods]) => (goods === status ? [order] : []))

const sumOfStatus = (status: keyof RecipientQuantities) =>
  sql`coalesce(-sum(ledger.delta) filter (where source.status = any(${orderStatusesOf(status)}::text[])), 0)
    as ${raw(status)}`

const quantitiesOfStatuses = (quantity: (status: string) => Statement) =>
  sql`json_build_object(${join(quantityStatuses.map((status) => sql`${raw(`'${status}'`)}, ${quantity(status)}`))})`

type RecipientLine = RecipientTotal & {
  recipient_count: number
  /** The sums over all recipients. */
  all_by_status: RecipientQuantities
}

/** What orders took for each destinatario, net of voids; the largest quantities, and count and sums of all of them. */
export const recipientsOfLot = (lotId: string, limit: number) =>
  sql<RecipientLine>`
    select ${contactColumns}, taken.quantity, ${quantitiesOfStatuses((status) => sql`taken.${raw(status)}`)} as by_status,
      count(*) over () as recipient_count,
      ${quantitiesOfStatuses((status) => sql`sum(taken.${raw(status)}) over ()`)} as all_by_status
    from (
      select ledger.client_id, source.destinatario_id, -sum(ledger.delta) as quantity,
        ${join(quantityStatuses.map(sumOfStatus))}
      from stock_ledger ledger
      cross join lateral (${orderOfEntry}) as source
      where ledger.lot_id = ${lotId} and ledger.cause in ('remito_egreso', 'remito_void')
      group by 1, 2
    ) as taken
    join destinatarios on destinatarios.client_id = taken.client_id and destinatarios.id = taken.destinatario_id
    where taken.quantity <> 0
    order by taken.quantity desc, destinatarios.name_folded, destinatarios.id
    limit ${limit}`
