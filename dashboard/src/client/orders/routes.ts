import rules from 'contract:portal/GET /orders'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

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
    validateSearch: (search: Record<string, unknown>): { product_id?: string; again?: string } => ({
      ...(typeof search['product_id'] === 'string' ? { product_id: search['product_id'] } : {}),
      ...(typeof search['again'] === 'string' ? { again: search['again'] } : {}),
    }),
    component: lazyRouteComponent(() => import('./new/page.tsx'), 'NewOrderPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orders/$id',
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'OrderDetailPage'),
  }),
] as const
