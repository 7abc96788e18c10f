import tripRules from 'contract:backoffice/GET /trips'
import { createRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { listFiltersOf } from '../../ui/url-filters.ts'
import { ordersInUrl } from '../orders-in-url.ts'
import { warehouseRoute } from '../root.ts'

export const tripRoutes = [
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/trips',
    beforeLoad: onlyWith('staff:read'),
    validateSearch: listFiltersOf(tripRules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'TripList'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/trips/new',
    beforeLoad: onlyWith('staff:orders'),
    validateSearch: ordersInUrl,
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewTripPage'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/trips/$id',
    beforeLoad: onlyWith('staff:read'),
    loader: lazyFn(() => import('./trip.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./trip.tsx'), 'TripPage'),
  }),
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/trips/$id/edit',
    beforeLoad: onlyWith('staff:orders'),
    loader: lazyFn(() => import('./edit.tsx'), 'load'),
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTrip'),
  }),
] as const
