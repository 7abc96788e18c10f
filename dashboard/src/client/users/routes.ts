import rules from 'contract:portal/GET /users'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyForAdministrators } from '../../shared/session.ts'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

export const userRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings/users',
    beforeLoad: onlyForAdministrators,
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings/users/new',
    beforeLoad: onlyForAdministrators,
    component: lazyRouteComponent(() => import('./invite.tsx'), 'InviteColleague'),
  }),
] as const
