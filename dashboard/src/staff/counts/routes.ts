import countRules from 'contract:backoffice/GET /stock/imports'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { filtersOf } from '../../ui/url-filters.ts'
import { warehouseRoute } from '../root.ts'

const countFilters = filtersOf(countRules)

export const countRoutes = [
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/counts',
    beforeLoad: onlyWith('staff:read', 'staff:stock'),
    validateSearch: (search: Record<string, unknown>): { client_id?: string } => countFilters(search),
    component: lazyRouteComponent(() => import('./counts.tsx'), 'Counts'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/counts/sheet',
    beforeLoad: onlyWith('staff:read', 'staff:stock'),
    validateSearch: (search: Record<string, unknown>): { client_id?: string } => countFilters(search),
    component: lazyRouteComponent(() => import('./sheet.tsx'), 'CountSheet'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/counts/$id',
    beforeLoad: onlyWith('staff:read', 'staff:stock'),
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'Count'),
  }),
] as const
