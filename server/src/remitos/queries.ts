import type { Remito, RemitoDetail, RemitoType } from '@anden/contract'
import { newestFirst, type TimeRange } from '../db/newest-first.ts'
import { sql } from '../db/sql.ts'
import type { SortKey } from '../http/cursors.ts'

const columns = sql`id, type, status, date, remito_number, source_order_id, created_at`

export const remitosNewestFirst = (
  clientId: string,
  { type, ...range }: { type?: RemitoType } & TimeRange,
  after: SortKey | null,
  fetch: number,
) => {
  const equals: [string, string][] = [['client_id', clientId]]
  if (type) equals.push(['type', type])
  return sql<Remito>`select ${columns} from remitos ${newestFirst(equals, range, after, fetch)}`
}

export const remitoDetail = (clientId: string, id: string) =>
  sql<RemitoDetail>`
    select ${columns}, (
      select coalesce(json_agg(json_build_object(
        'id', item.id, 'product_id', item.product_id, 'quantity', item.quantity,
        'lot_number', lots.lot_number, 'expiry_date', lots.expiry_date, 'vintage_year', lots.vintage_year,
        'notes', item.notes, 'products', json_build_object('name', products.name, 'sku', products.sku)
      ) order by item.position), '[]')
      from remito_items item
      join lots on lots.id = item.lot_id
      join products on products.id = item.product_id
      where item.client_id = remitos.client_id and item.remito_id = remitos.id
    ) as distribution_remito_items
    from remitos
    where client_id = ${clientId} and id = ${id}`
