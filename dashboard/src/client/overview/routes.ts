import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
  }),
] as const
