import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings/profile',
    component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
  }),
] as const
