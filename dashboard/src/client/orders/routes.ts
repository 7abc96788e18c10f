import rules from 'contract:portal/GET /orders'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

/** What a new order starts with: a product, the goods of an earlier order, or a recipient. */
const newOrderParameters = ['product_id', 'again', 'destinatario_id'] as const
type NewOrderSearch = { [Name in (typeof newOrderParameters)[number]]?: string }

export const orderRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orders',
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'OrderList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orders/new',
    beforeLoad: onlyWith('write:orders'),
    validateSearch: (search: Record<string, unknown>): NewOrderSearch =>
      Object.fromEntries(
        newOrderParameters.flatMap((name) => {
          const value = search[name]
          return typeof value === 'string' ? [[name, value]] : []
        }),
      ),
    component: lazyRouteComponent(() => import('./new/page.tsx'), 'NewOrderPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orders/import',
    beforeLoad: onlyWith('write:orders'),
    component: lazyRouteComponent(() => import('./import/page.tsx'), 'ImportOrders'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orders/$id/change',
    beforeLoad: onlyWith('write:orders'),
    component: lazyRouteComponent(() => import('./new/change-page.tsx'), 'ChangeOrderPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orders/$id',
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'OrderDetailPage'),
  }),
] as const
