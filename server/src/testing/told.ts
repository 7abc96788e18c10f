// Events are exactly those that the changes call for: asked of the database, for whatever went through the
// service.
import { expect } from 'vitest'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

export async function expectToldOnce(db: Db): Promise<void> {
  expect(await db.rows(ordersToldWrong())).toEqual([])
  expect(await db.rows(stepsToldWrong())).toEqual([])
  expect(await db.rows(remitosToldWrong())).toEqual([])
  expect(await db.rows(entriesToldWrong())).toEqual([])
  expect(await db.rows(movementsToldWrong())).toEqual([])
  expect(await db.rows(lotsToldWrong())).toEqual([])
  expect(await db.rows(deliveriesMissing())).toEqual([])
}

const told = sql`(
  select client_id, type, transaction_id, id as event_id, body::json #> '{data,object}' as object from events) as told`

/** How often an order is told of by each of its events. */
const times = (type: string) => sql`(
  select count(*) from ${told}
  where told.client_id = orders.client_id and type = ${type} and object ->> 'id' = orders.id::text)`

/** Created once; approved once if it ever had an egreso; cancelled and rejected once if it is. */
const ordersToldWrong = () => sql`
  select id, status from orders
  where ${times('order.created')} <> 1
    or ${times('order.approved')} <>
      (select count(*) from remitos where source_order_id = orders.id)
    or ${times('order.cancelled')} <> case status when 'cancelled' then 1 else 0 end
    or ${times('order.rejected')} <> case status when 'rejected' then 1 else 0 end
    or ${times('order.delivered')} <> case status when 'delivered' then 1 else 0 end
    or ${times('order.in_preparation')} < case
      when status in ('in_preparation', 'in_transit', 'delivered', 'failed_delivery') then 1 else 0 end
    or ${times('order.in_preparation')} > 1`

/** Each step starts where the one before it ended, and the last ends where the order is. */
const stepsToldWrong = () => sql`
  select order_id, status, next from (
    select object ->> 'id' as order_id, object ->> 'status' as status,
      coalesce(
        lead(object ->> 'previous_status') over (partition by object ->> 'id' order by transaction_id, event_id),
        (select orders.status from orders where orders.id::text = object ->> 'id')) as next
    from ${told} where type like 'order.%') as steps
  where status is distinct from next`

const remitosToldWrong = () => sql`
  select id, status from remitos
  where 1 <> (
      select count(*) from ${told}
      where told.client_id = remitos.client_id and type = 'remito.created' and object ->> 'id' = remitos.id::text)
    or case status when 'voided' then 1 else 0 end <> (
      select count(*) from ${told}
      where told.client_id = remitos.client_id and type = 'remito.voided' and object ->> 'id' = remitos.id::text)`

const entriesToldWrong = () => sql`
  select id, type from account_entries entry
  where case when type <> 'credit_sale' and reverses is null then 1 else 0 end <> (
    select count(*) from ${told}
    where told.client_id = entry.client_id and told.type in ('payment.received', 'credit_note.issued')
      and object ->> 'id' like '%' || entry.id)`

/** One stock.changed per product and movement, whose deltas add up to what is there. */
const movementsToldWrong = () => sql`
  select stock.product_id, stock.quantity from stock
  where coalesce((
      select sum((object ->> 'delta')::numeric) from ${told}
      where told.client_id = stock.client_id and type = 'stock.changed'
        and object ->> 'product_id' = stock.product_id::text), 0) <> quantity
    or (
      select count(*) from ${told}
      where told.client_id = stock.client_id and type = 'stock.changed'
        and object ->> 'product_id' = stock.product_id::text)
    <> (
      select count(*) from (
        select 1 from stock_ledger entry where entry.product_id = stock.product_id
        group by entry.document_id, entry.cause having sum(delta) <> 0) as movements)`

const lotsToldWrong = () => sql`
  select id from lots
  where 1 <> (
    select count(*) from ${told}
    where told.client_id = lots.client_id and type = 'lot.created' and object ->> 'lot_id' = lots.id::text)`

/** Every endpoint that asked for an event has one delivery of it, and of nothing else. */
const deliveriesMissing = () => sql`
  select endpoint.id, event.id from webhook_endpoints endpoint
  join events event on event.client_id = endpoint.client_id and event.created_at > endpoint.created_at
  left join deliveries on deliveries.event_id = event.id and deliveries.endpoint_id = endpoint.id
  group by endpoint.id, event.id
  having count(deliveries.id) <> case when event.type = any(endpoint.events) then 1 else 0 end`
