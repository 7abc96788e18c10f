import { empty, sql } from '../db/sql.ts'
import type { ByVintage } from './availability.ts'
import type { LockedProduct } from './lock.ts'
import type { PickableLot } from './pick.ts'

export const stockRows = (productIds: string[]) =>
  sql<LockedProduct>`
    select stock.product_id, stock.client_id, products.name, products.sku, products.unit_type, stock.quantity,
      stock.reserved_quantity, stock.archived
    from stock
    join products on products.id = stock.product_id
    where stock.product_id = any(${productIds}::uuid[])
    order by stock.product_id`

export const lockStockRows = (productIds: string[]) =>
  sql<LockedProduct>`${stockRows(productIds)} for update of stock`

type ProductKey = Pick<LockedProduct, 'client_id' | 'product_id'>

// The index on lots in stock starts with the client. Without it, every lot that a product ever had is read.
const lotsOf = (products: readonly ProductKey[]) => sql`
  unnest(${products.map((product) => product.client_id)}::uuid[], ${products.map((product) => product.product_id)}::uuid[])
    as wanted (client_id, product_id)
  join lots on lots.client_id = wanted.client_id and lots.product_id = wanted.product_id`

/** The one definition of what can be ordered and picked. */
const isPickable = (today: string) =>
  sql`lots.quantity > 0 and lots.held_since is null and lots.expires_on >= ${today}`

export type ShelfRow = ByVintage & {
  /** Set only for the requested lots. */
  lot_id: string | null
  /** null: it is pickable. */
  unpickable: 'expired' | 'on_hold' | null
}

/** Everything in the warehouse. A lot that is both expired and on hold counts as expired: a release would not help. */
export const onTheShelf = (products: readonly ProductKey[], lotIds: readonly string[], today: string) =>
  sql<ShelfRow>`
    select product_id, vintage_year, lot_id, unpickable, sum(quantity) as quantity
    from (
      select lots.product_id, lots.vintage_year, lots.quantity,
        case when lots.id = any(${[...lotIds]}::uuid[]) then lots.id end as lot_id,
        case when ${isPickable(today)} then null when lots.expires_on < ${today} then 'expired' else 'on_hold' end
          as unpickable
      from ${lotsOf(products)}
      where lots.quantity > 0) as shelf
    group by product_id, vintage_year, lot_id, unpickable`

export const pickableByVintage = (products: readonly ProductKey[], today: string) =>
  sql<ByVintage>`
    select lots.product_id, lots.vintage_year, sum(lots.quantity) as quantity
    from ${lotsOf(products)}
    where ${isPickable(today)}
    group by lots.product_id, lots.vintage_year`

/** Reserved by pending orders, without `exceptOrderId`. What remains of the product's total is reserved without a vintage. */
export const reservedOfVintages = (productIds: string[], exceptOrderId: string | null = null) =>
  sql<ByVintage>`
    select product_id, vintage_year, sum(quantity) as quantity
    from reservations
    where product_id = any(${productIds}::uuid[]) and vintage_year is not null
      ${exceptOrderId ? sql`and order_id <> ${exceptOrderId}` : empty}
    group by product_id, vintage_year`

/**
 * Includes what is reserved without a vintage. Only reservations with a vintage are added up: the rest of the product's total
 * has none, so the cost does not grow with the number of pending orders.
 */
export const reservedByVintage = (productIds: string[], exceptOrderId: string | null = null) =>
  sql<ByVintage>`
    with of_vintages as (${reservedOfVintages(productIds, exceptOrderId)})
    select product_id, vintage_year, quantity from of_vintages
    union all
    select product_id, null, reserved_quantity
      - coalesce((select sum(quantity) from of_vintages where of_vintages.product_id = stock.product_id), 0)
      ${exceptOrderId ? sql`- ${reservedByOrder(exceptOrderId)}` : empty}
    from stock
    where product_id = any(${productIds}::uuid[])`

const reservedByOrder = (orderId: string) => sql`
  coalesce((
    select sum(quantity) from reservations
    where reservations.order_id = ${orderId} and reservations.product_id = stock.product_id), 0)`

export const pickableLots = (products: readonly ProductKey[], today: string) =>
  sql<PickableLot>`
    select lots.id, lots.product_id, lots.vintage_year, lots.quantity
    from ${lotsOf(products)}
    where ${isPickable(today)}
    order by lots.expires_on, lots.id`

/** Lots with stock, expired ones first: the order in which losses are written off. */
export const lotsToWriteOff = (clientId: string, productId: string, today: string) =>
  sql<PickableLot>`
    select id, product_id, vintage_year, quantity
    from lots
    where client_id = ${clientId} and product_id = ${productId} and quantity > 0
    order by expires_on >= ${today}, expires_on, id`

export const setReserved = (orderId: string, reserved: boolean) =>
  sql`update order_items set reserved = ${reserved} where order_id = ${orderId} and reserved <> ${reserved}`
