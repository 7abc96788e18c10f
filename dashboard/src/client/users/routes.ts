import rules from 'contract:portal/GET /users'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyForAdministrators, onlyLive } from '../../shared/session.ts'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

/** A sandbox has no users: those of the account come to it. */
async function onlyLiveAdministrators(): Promise<void> {
  onlyLive()
  await onlyForAdministrators()
}

export const userRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings/users',
    beforeLoad: onlyLiveAdministrators,
    validateSearch: listFiltersOf(rules),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings/users/new',
    beforeLoad: onlyLiveAdministrators,
    component: lazyRouteComponent(() => import('./invite.tsx'), 'InviteColleague'),
  }),
] as const
