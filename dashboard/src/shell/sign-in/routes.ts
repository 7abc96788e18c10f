import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../roots.tsx'

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
      typeof next === 'string' ? { next } : {},
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot',
    component: lazyRouteComponent(() => import('./forgot.tsx'), 'Forgot'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset/$token',
    component: lazyRouteComponent(() => import('./set-password.tsx'), 'ResetPassword'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/welcome/$token',
    component: lazyRouteComponent(() => import('./set-password.tsx'), 'Welcome'),
  }),
] as const
