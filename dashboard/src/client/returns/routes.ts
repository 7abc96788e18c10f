import rules from 'contract:portal/GET /returns'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

export const returnRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/returns',
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'ReturnList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/returns/$id',
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'ReturnDetailPage'),
  }),
] as const
