import rules from 'contract:portal/GET /users'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'
import { filtersOf } from '../../ui/url-filters.ts'

export const userRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings/users',
    validateSearch: filtersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings/users/new',
    component: lazyRouteComponent(() => import('./invite.tsx'), 'InviteColleague'),
  }),
] as const
