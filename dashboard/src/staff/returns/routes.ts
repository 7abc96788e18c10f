import rules from 'contract:backoffice/GET /returns'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, onlyWithOneOf } from '../../shared/session.ts'
import { holdKeysForPage } from '../../ui/held-keys.ts'
import { listFiltersOf } from '../../ui/url-filters.ts'
import { warehouseRoute } from '../root.ts'

const mayRead = onlyWithOneOf('staff:read', 'staff:receive')

export const warehouseReturnRoutes = [
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/returns',
    beforeLoad: mayRead,
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'WarehouseReturnList'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/returns/$id',
    beforeLoad: async ({ cause }) => {
      await mayRead()
      // A bar-code reader does not wait for the page.
      if (cause === 'enter') holdKeysForPage()
    },
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WarehouseReturn'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/orders/$id/return',
    beforeLoad: onlyWith('staff:stock'),
    loader: lazyFn(() => import('./make.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./make.tsx'), 'MakeReturn'),
  }),
] as const
