import rules from 'contract:portal/GET /remitos'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

export const remitoRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/remitos',
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'RemitoList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/remitos/$id',
    loader: lazyFn(() => import('./detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'RemitoDetailPage'),
  }),
] as const
