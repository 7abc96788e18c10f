import rules from 'contract:portal/GET /events'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'
import { filtersOf } from '../../ui/url-filters.ts'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/activity',
    validateSearch: filtersOf(rules),
    component: lazyRouteComponent(() => import('./activity.tsx'), 'Activity'),
  }),
] as const
