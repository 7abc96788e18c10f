import eventRules from 'contract:portal/GET /events'
import requestRules from 'contract:portal/GET /requests'
import deliveryRules from 'contract:portal/GET /webhooks/{id}/deliveries'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyForAdministrators, onlyWith } from '../../shared/session.ts'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

export const developerRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/keys',
    beforeLoad: onlyForAdministrators,
    component: lazyRouteComponent(() => import('./keys/list.tsx'), 'OwnKeyList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/keys/new',
    beforeLoad: onlyForAdministrators,
    component: lazyRouteComponent(() => import('./keys/create.tsx'), 'CreateOwnKey'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/webhooks',
    component: lazyRouteComponent(() => import('./webhooks/list.tsx'), 'EndpointList'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/webhooks/new',
    beforeLoad: onlyWith('write:webhooks'),
    component: lazyRouteComponent(() => import('./webhooks/create.tsx'), 'CreateEndpoint'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/webhooks/signature',
    component: lazyRouteComponent(() => import('./signature/page.tsx'), 'SignatureDebugger'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/webhooks/events',
    validateSearch: listFiltersOf({ body: {}, query: {} }),
    component: lazyRouteComponent(() => import('./catalogue/page.tsx'), 'EventCatalogue'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/webhooks/$id',
    validateSearch: listFiltersOf(deliveryRules),
    loader: lazyFn(() => import('./webhooks/detail.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./webhooks/detail.tsx'), 'EndpointDetail'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/webhooks/$id/edit',
    beforeLoad: onlyWith('write:webhooks'),
    loader: lazyFn(() => import('./webhooks/edit.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./webhooks/edit.tsx'), 'EditEndpoint'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/webhooks/$id/deliveries/$delivery',
    component: lazyRouteComponent(() => import('./webhooks/delivery.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/events',
    validateSearch: listFiltersOf(eventRules),
    component: lazyRouteComponent(() => import('./events/list.tsx'), 'EventFeed'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/requests',
    validateSearch: listFiltersOf(requestRules),
    component: lazyRouteComponent(() => import('./requests/list.tsx'), 'RequestLog'),
  }),
] as const
