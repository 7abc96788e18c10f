// The invariants of stock, orders and accounts, checked by SQL: they hold after any sequence of requests.
import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { live } from '../../src/db/environment.ts'
import { sql } from '../../src/db/sql.ts'

export async function expectInvariants(db: Db): Promise<void> {
  expect(await db.rows(inconsistentProducts())).toEqual([])
  expect(await db.rows(inconsistentLots())).toEqual([])
  expect(await db.rows(inconsistentCheckpoints())).toEqual([])
  expect(await db.rows(goodsTakenOnHold())).toEqual([])
  expect(await db.rows(inconsistentReservations())).toEqual([])
  expect(await db.rows(inconsistentBalances())).toEqual([])
  expect(await db.rows(repeatedCreditNoteNumbers())).toEqual([])
  expect(await db.rows(egresoNumberFaults())).toEqual([])
  expect(await db.rows(bookNumberFaults())).toEqual([])
  expect(await db.rows(inconsistentOrders())).toEqual([])
  expect(await db.rows(inconsistentTotals())).toEqual([])
  expect(await db.rows(inconsistentNotices())).toEqual([])
  expect(await db.rows(inconsistentReturns())).toEqual([])
  expect(await db.rows(inconsistentTrips())).toEqual([])
  expect(await db.rows(inconsistentStops())).toEqual([])
  expect(await db.rows(inconsistentAcceptances())).toEqual([])
  expect(await db.rows(mixedEnvironments())).toEqual([])
}

/** What is of a sandbox says so, and nothing else does: the numbers of egresos, and the events. */
const mixedEnvironments = () => sql`
  select 'remito' as kind, id from remitos
  where type = 'egreso' and (remito_number[1] like 'X 99999-%') = (${live()})
  union all
  select 'event', id from events where (body::jsonb ->> 'livemode')::boolean <> (${live()})
  union all
  select 'mail', id from sandbox_mails where ${live()}`

/** quantity = sum of lots = sum of ledger entries; nothing negative. */
const inconsistentProducts = () => sql`
  select stock.product_id, stock.quantity from stock
  left join (select product_id, sum(quantity) as sum from lots group by product_id) as in_lots
    on in_lots.product_id = stock.product_id
  left join (select product_id, sum(delta) as sum from stock_ledger group by product_id) as in_ledger
    on in_ledger.product_id = stock.product_id
  where stock.quantity < 0 or stock.reserved_quantity < 0
    or stock.quantity <> coalesce(in_lots.sum, 0) or stock.quantity <> coalesce(in_ledger.sum, 0)`

const inconsistentLots = () => sql`
  select lots.id, lots.quantity from lots
  left join (select lot_id, sum(delta) as sum from stock_ledger group by lot_id) as in_ledger
    on in_ledger.lot_id = lots.id
  where lots.quantity < 0 or lots.quantity <> coalesce(in_ledger.sum, 0)`

/** A checkpoint has the sum of the entries up to it, and the entries since the last ones are few. */
const inconsistentCheckpoints = () => sql`
  select product_id, recorded_until, quantity from stock_checkpoints
  where quantity is distinct from (
    select sum(delta) from stock_ledger ledger
    where ledger.product_id = stock_checkpoints.product_id and ledger.created_at <= recorded_until)
  union all
  select product_id, null, entries_since_checkpoint from stock
  where entries_since_checkpoint >= entries_per_checkpoint()`

/** No egreso or transfer has taken goods from a lot since it was put on hold. */
const goodsTakenOnHold = () => sql`
  select lots.id, ledger.id as entry_id from lots
  join stock_ledger ledger on ledger.lot_id = lots.id
  where lots.held_since is not null and ledger.created_at > lots.held_since and ledger.delta < 0
    and ledger.cause in ('remito_egreso', 'transfer')`

/** reserved = sum of the items of pending orders. */
const inconsistentReservations = () => sql`
  select product_id, reserved_quantity from stock
  where reserved_quantity <> coalesce((
    select sum(item.quantity) from order_items item join orders on orders.id = item.order_id
    where item.product_id = stock.product_id and orders.status = 'pending'), 0)`

const inconsistentBalances = () => sql`
  select client_id, type, sum(amount) from account_entries group by client_id, type
  except
  select client_id, type, total from account_totals`

/** Each number occurs once per client; the reversal of a credit note has the same number. */
const repeatedCreditNoteNumbers = () => sql`
  select client_id, number from account_entries
  where type = 'credit_note' and reverses is null
  group by client_id, number
  having count(number) > 1`

const egresos = sql`(
  select numbered.number, numbered.point_of_sale, numbered.sandbox, remitos.cai, books.id as book_id
  from remitos
  cross join lateral (
    select split_part(remito_number[1], '-', 2)::bigint as number,
      split_part(split_part(remito_number[1], '-', 1), ' ', 2) as point_of_sale,
      case when client_id >= 'ffffffff-0000-0000-0000-000000000000' then client_id end as sandbox) as numbered
  left join remito_books books on books.point_of_sale::text = ltrim(numbered.point_of_sale, '0')
    and numbered.number between books.first_number and books.next_number - 1
  where type = 'egreso')`

/** Without a book, numbers are consecutive from 1, without gaps or repetitions; each sandbox has its own. */
const egresoNumberFaults = () => sql`
  select number, position from (
    select number, row_number() over (partition by point_of_sale, sandbox order by number) as position
    from ${egresos} as egresos where book_id is null) as numbered
  where number <> position`

/** Each number of a book up to the next one is on exactly one egreso, and that has the CAI of the book. */
const bookNumberFaults = () => sql`
  select books.id, books.next_number, count(egresos.number) as used
  from remito_books books
  left join ${egresos} as egresos on egresos.book_id = books.id
  group by books.id
  having count(egresos.number) <> books.next_number - books.first_number
    or count(distinct egresos.number) <> count(egresos.number)
    or count(*) filter (where egresos.cai is distinct from books.cai and egresos.number is not null) > 0`

/** An order past approval has exactly one valid egreso; any other has none. */
const inconsistentOrders = () => sql`
  select orders.id, orders.status from orders
  where (select count(*) from remitos where source_order_id = orders.id and remitos.status = 'issued')
    <> case when orders.status in ('pending', 'rejected', 'cancelled') then 0 else 1 end`

/** The stored totals equal a count, and no change is left to be applied. */
const inconsistentTotals = () => sql`
  with counted as (
    select client_id, 'orders_by_status' as total, status as key, count(*)::numeric as amount
    from orders group by 1, 3
    union all
    select client_id, 'orders_by_week', to_char(date_trunc('week', created_at at time zone time_zone), 'YYYY-MM-DD'), count(*)
    from orders, warehouse_clock group by 1, 3
    union all
    select client_id, 'lots_by_expiry', expiry_date::text, count(*)
    from lots where quantity > 0 and expiry_date is not null group by 1, 3
    union all
    select client_id, 'balance_by_month', to_char(created_at at time zone time_zone, 'YYYY-MM'),
      sum(case type when 'credit_sale' then amount else -amount end)
    from account_entries, warehouse_clock group by 1, 3)
  select client_id, total, key, counted.amount as counted, kept.amount as kept
  from (select * from counted where amount <> 0) as counted
  full join client_totals as kept using (client_id, total, key)
  where counted.amount is distinct from kept.amount
  union all
  select client_id, total, key, change, null from total_changes`

/** What was received of a line is the sum of its lines in ingresos that are not voided, and every line of those counts for one. */
const inconsistentNotices = () => sql`
  with received as (
    select remitos.inbound_id, line.inbound_item_id, sum(line.quantity) as quantity
    from remitos
    join remito_items line on line.client_id = remitos.client_id and line.remito_id = remitos.id
    where remitos.inbound_id is not null and remitos.status = 'issued'
    group by 1, 2)
  select coalesce(item.notice_id, received.inbound_id) as notice_id, item.id, item.received, received.quantity
  from inbound_items item
  full join received on received.inbound_id = item.notice_id and received.inbound_item_id = item.id
  where coalesce(item.received, 0) <> coalesce(received.quantity, 0)
  union all
  select notices.id, null, null, null
  from inbound_notices notices
  where (status = 'received_with_differences') is distinct from exists (
    select from inbound_items item
    where item.notice_id = notices.id and item.difference_reason is not null)
  union all
  select notices.id, item.id, item.received, item.quantity
  from inbound_notices notices
  join inbound_items item on item.notice_id = notices.id
  where status like 'received%' and (item.received = item.quantity) <> (item.difference_reason is null)`

/**
 * Returns are of delivered orders, and together no more than was shipped and is not missing. What came in by an ingreso is what was restocked, into the
 * lot that it came from, and what was held, of each product.
 */
const inconsistentReturns = () => sql`
  with lines as (
    select item.*, returns.status, returns.order_id, returns.created_at, restocked + held as entered,
      case returns.status when 'expected' then expected when 'received' then restocked + held + written_off else 0 end as returned
    from return_items item
    join returns on returns.client_id = item.client_id and returns.id = item.return_id),
  came as (
    select remitos.return_id, line.product_id, line.lot_id, sum(line.quantity) as quantity
    from remitos
    join remito_items line on line.client_id = remitos.client_id and line.remito_id = remitos.id
    where remitos.return_id is not null
    group by 1, 2, 3)
  select 'shipped' as what, shipped.id, sum(returned) as returned, shipped.quantity
  from lines
  join remito_items shipped on shipped.id = lines.remito_item_id
  group by shipped.id, shipped.quantity
  having sum(returned) > shipped.quantity - coalesce((
    select line.missing
    from remito_acceptances acceptance
    join remito_acceptance_lines line on line.acceptance_id = acceptance.id
    where acceptance.remito_id = shipped.remito_id and not acceptance.late and line.remito_item_id = shipped.id
      -- An acceptance may contradict what had come back before.
      and acceptance.created_at <= min(lines.created_at)), 0)
  union all
  select 'entered', coalesce(entered.return_id, came.return_id), entered.quantity, came.quantity
  from (select return_id, product_id, sum(entered) as quantity from lines where entered > 0 group by 1, 2) as entered
  full join (select return_id, product_id, sum(quantity) as quantity from came group by 1, 2) as came
    using (return_id, product_id)
  where entered.quantity is distinct from came.quantity
  union all
  select 'restocked', lines.return_id, lines.quantity, coalesce(came.quantity, 0)
  from (select return_id, lot_id, sum(restocked) as quantity from lines where restocked > 0 group by 1, 2) as lines
  left join came using (return_id, lot_id)
  where lines.quantity <> coalesce(came.quantity, 0)
  union all
  select 'status', lines.id, lines.returned, lines.expected
  from lines
  join orders on orders.client_id = lines.client_id and orders.id = lines.order_id
  where orders.status <> 'delivered' or (lines.status <> 'received' and lines.entered + lines.written_off > 0)`

/** Stops are numbered from 1 without gaps; what has departed has stops, and what is closed has none without an outcome. */
const inconsistentTrips = () => sql`
  select trips.id, trips.number, trips.status, count(stop.order_id) as stops
  from trips
  left join trip_stops stop on stop.trip_id = trips.id
  group by trips.id
  having coalesce(max(stop.position), 0) <> count(stop.order_id) or coalesce(min(stop.position), 1) <> 1
    or (trips.status <> 'draft' and count(stop.order_id) = 0)
    or (trips.status = 'closed' and bool_or(stop.outcome is null))`

/**
 * An open stop of a draft has an order that can still leave, one of a trip under way an order in transit. A stop of a draft has
 * no outcome, and no order has two that are open.
 */
const inconsistentStops = () => sql`
  select stop.trip_id, stop.order_id, trips.status, stop.outcome, orders.status as order_status
  from trip_stops stop
  join trips on trips.id = stop.trip_id
  join orders on orders.id = stop.order_id
  where orders.delivery_type <> 'envio' or (trips.status = 'draft' and stop.outcome is not null)
    or (stop.outcome is null and orders.status <> all (
      case trips.status when 'draft' then array['approved', 'in_preparation', 'failed_delivery'] else array['in_transit'] end))
    or (trips.status <> 'draft' and stop.weight_known is null)
  union all
  select null, order_id, null, null, null from trip_stops where outcome is null group by order_id having count(*) > 1`

/** Of each line, what came of it is what was shipped; every accepted remito has its proof, and every proof that counts its remito. */
const inconsistentAcceptances = () => sql`
  select accepted.remito_id, item.id as item_id, item.quantity, line.accepted
  from remito_acceptances accepted
  join remito_items item on item.client_id = accepted.client_id and item.remito_id = accepted.remito_id
  full join remito_acceptance_lines line on line.acceptance_id = accepted.id and line.remito_item_id = item.id
  where item.quantity is distinct from line.accepted + line.missing + line.damaged + line.refused
  union all
  select remitos.id, null, null, null
  from remitos
  full join (select * from remito_acceptances where not late) accepted on accepted.remito_id = remitos.id
  left join orders on orders.id = accepted.order_id
  where (remitos.acceptance is not null or accepted.id is not null)
    and (remitos.acceptance is distinct from accepted.outcome or orders.status is distinct from 'delivered')
  union all
  select accepted.remito_id, null, null, null
  from remito_acceptances accepted
  where (accepted.outcome = 'accepted') <> (
    select sum(missing + damaged + refused) = 0 from remito_acceptance_lines where acceptance_id = accepted.id)`
