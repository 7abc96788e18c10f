import stockRules from 'contract:portal/GET /stock'
import lotRules from 'contract:portal/GET /stock/lots'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'
import { periodOf } from './periods.ts'

export const stockRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/stock',
    validateSearch: listFiltersOf(stockRules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'StockList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/stock/lots',
    validateSearch: listFiltersOf(lotRules),
    component: lazyRouteComponent(() => import('./lots.tsx'), 'LotList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/stock/$id',
    validateSearch: periodOf,
    loader: lazyFn(() => import('./product.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./product.tsx'), 'ProductStock'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/lots/$id',
    component: lazyRouteComponent(() => import('./trace.tsx'), 'LotTracePage'),
  }),
] as const
