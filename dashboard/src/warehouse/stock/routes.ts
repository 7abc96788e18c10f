import ledgerRules from 'contract:backoffice/GET /ledger'
import stockRules from 'contract:backoffice/GET /stock'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filtersOf } from '../../ui/url-filters.ts'
import { warehouseRoute } from '../root.ts'

const ledgerFilters = filtersOf(ledgerRules)

export const warehouseStockRoutes = [
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/stock',
    validateSearch: filtersOf(stockRules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'WarehouseStock'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/stock/$id',
    // The product is in the path.
    validateSearch: (search: Record<string, unknown>): { from?: string; to?: string } =>
      ledgerFilters({ ...search, product_id: undefined }),
    component: lazyRouteComponent(() => import('./product.tsx'), 'WarehouseProduct'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/lots/$id',
    component: lazyRouteComponent(() => import('./lot.tsx'), 'WarehouseLot'),
  }),
] as const
