// The two roots: pages that anyone may open, and the shell, which needs a session.
import { AndenError } from '@anden/sdk'
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { sessionQuery } from './session.ts'

export const rootRoute = createRootRoute({ component: Outlet })

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!(error instanceof AndenError) || error.status !== 401) throw error
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
    }
  },
  component: lazyRouteComponent(() => import('./layout.tsx'), 'Layout'),
})
