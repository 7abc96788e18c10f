// The two roots: pages that anyone may open, and the shell, which needs a session.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import { NotSignedIn, sessionQuery } from './session.ts'
import { ShellFailed } from './shell-failed.tsx'

export const rootRoute = createRootRoute({ component: Outlet })

/** The pages of the staff. All others show the data of one client. */
const isForStaff = /^\/(warehouse|settings\/profile)(\/|$)/

/** What somebody of the staff who sees the pages as a client does not see: forms, and the own profile. */
const isNotOfClient = /\/(new|edit|profile)$/

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    try {
      const { client, inspection } = await queryClient.ensureQueryData(sessionQuery)
      if (client === null && !isForStaff.test(location.pathname)) throw redirect({ to: '/warehouse' })
      // Nobody takes the client's pages for their own, not even for a moment.
      if (inspection) await import('../inspection/inspection-bar.tsx')
      if (inspection && isNotOfClient.test(location.pathname)) throw redirect({ to: '/' })
    } catch (error) {
      if (!(error instanceof NotSignedIn)) throw error
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
    }
  },
  component: lazyRouteComponent(() => import('./layout.tsx'), 'Layout'),
  errorComponent: ShellFailed,
})
