// Quantities at a past moment: those of the last checkpoint before it, and the few entries after that one.
import type { PageRange } from '../db/keyset.ts'
import { empty, type Statement, sql } from '../db/sql.ts'
import {
  beyondCursor,
  isNamed,
  isProduct,
  type LineRange,
  type StockLine,
  type StockQuery,
} from './queries.ts'

const lastCheckpoint = (productId: Statement, upTo: Statement) => sql`
  left join lateral (
    select stock_checkpoints.recorded_until, stock_checkpoints.quantity
    from stock_checkpoints
    where stock_checkpoints.product_id = ${productId} and stock_checkpoints.recorded_until ${upTo}
    order by stock_checkpoints.recorded_until desc
    limit 1
  ) as checkpoint on true
  cross join lateral (
    select sum(entry.delta) as delta, max(entry.created_at) as created_at
    from stock_ledger entry
    where entry.product_id = ${productId}
      and entry.created_at > coalesce(checkpoint.recorded_until, '-infinity') and entry.created_at ${upTo}
  ) as later`

const quantityThen = sql`coalesce(checkpoint.quantity, 0) + coalesce(later.delta, 0)`

/** An expression: the quantity of the product in `stock` before this moment. */
export const quantityBefore = (moment: string) => sql`(
  select ${quantityThen} from (values (true)) as always ${lastCheckpoint(sql`stock.product_id`, sql`< ${moment}`)})`

const pastStock = (at: string) => sql`
  select products.id as product_id, products.name, products.sku, products.unit_type,
    ${quantityThen} as quantity, null::numeric as reserved_quantity, null::numeric as available_quantity,
    coalesce(later.created_at, checkpoint.recorded_until, products.created_at) as updated_at
  from products
  ${lastCheckpoint(sql`products.id`, sql`<= ${at}`)}`

export const pastStockBySku = (clientId: string, at: string, query: StockQuery, page: PageRange) =>
  pastStockLines(sql`${clientId}`, at, query, beyondCursor(page))

/** Without `archived`, products that were archived since are included, because they had stock then. */
export const pastStockLines = (
  client: Statement,
  at: string,
  { product_id, min_quantity = 0, archived, q }: StockQuery,
  { beyond, rowLimit }: LineRange,
) =>
  sql<StockLine>`
    ${pastStock(at)}
    where products.client_id = ${client} and products.created_at <= ${at}
      ${archived === undefined ? empty : sql`and products.archived = ${archived}`}
      ${product_id ? sql`and products.id = ${product_id}` : empty}
      ${q ? isNamed(q) : empty}
      ${min_quantity > 0 ? sql`and ${quantityThen} >= ${min_quantity}` : empty}
      ${beyond}
    order by products.client_id, products.sku ${archived === undefined ? empty : sql`, products.id`}
    limit ${rowLimit}`

/** `clientId` is null for the staff, who see every client's stock. */
export const pastStockOfProduct = (clientId: string | null, at: string, productId: string) =>
  sql<StockLine>`
    ${pastStock(at)}
    where ${isProduct(clientId, productId)} and products.created_at <= ${at}`
