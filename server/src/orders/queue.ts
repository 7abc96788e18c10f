// The queue of the warehouse: the orders of one status in the order of their index, each with its names and sums. Names
// and sums are looked up only for the rows of the page, so that a page costs the same however long the queue is.

import type { OpenOrderStatus, QueuedOrder } from '@anden/contract'
import { live } from '../db/environment.ts'
import type { PageRange } from '../db/keyset.ts'
import type { Queryable } from '../db/queryable.ts'
import { empty, sql } from '../db/sql.ts'
import { shortagesByOrder } from '../stock/plan-picks.ts'
import { linesOfOrders, type OrderWeight, tripOfOrder, weightOfOrder } from './queries.ts'

export type QueueRow = Omit<QueuedOrder, 'shortages' | 'weight_kg' | 'weight_known'> & OrderWeight
type QueueQuery = { status: OpenOrderStatus; client_id?: string; for_trip?: boolean }

const quantitiesByUnit = sql`
  select json_agg(json_build_object('unit_type', unit_type, 'quantity', quantity) order by unit_type)
  from (
    select products.unit_type, sum(item.quantity) as quantity
    from order_items item
    join products on products.id = item.product_id
    where item.client_id = orders.client_id and item.order_id = orders.id
    group by products.unit_type) as units`

// A pending order has no goods yet. Most clients have no lot on hold, and then nothing else is looked up for their orders.
const heldLotCount = (status: QueueQuery['status']) =>
  status === 'pending'
    ? sql`0`
    : sql`
  case when exists (select from lots where lots.client_id = orders.client_id and lots.held_since is not null)
  then (
    select count(distinct lots.id)
    from remitos
    join remito_items item on item.remito_id = remitos.id
    join lots on lots.id = item.lot_id
    where remitos.source_order_id = orders.id and remitos.status = 'issued' and lots.held_since is not null
  ) else 0 end`

/** Orders that a trip can take. The statuses are those of the index, which PostgreSQL would not use without them. */
const withoutTrip = sql`and delivery_type = 'envio' and status in ('approved', 'in_preparation', 'failed_delivery')
      and not exists (select from trip_stops stop where stop.order_id = orders.id and stop.outcome is null)`

export const queuedOrders = ({ status, client_id, for_trip }: QueueQuery, { after, rowLimit }: PageRange) =>
  sql<QueueRow>`
    select id, order_number, status, delivery_type, delivery_address, delivery_city, delivery_province, packages,
      revision, changed_at, created_at, updated_at, (
        select json_build_object('id', clients.id, 'name', clients.name)
        from clients
        where clients.id = orders.client_id
      ) as client, (
        select json_build_object('id', destinatarios.id, 'name', destinatarios.name, 'city', destinatarios.city)
        from destinatarios
        where destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
      ) as destinatario, (
        select count(*) from order_items item
        where item.client_id = orders.client_id and item.order_id = orders.id
      ) as lines, (${quantitiesByUnit}) as quantities, ${weightOfOrder} as weight, (
        select json_build_object('id', remitos.id, 'remito_number', remitos.remito_number)
        from remitos
        where remitos.source_order_id = orders.id and remitos.status = 'issued'
        limit 1
      ) as remito, ${heldLotCount(status)} as lots_on_hold, ${tripOfOrder}
    from orders
    where ${live()} and status = ${status} ${client_id ? sql`and client_id = ${client_id}` : empty}
      ${for_trip ? withoutTrip : empty}
      ${after ? sql`and (created_at, id) > (${after[0]}, ${after[1]})` : empty}
    order by ${client_id ? sql`client_id, ` : empty}status, created_at, id
    limit ${rowLimit}`

/** Plans the pending orders of a page as approval would. */
export async function withShortages(
  at: Queryable,
  orders: readonly QueuedOrder[],
  today: string,
): Promise<QueuedOrder[]> {
  const pending = orders.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return [...orders]
  const lines = Map.groupBy(
    await at.rows(linesOfOrders(pending.map(({ id }) => id))),
    ({ order_id }) => order_id,
  )
  const toPick = pending.map(({ id }) => ({ id, lines: lines.get(id) ?? [] }))
  const shortages = await shortagesByOrder(at, toPick, today)
  return orders.map((order) => ({ ...order, shortages: shortages.get(order.id) ?? [] }))
}
