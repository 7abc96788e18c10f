import type { LedgerCause, LedgerEntry, Lot, LotSource, StockRow } from '@anden/contract'
import type { SortKey } from '../db/sort-key.ts'
import { empty, sql } from '../db/sql.ts'
import type { ByVintage } from './availability.ts'
import type { ExpiringLot } from './expiring.ts'
import type { LockedProduct } from './lock.ts'
import type { PickableLot } from './pick.ts'

export type StockLine = Omit<StockRow, 'products'> & {
  name: string
  sku: string
  unit_type: StockRow['products']['unit_type']
}

// What is past its date cannot be picked. Few lots are, and the index finds just those.
const stockColumns = (today: string) => sql`
  stock.product_id, products.name, products.sku, products.unit_type,
  stock.quantity, stock.reserved_quantity,
  greatest(0, stock.quantity - stock.reserved_quantity - coalesce((
    select sum(lots.quantity) from lots
    where lots.client_id = products.client_id and lots.product_id = products.id
      and lots.quantity > 0 and lots.expires_on < ${today}), 0)) as available_quantity,
  stock.updated_at`

type StockQuery = { product_id?: string; min_quantity?: number; archived?: boolean }

export const stockBySku = (
  clientId: string,
  today: string,
  { product_id, min_quantity = 0, archived = false }: StockQuery,
  after: SortKey | null,
  rowLimit: number,
) =>
  sql<StockLine>`
    select ${stockColumns(today)}
    from products
    join stock on stock.product_id = products.id
    where products.client_id = ${clientId} and products.archived = ${archived}
      ${product_id ? sql`and products.id = ${product_id}` : empty}
      ${min_quantity > 0 ? sql`and stock.quantity >= ${min_quantity}` : empty}
      ${after ? sql`and (products.sku, products.id) > (${after[0]}, ${after[1]})` : empty}
    order by products.client_id, products.sku, products.id
    limit ${rowLimit}`

export const stockOfProduct = (clientId: string, today: string, productId: string) =>
  sql<StockLine>`
    select ${stockColumns(today)}
    from products
    join stock on stock.product_id = products.id
    where products.client_id = ${clientId} and products.id = ${productId}`

export type LotLine = Omit<Lot, 'products'> & { name: string; sku: string; expires_on: string }
type LotQuery = { product_id?: string; expiring_before?: string; include_depleted?: boolean }

export const lotsFirstToExpire = (
  clientId: string,
  { product_id, expiring_before, include_depleted = false }: LotQuery,
  after: SortKey | null,
  rowLimit: number,
) => {
  const depleted = include_depleted ? empty : sql`and lots.quantity > 0`
  const due = expiring_before ? sql`and lots.expires_on <= ${expiring_before}` : empty
  const ofProduct = product_id ? sql`and lots.product_id = ${product_id}` : empty
  const fromHere = after ? sql`and (lots.expires_on, lots.id) > (${after[0]}, ${after[1]})` : empty
  const order = product_id
    ? sql`lots.client_id, lots.product_id, lots.expires_on, lots.id`
    : sql`lots.client_id, lots.expires_on, lots.id`
  return sql<LotLine>`
    select lots.id, lots.product_id, lots.lot_number, lots.quantity, lots.expiry_date, lots.vintage_year,
      lots.expires_on, products.name, products.sku
    from lots
    join products on products.id = lots.product_id
    where lots.client_id = ${clientId} ${ofProduct} ${depleted} ${due} ${fromHere}
    order by ${order}
    limit ${rowLimit}`
}

export const lockStockRows = (productIds: string[]) =>
  sql<LockedProduct>`
    select stock.product_id, stock.client_id, products.unit_type, stock.quantity, stock.reserved_quantity,
      stock.archived
    from stock
    join products on products.id = stock.product_id
    where stock.product_id = any(${productIds}::uuid[])
    order by stock.product_id
    for update of stock`

type OfClient = Pick<LockedProduct, 'client_id' | 'product_id'>

// The index of what is in stock begins with the client; without it, all lots that a product ever had are read.
const lotsOf = (products: readonly OfClient[]) => sql`
  unnest(${products.map((one) => one.client_id)}::uuid[], ${products.map((one) => one.product_id)}::uuid[])
    as wanted (client_id, product_id)
  join lots on lots.client_id = wanted.client_id and lots.product_id = wanted.product_id`

export const pickableByVintage = (products: readonly OfClient[], today: string) =>
  sql<ByVintage>`
    select lots.product_id, lots.vintage_year, sum(lots.quantity) as quantity
    from ${lotsOf(products)}
    where lots.quantity > 0 and lots.expires_on >= ${today}
    group by lots.product_id, lots.vintage_year`

export const reservedByVintage = (productIds: string[]) =>
  sql<ByVintage>`
    select product_id, vintage_year, sum(quantity) as quantity
    from reservations
    where product_id = any(${productIds}::uuid[])
    group by product_id, vintage_year`

export const pickableLots = (products: readonly OfClient[], today: string) =>
  sql<PickableLot>`
    select lots.id, lots.product_id, lots.vintage_year, lots.quantity
    from ${lotsOf(products)}
    where lots.quantity > 0 and lots.expires_on >= ${today}
    order by lots.expires_on, lots.id`

/** Every lot with goods in it, what is past its date first: the order in which losses are written off. */
export const lotsToWriteOff = (clientId: string, productId: string, today: string) =>
  sql<PickableLot>`
    select id, product_id, vintage_year, quantity
    from lots
    where client_id = ${clientId} and product_id = ${productId} and quantity > 0
    order by expires_on >= ${today}, expires_on, id`

export const insertReservations = (orderId: string) =>
  sql`
    insert into reservations (order_item_id, client_id, order_id, product_id, vintage_year, quantity)
    select id, client_id, order_id, product_id, vintage_year, quantity
    from order_items
    where order_id = ${orderId}`

export const deleteReservations = (orderId: string) =>
  sql`delete from reservations where order_id = ${orderId}`

export type LotKey = {
  client_id: string
  product_id: string
  lot_number: string
  expiry_date: string | null
  vintage_year: number | null
}

const unnestLotKeys = (keys: readonly LotKey[]) => sql`
  unnest(${keys.map((key) => key.client_id)}::uuid[], ${keys.map((key) => key.product_id)}::uuid[],
    ${keys.map((key) => key.lot_number)}::text[], ${keys.map((key) => key.expiry_date)}::date[],
    ${keys.map((key) => key.vintage_year)}::int[])`

export const insertMissingLots = (ids: string[], keys: readonly LotKey[], source: LotSource) =>
  sql<{ id: string }>`
    insert into lots (id, client_id, product_id, lot_number, expiry_date, vintage_year, source_type)
    select fresh.id, key.client_id, key.product_id, key.lot_number, key.expiry_date, key.vintage_year, ${source}
    from ${unnestLotKeys(keys)} with ordinality
        as key (client_id, product_id, lot_number, expiry_date, vintage_year, position)
    join unnest(${ids}::uuid[]) with ordinality as fresh (id, position) using (position)
    on conflict (product_id, lot_number, expiry_date, vintage_year) do nothing
    returning id`

export const lotIdsOf = (keys: readonly LotKey[]) =>
  sql<{ id: string; position: number }>`
    select lots.id, key.position
    from ${unnestLotKeys(keys)} with ordinality
        as key (client_id, product_id, lot_number, expiry_date, vintage_year, position)
    join lots on lots.product_id = key.product_id and lots.lot_number = key.lot_number
      and lots.expires_on = coalesce(key.expiry_date, 'infinity'::date)
      and lots.vintage_year is not distinct from key.vintage_year
    order by key.position`

export type LotRow = LotKey & {
  id: string
  quantity: number
  source_type: LotSource
  created_at: string
  updated_at: string
}

export const lotsByIds = (ids: string[]) =>
  sql<LotRow>`
    select id, client_id, product_id, lot_number, expiry_date, vintage_year, quantity, source_type, created_at,
      updated_at
    from lots
    where id = any(${ids}::uuid[])
    order by id`

export const quantitiesOf = (productIds: string[]) =>
  sql<{ product_id: string; client_id: string; quantity: number; updated_at: string }>`
    select product_id, client_id, quantity, updated_at
    from stock
    where product_id = any(${productIds}::uuid[])
    order by product_id`

export type NewLedgerEntry = {
  id: string
  client_id: string
  product_id: string
  lot_id: string
  delta: number
}

export const insertLedger = (
  entries: readonly NewLedgerEntry[],
  cause: LedgerCause,
  documentId: string,
  actor: string,
  reason: string | null,
) =>
  sql`
    insert into stock_ledger (id, client_id, product_id, lot_id, delta, cause, document_id, actor, reason)
    select id, client_id, product_id, lot_id, delta, ${cause}, ${documentId}, ${actor}, ${reason}
    from unnest(${entries.map((entry) => entry.id)}::uuid[], ${entries.map((entry) => entry.client_id)}::uuid[],
      ${entries.map((entry) => entry.product_id)}::uuid[], ${entries.map((entry) => entry.lot_id)}::uuid[],
      ${entries.map((entry) => entry.delta)}::numeric[]) as entry (id, client_id, product_id, lot_id, delta)`

const ledgerColumns = sql`ledger.id, ledger.product_id, ledger.lot_id, lots.lot_number, ledger.delta, ledger.cause,
  ledger.document_id, (
    select nullif(array_to_string(remitos.remito_number, ', '), '')
    from remitos where remitos.client_id = ledger.client_id and remitos.id = ledger.document_id
  ) as document_number, ledger.reason, ledger.actor, ledger.created_at`

export const ledgerOfDocument = (documentId: string) =>
  sql<LedgerEntry>`
    select ${ledgerColumns}
    from stock_ledger ledger
    join lots on lots.id = ledger.lot_id
    where ledger.document_id = ${documentId}
    order by ledger.seq`

export type LedgerLine = LedgerEntry & { seq: number }
type LedgerQuery = { product_id: string; from?: string; to?: string }

export const ledgerOldestFirst = (
  { product_id, from, to }: LedgerQuery,
  after: SortKey | null,
  rowLimit: number,
) =>
  sql<LedgerLine>`
    select ${ledgerColumns}, ledger.seq
    from stock_ledger ledger
    join lots on lots.id = ledger.lot_id
    where ledger.product_id = ${product_id}
      ${after ? sql`and (ledger.created_at, ledger.seq) > (${after[0]}, ${after[1]})` : from ? sql`and ledger.created_at >= ${from}` : empty}
      ${to ? sql`and ledger.created_at < ${to}` : empty}
    order by ledger.product_id, ledger.created_at, ledger.seq
    limit ${rowLimit}`

/** What there was before the range and at its end: sums over an index that holds nothing else. */
export const ledgerBalances = ({ product_id, from, to }: LedgerQuery) => {
  const before = (moment: string) => sql`coalesce((
    select sum(delta) from stock_ledger where product_id = stock.product_id and created_at < ${moment}), 0)`
  return sql<{ opening: number; closing: number }>`
    select ${from ? before(from) : sql`0::numeric`} as opening, ${to ? before(to) : sql`stock.quantity`} as closing
    from stock
    where stock.product_id = ${product_id}`
}

/**
 * Client by client along the index of each client's lots: an index over all clients would cost every write of a lot. The
 * inner limit keeps the planner from joining the two as a whole, which walks all lots there are.
 */
export const lotsExpiringBetween = (
  day: string,
  withinDays: number,
  after: Pick<ExpiringLot, 'client_id' | 'expiry_date' | 'lot_id'> | null,
  rowLimit: number,
) => {
  const start = after
    ? sql`case clients.id when ${after.client_id} then ${after.expiry_date}::date else ${day}::date end`
    : sql`${day}::date`
  const isAfter = after
    ? sql`and (clients.id, expires_on, id) > (${after.client_id}, ${after.expiry_date}, ${after.lot_id})`
    : empty
  return sql<ExpiringLot>`
    select clients.id as client_id, lots.id as lot_id, lots.product_id, lots.lot_number, lots.quantity, lots.expiry_date,
      lots.vintage_year, lots.expiry_date - ${day}::date as days_until_expiry
    from clients
    cross join lateral (
      select id, product_id, lot_number, quantity, expiry_date, vintage_year
      from lots
      where client_id = clients.id and quantity > 0
        and expires_on between ${start} and ${day}::date + ${withinDays}::int ${isAfter}
      order by expires_on, id
      limit ${rowLimit}
    ) as lots
    ${after ? sql`where clients.id >= ${after.client_id}` : empty}
    order by clients.id, lots.expiry_date, lots.id
    limit ${rowLimit}`
}
