import eventRules from 'contract:portal/GET /events'
import requestRules from 'contract:portal/GET /requests'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../shell/roots.tsx'
import { filtersOf } from '../ui/filters.tsx'

export const developerRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/keys',
    component: lazyRouteComponent(() => import('./keys/list.tsx'), 'KeyList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/keys/new',
    component: lazyRouteComponent(() => import('./keys/create.tsx'), 'CreateKey'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/events',
    validateSearch: filtersOf(eventRules),
    component: lazyRouteComponent(() => import('./events/list.tsx'), 'EventFeed'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/requests',
    validateSearch: filtersOf(requestRules),
    component: lazyRouteComponent(() => import('./requests/list.tsx'), 'RequestLog'),
  }),
] as const
