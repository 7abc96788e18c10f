// The invariants of stock, orders and accounts, checked by SQL: they hold after any sequence of requests.
import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
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
  expect(await db.rows(inconsistentOrders())).toEqual([])
  expect(await db.rows(inconsistentTotals())).toEqual([])
}

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

/** Numbers are consecutive from 1, without gaps or repetitions. */
const egresoNumberFaults = () => sql`
  select number, position from (
    select split_part(remito_number[1], '-', 2)::bigint as number,
      row_number() over (partition by split_part(remito_number[1], '-', 1) order by remito_number[1]) as position
    from remitos where type = 'egreso') as numbered
  where number <> position`

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
