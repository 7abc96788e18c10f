import { Lot, LotFilters, StockFilters, StockRow } from '@anden/contract'
import type { Router } from '../http/router.ts'
import type { PortalPrincipal } from '../identity/authenticate.ts'
import { type LotLine, lotsFirstToExpire, type StockLine, stockBySku, stockOfProduct } from './queries.ts'

const scope = 'read:stock'
const topic = 'stock'

export function stockPortal(portal: Router<PortalPrincipal>, today: () => string) {
  portal.list(
    '/stock',
    {
      summary: 'Stock per product, by SKU',
      scope,
      topic,
      filters: StockFilters,
      item: StockRow,
      sortKey: ({ sku, product_id }: StockLine) => [sku, product_id],
      shape: stockRow,
    },
    ({ who, query, after, fetch }) => stockBySku(who.client.id, today(), query, after, fetch),
  )

  portal.list(
    '/stock/lots',
    {
      summary: 'Lots, first to expire first',
      scope,
      topic,
      filters: LotFilters,
      item: Lot,
      sortKey: ({ expires_on, id }: LotLine) => [expires_on, id],
      shape: lot,
    },
    ({ who, query, after, fetch }) => lotsFirstToExpire(who.client.id, query, after, fetch),
  )

  portal.row(
    '/stock/:id',
    {
      summary: 'Stock of one product',
      scope,
      topic,
      reply: StockRow,
      missing: 'stock/not-found',
      shape: stockRow,
    },
    ({ who, params }) => stockOfProduct(who.client.id, today(), params.id),
  )
}

export function stockRow({ name, sku, unit_type, ...row }: StockLine): StockRow {
  return { ...row, products: { id: row.product_id, name, sku, unit_type } }
}

export function lot({ name, sku, ...row }: LotLine): Lot {
  return { ...row, products: { name, sku } }
}
