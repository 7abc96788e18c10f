import rules from 'contract:backoffice/GET /inbound'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWithOneOf } from '../../shared/session.ts'
import { listFiltersOf } from '../../ui/url-filters.ts'
import { warehouseRoute } from '../root.ts'

const mayRead = onlyWithOneOf('staff:read', 'staff:receive')

export const warehouseInboundRoutes = [
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/inbound',
    beforeLoad: mayRead,
    validateSearch: ({ week }: Record<string, unknown>): { week?: string } =>
      typeof week === 'string' && /^\d{4}-\d\d-\d\d$/.test(week) ? { week } : {},
    component: lazyRouteComponent(() => import('./week.tsx'), 'Arrivals'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/inbound/list',
    beforeLoad: mayRead,
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'WarehouseNoticeList'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/inbound/$id',
    beforeLoad: mayRead,
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WarehouseNotice'),
  }),
] as const
