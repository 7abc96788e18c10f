import ledgerRules from 'contract:backoffice/GET /ledger'
import lotRules from 'contract:backoffice/GET /lots'
import stockRules from 'contract:backoffice/GET /stock'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { listFiltersOf } from '../../ui/url-filters.ts'
import { warehouseRoute } from '../root.ts'

const ledgerFilters = listFiltersOf(ledgerRules)

export const warehouseStockRoutes = [
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/stock',
    beforeLoad: onlyWith('staff:read'),
    validateSearch: listFiltersOf(stockRules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'WarehouseStock'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/stock/$id',
    beforeLoad: onlyWith('staff:read'),
    // The product is in the path, so it is not a search parameter.
    validateSearch: Object.assign(
      (search: Record<string, unknown>): { from?: string; to?: string } =>
        ledgerFilters({ ...search, product_id: undefined }),
      { rules: ledgerFilters.rules },
    ),
    loader: lazyFn(() => import('./product.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./product.tsx'), 'WarehouseProduct'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/stock/$id/adjust',
    beforeLoad: onlyWith('staff:read', 'staff:stock'),
    validateSearch: ({ lot_id }: Record<string, unknown>): { lot_id?: string } =>
      typeof lot_id === 'string' ? { lot_id } : {},
    loader: lazyFn(() => import('./adjust.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./adjust.tsx'), 'AdjustStock'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/stock/$id/transfer',
    beforeLoad: onlyWith('staff:read', 'staff:stock'),
    loader: lazyFn(() => import('./transfer.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./transfer.tsx'), 'TransferStock'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/goods-out',
    beforeLoad: onlyWith('staff:read', 'staff:stock'),
    validateSearch: goodsOutSearch,
    component: lazyRouteComponent(() => import('../goods-out/goods-out.tsx'), 'GoodsOut'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/lots',
    beforeLoad: onlyWith('staff:read'),
    validateSearch: listFiltersOf(lotRules),
    component: lazyRouteComponent(() => import('./lots-list.tsx'), 'WarehouseLots'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/lots/$id',
    beforeLoad: onlyWith('staff:read'),
    component: lazyRouteComponent(() => import('./lot.tsx'), 'WarehouseLot'),
  }),
] as const

/** Parameters of a link from the page of a product. */
function goodsOutSearch({ client_id, product_id }: Record<string, unknown>): {
  client_id?: string
  product_id?: string
} {
  return {
    ...(typeof client_id === 'string' ? { client_id } : {}),
    ...(typeof product_id === 'string' ? { product_id } : {}),
  }
}
