import type { Lot, StockRow } from '@anden/contract'
import { live } from '../db/environment.ts'
import type { PageRange } from '../db/keyset.ts'
import { containing, empty, fold, join, type Statement, sql } from '../db/sql.ts'
import { matchingLots } from '../search/matches.ts'

export type StockLine = Omit<StockRow, 'products'> & {
  name: string
  sku: string
  unit_type: StockRow['products']['unit_type']
}

// Lots that have expired or are on hold cannot be picked. They are few, and one index each finds just those.
const stockColumns = (today: string, mayBeHeld: Statement) => sql`
  stock.product_id, products.name, products.sku, products.unit_type,
  stock.quantity, stock.reserved_quantity,
  greatest(0, stock.quantity - stock.reserved_quantity - coalesce((
    select sum(lots.quantity) from lots
    where lots.client_id = products.client_id and lots.product_id = products.id
      and lots.quantity > 0 and lots.expires_on < ${today}), 0) - case when ${mayBeHeld} then coalesce((
    select sum(lots.quantity) from lots
    where lots.client_id = products.client_id and lots.product_id = products.id
      and lots.quantity > 0 and lots.held_since is not null and lots.expires_on >= ${today}), 0) else 0 end)
    as available_quantity,
  stock.updated_at`

/** Most clients have no lot on hold. This check saves a lookup per product: 102 of the 472 blocks that a page read. */
const hasLotsOnHold = (client: Statement) => sql`exists (
  select from lots where lots.client_id = ${client} and lots.quantity > 0 and lots.held_since is not null)`

export type StockQuery = {
  product_id?: string
  sku?: string
  min_quantity?: number
  archived?: boolean
  q?: string
}

export const stockBySku = (clientId: string, today: string, query: StockQuery, page: PageRange) =>
  stockLines(sql`${clientId}`, today, query, beyondCursor(page))

/** Which lines of one client a statement reads. */
export type LineRange = { beyond: Statement; rowLimit: number }

export const beyondCursor = ({ after, rowLimit }: PageRange): LineRange => ({
  beyond: after ? sql`and (products.sku, products.id) > (${after[0]}, ${after[1]})` : empty,
  rowLimit,
})

/** `client`: its id, or the column of an outer statement. */
export const stockLines = (
  client: Statement,
  today: string,
  { product_id, sku, min_quantity = 0, archived = false, q }: StockQuery,
  { beyond, rowLimit }: LineRange,
) =>
  sql<StockLine>`
    select ${stockColumns(today, hasLotsOnHold(client))}
    from products
    join stock on stock.product_id = products.id
    where products.client_id = ${client} and products.archived = ${archived}
      ${product_id ? sql`and products.id = ${product_id}` : empty}
      ${sku ? sql`and products.sku = ${sku}` : empty}
      ${q ? isNamed(q) : empty}
      ${min_quantity > 0 ? sql`and stock.quantity >= ${min_quantity}` : empty}
      ${beyond}
    order by products.client_id, products.sku, products.id
    limit ${rowLimit}`

/** Each word is in the name or begins the SKU. SKUs are not stored folded. They are compared as written, ignoring case. */
export const isNamed = (text: string) => {
  const fits = (word: string) => sql`(products.name_folded like ${containing(fold(word))}
        or starts_with(lower(products.sku), lower(${word})))`
  const words = text.split(/\s+/).filter((word) => word !== '')
  // A SKU may have a space.
  return sql`and (${fits(text)} or (${join(words.map(fits), ' and ')}))`
}

/** `clientId` is null for the staff, who see every client's stock. */
export const stockOfProduct = (clientId: string | null, today: string, productId: string) =>
  sql<StockLine>`
    select ${stockColumns(today, sql`true`)}
    from products
    join stock on stock.product_id = products.id
    where ${isProduct(clientId, productId)}`

export const isProduct = (clientId: string | null, productId: string) =>
  sql`${clientId ? sql`products.client_id = ${clientId}` : live('products.client_id')} and products.id = ${productId}`

export type LotLine = Omit<Lot, 'products' | 'hold'> & {
  hold_reason: string | null
  held_since: string | null
  name: string
  sku: string
  expires_on: string
}

export const lotColumns = sql`
  lots.id, lots.product_id, lots.lot_number, lots.quantity, lots.expiry_date, lots.vintage_year, lots.hold_reason,
  lots.held_since, lots.expires_on, products.name, products.sku`

const lotLineColumns = sql`
  id, product_id, lot_number, quantity, expiry_date, vintage_year, hold_reason, held_since, expires_on, name, sku`

type LotQuery = {
  product_id?: string
  q?: string
  expiring_before?: string
  expiring_after?: string
  include_depleted?: boolean
}

export const lotsFirstToExpire = (
  clientId: string,
  { product_id, q, expiring_before, expiring_after, include_depleted = false }: LotQuery,
  { after, rowLimit }: PageRange,
) => {
  const until = expiring_before ? sql`and lots.expires_on <= ${expiring_before}` : empty
  // A cursor is already past the first day. A lot without a date has infinity.
  const since = expiring_after && !after ? sql`and lots.expires_on >= ${expiring_after}` : empty
  const dated = expiring_after && !expiring_before ? sql`and lots.expires_on < 'infinity'` : empty
  const ofProduct = product_id ? sql`and lots.product_id = ${product_id}` : empty
  const beyondCursor = after ? sql`and (lots.expires_on, lots.id) > (${after[0]}, ${after[1]})` : empty
  const order = product_id
    ? sql`lots.client_id, lots.product_id, lots.expires_on, lots.id`
    : sql`lots.client_id, lots.expires_on, lots.id`
  const firstOf = (quantity: Statement) => sql<LotLine>`
    select ${lotColumns}
    from lots
    join products on products.id = lots.product_id
    where lots.client_id = ${clientId} and ${quantity} ${ofProduct} ${since} ${until} ${dated} ${beyondCursor}
    order by ${order}
    limit ${rowLimit}`
  const inStock = firstOf(sql`lots.quantity > 0`)
  if (q) {
    // Materialised: few match, and they are sorted. Otherwise the planner may read all lots in order until it finds them.
    return sql<LotLine>`
      with lots as materialized (
        select client_id, id, product_id, lot_number, quantity, expiry_date, vintage_year, hold_reason, held_since, expires_on
        from lots
        where client_id = ${clientId} and id = any(${matchingLots(clientId, q)}))
      ${include_depleted ? firstOf(sql`true`) : inStock}`
  }
  if (!include_depleted) return inStock
  // A lot is in one of two partial indexes. An index on all lots would have to be written for each lot as well.
  return sql<LotLine>`
    select ${lotLineColumns}
    from ((${inStock}) union all (${firstOf(sql`lots.quantity = 0`)})) as lots
    order by expires_on, id
    limit ${rowLimit}`
}

/** For the staff: no lot of a sandbox. */
export const liveLot = (id: string) => sql<{ id: string }>`select id from lots where id = ${id} and ${live()}`

export const lotLine = (id: string) =>
  sql<LotLine>`
    select ${lotColumns}
    from lots
    join products on products.id = lots.product_id
    where lots.id = ${id}`
