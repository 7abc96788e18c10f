import rules from 'contract:backoffice/GET /disputes'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith } from '../../shared/session.ts'
import { listFiltersOf } from '../../ui/url-filters.ts'
import { warehouseRoute } from '../root.ts'

export const disputeRoutes = [
  createRoute({
    getParentRoute: () => warehouseRoute,
    path: '/disputes',
    beforeLoad: onlyWith('staff:read'),
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Disputes'),
  }),
] as const
