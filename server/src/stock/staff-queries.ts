// The stock of every client, for the staff: client by client along the index of each client's products, so that a page costs
// the same however many products there are. The inner limit keeps the planner from sorting all of them.

import { maxCountedLots } from '@anden/contract'
import { live } from '../db/environment.ts'
import type { PageRange } from '../db/keyset.ts'
import { empty, type Statement, sql } from '../db/sql.ts'
import { pastStockLines, pastStockOfProduct } from './past-queries.ts'
import { type LineRange, type StockLine, type StockQuery, stockLines, stockOfProduct } from './queries.ts'

export type StaffStockLine = StockLine & { client_id: string; client_name: string; lots: number | null }

/** Now, by the warehouse's date, or at a past moment. */
export type StockTime = { today: string } | { at: string }

export const staffStockBySku = (
  clientId: string | undefined,
  time: StockTime,
  query: StockQuery,
  page: PageRange,
) => {
  const { after, rowLimit } = page
  const lines = linesAt(time, query, beyondCursorOfClients(page))
  return sql<StaffStockLine>`
    select ${columns(time)}
    from clients
    cross join lateral (${lines}) as line
    where ${live('clients.id')}
      ${clientId ? sql`and clients.id = ${clientId}` : empty}
      ${after ? sql`and clients.id >= ${after[0]}` : empty}
    order by clients.id, line.sku, line.product_id
    limit ${rowLimit}`
}

export const staffStockOfProduct = (time: StockTime, productId: string) =>
  sql<StaffStockLine>`
    select ${columns(time)}
    from (${'at' in time ? pastStockOfProduct(null, time.at, productId) : stockOfProduct(null, time.today, productId)}) as line
    join products on products.id = line.product_id
    join clients on clients.id = products.client_id`

const linesAt = (time: StockTime, query: StockQuery, range: LineRange) =>
  'at' in time
    ? pastStockLines(sql`clients.id`, time.at, query, range)
    : stockLines(sql`clients.id`, time.today, query, range)

/** The lower bound of the SKU starts the scan of the cursor's client at the cursor. Clients after it have none. */
function beyondCursorOfClients({ after, rowLimit }: PageRange): LineRange {
  if (!after) return { beyond: empty, rowLimit }
  const [client, sku, productId] = after
  return {
    beyond: sql`
      and products.sku >= case clients.id when ${client} then ${sku} else '' end
      and (clients.id, products.sku, products.id) > (${client}, ${sku}, ${productId})`,
    rowLimit,
  }
}

const columns = (time: StockTime): Statement => sql`
  clients.id as client_id, clients.name as client_name, line.product_id, line.name, line.sku, line.unit_type,
  line.quantity, line.reserved_quantity, line.available_quantity, line.updated_at,
  ${'at' in time ? sql`null::int` : countedLots} as lots`

const countedLots = sql`(
  select count(*)::int
  from (
    select from lots
    where lots.client_id = clients.id and lots.product_id = line.product_id and lots.quantity > 0
    limit ${maxCountedLots}
  ) as counted)`
