// The events in the database are exactly those that its changes require: none is missing or duplicated.
import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { isSubscribed } from '../../src/webhooks/fan-out.ts'

export async function expectEventsMatch(db: Db): Promise<void> {
  expect(await db.rows(wrongOrderEvents())).toEqual([])
  expect(await db.rows(wrongOrderSteps())).toEqual([])
  expect(await db.rows(wrongOrderRevisions())).toEqual([])
  expect(await db.rows(wrongRemitoEvents())).toEqual([])
  expect(await db.rows(wrongNoticeEvents())).toEqual([])
  expect(await db.rows(wrongReturnEvents())).toEqual([])
  expect(await db.rows(wrongEntryEvents())).toEqual([])
  expect(await db.rows(wrongStockEvents())).toEqual([])
  expect(await db.rows(wrongLotEvents())).toEqual([])
  expect(await db.rows(wrongHoldEvents())).toEqual([])
  expect(await db.rows(wrongDeliveries())).toEqual([])
}

/** Each event with its object, parsed once. */
const published = sql`published as materialized (
  select client_id, type, transaction_id, id as event_id, object, object ->> 'id' as object_id
  from (select *, body::json #> '{data,object}' as object from events) as parsed)`

/** Created once; approved once if it ever had an egreso; each later status once if the order has it. */
const wrongOrderEvents = () => sql`
  with ${published}, counted as (
    select client_id, object_id,
      count(*) filter (where type = 'order.created') as created,
      count(*) filter (where type = 'order.approved') as approved,
      count(*) filter (where type = 'order.in_preparation') as prepared,
      count(*) filter (where type = 'order.delivered') as delivered,
      count(*) filter (where type = 'order.rejected') as rejected,
      count(*) filter (where type = 'order.cancelled') as cancelled
    from published where type like 'order.%' group by client_id, object_id)
  select orders.id, orders.status, counted from orders
  full join counted on counted.client_id = orders.client_id and counted.object_id = orders.id::text
  where created is distinct from 1
    or approved is distinct from (select count(*) from remitos where source_order_id = orders.id)
    or prepared > approved
    or delivered <> case status when 'delivered' then 1 else 0 end
    or rejected <> case status when 'rejected' then 1 else 0 end
    or cancelled <> case status when 'cancelled' then 1 else 0 end`

/** Each step starts in the status where the previous one ended, and the last ends in the order's status. */
const wrongOrderSteps = () => sql`
  with ${published}, steps as (
    select object_id, object ->> 'status' as status,
      lead(object ->> 'previous_status') over (partition by object_id order by transaction_id, event_id) as next
    from published where type like 'order.%')
  select steps.* from steps
  join orders on orders.id = object_id::uuid
  where steps.status <> coalesce(next, orders.status)`

/** Each revision has its event, except for packings; each event has the next one, and each update is in the list of them. */
const wrongOrderRevisions = () => sql`
  with ${published}, numbered as (
    select object_id, type, (object ->> 'revision')::int as revision,
      row_number() over (partition by object_id order by transaction_id, event_id) as position,
      object -> 'changes' -> 0 as change
    from published where type like 'order.%'),
  packed as (
    select subject_id, count(*) as count from audit_entries where action = 'orders.pack' group by subject_id)
  select orders.id, orders.revision, count(*) as events
  from orders
  join numbered on numbered.object_id = orders.id::text
  left join packed on packed.subject_id = orders.id
  left join order_changes change on change.order_id = orders.id and change.revision = numbered.revision
  group by orders.id, orders.revision, packed.count
  having orders.revision <> count(*) + coalesce(packed.count, 0)
    or bool_or(packed.count is null and numbered.position <> numbered.revision)
    or bool_or((numbered.type = 'order.updated') is distinct from (change.revision is not null))
    or bool_or((numbered.change ->> 'reason') is distinct from change.reason)
    or count(change.revision) <> (select count(*) from order_changes every where every.order_id = orders.id)`

const wrongRemitoEvents = () => sql`
  with ${published}, counted as (
    select client_id, object_id, count(*) filter (where type = 'remito.created') as created,
      count(*) filter (where type = 'remito.voided') as voided
    from published where type like 'remito.%' group by client_id, object_id)
  select remitos.id, status, counted from remitos
  full join counted on counted.client_id = remitos.client_id and counted.object_id = remitos.id::text
  where created is distinct from 1 or voided <> case status when 'voided' then 1 else 0 end`

/** Arrived once; received each time that it was closed, at the latest when it is closed now. */
const wrongNoticeEvents = () => sql`
  with ${published}, counted as (
    select client_id, object_id, count(*) filter (where type = 'inbound.arrived') as arrived,
      count(*) filter (where type = 'inbound.received') as received
    from published where type like 'inbound.%' group by client_id, object_id),
  closed as (
    select subject_id, count(*) as count from audit_entries where action = 'inbound.close' group by subject_id)
  select notices.id, notices.status, counted from inbound_notices notices
  full join counted on counted.client_id = notices.client_id and counted.object_id = notices.id::text
  left join closed on closed.subject_id = notices.id
  where notices.id is null
    or coalesce(arrived, 0) <> case when arrived_at is null then 0 else 1 end
    or coalesce(received, 0) <> coalesce(closed.count, 0)
    or (closed_at is not null and coalesce(received, 0) = 0)`

const wrongReturnEvents = () => sql`
  with ${published}, counted as (
    select client_id, object_id, count(*) filter (where type = 'return.expected') as expected,
      count(*) filter (where type = 'return.received') as received
    from published where type like 'return.%' group by client_id, object_id)
  select returns.id, status, counted from returns
  full join counted on counted.client_id = returns.client_id and counted.object_id = returns.id::text
  where expected is distinct from 1 or received <> case status when 'received' then 1 else 0 end`

const wrongEntryEvents = () => sql`
  with ${published}, counted as (
    select client_id, type, right(object_id, 36) as entry_id, count(*) as count
    from published where type in ('payment.received', 'credit_note.issued') group by client_id, type, entry_id)
  select entry.id, entry.type, counted
  from (select * from account_entries where type <> 'credit_sale' and reverses is null) as entry
  full join counted on counted.client_id = entry.client_id and counted.entry_id = entry.id::text
    and counted.type = case entry.type when 'payment' then 'payment.received' else 'credit_note.issued' end
  where count is distinct from 1 or entry.id is null`

/** One stock.changed per product and movement, whose deltas add up to the quantity in stock. */
const wrongStockEvents = () => sql`
  with ${published}, changed as (
    select client_id, object ->> 'product_id' as product_id, count(*) as count,
      sum((object ->> 'delta')::numeric) as total
    from published where type = 'stock.changed' group by client_id, object ->> 'product_id'),
  movements as (
    select product_id, count(*) as count from (
      select product_id from stock_ledger group by product_id, document_id, cause having sum(delta) <> 0) as one
    group by product_id)
  select stock.product_id, stock.quantity, changed, movements from stock
  left join changed on changed.client_id = stock.client_id and changed.product_id = stock.product_id::text
  left join movements on movements.product_id = stock.product_id
  where coalesce(total, 0) <> quantity or coalesce(changed.count, 0) <> coalesce(movements.count, 0)`

const wrongLotEvents = () => sql`
  with ${published}, created as (
    select client_id, object ->> 'lot_id' as lot_id, count(*) as count
    from published where type = 'lot.created' group by client_id, object ->> 'lot_id')
  select lots.id, created from lots
  full join created on created.client_id = lots.client_id and created.lot_id = lots.id::text
  where count is distinct from 1 or lots.id is null`

/** Each release follows a hold, and a lot is on hold if its last hold was not released. */
const wrongHoldEvents = () => sql`
  with ${published}, counted as (
    select object ->> 'lot_id' as lot_id, count(*) filter (where type = 'lot.held') as held,
      count(*) filter (where type = 'lot.released') as released
    from published where type in ('lot.held', 'lot.released') group by 1)
  select lots.id, lots.held_since, counted from lots
  left join counted on counted.lot_id = lots.id::text
  where coalesce(held - released, 0) <> case when held_since is null then 0 else 1 end`

/** Every endpoint has one delivery of each event that it subscribed to, and no other. */
const wrongDeliveries = () => sql`
  select endpoint.id, event.id, event.type, count(deliveries.id) from webhook_endpoints endpoint
  join events event on event.client_id = endpoint.client_id and event.created_at > endpoint.created_at
  left join deliveries on deliveries.event_id = event.id and deliveries.endpoint_id = endpoint.id
  group by endpoint.id, event.id
  having count(deliveries.id) <> case when ${isSubscribed} then 1 else 0 end`
