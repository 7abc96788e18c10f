import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/roots.tsx'

export const accountRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/account',
    validateSearch: ({ month }: Record<string, unknown>): { month?: string } =>
      typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {},
    component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
  }),
] as const
