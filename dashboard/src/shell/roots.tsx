// The two root routes: public pages, and the shell, which needs a session.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { queryClient } from '../shared/api.ts'
import { isSandbox } from '../shared/environment.ts'
import { NotSignedIn, sessionQuery } from '../shared/session.ts'
import { ShellFailed } from './page-failed.tsx'

export const rootRoute = createRootRoute({ component: Outlet })

/** Pages of the staff. All other pages show the data of one client. */
const isForStaff = /^\/(warehouse|settings\/profile)(\/|$)/

/** Pages that are hidden from staff who view the dashboard as a client: forms and the profile. */
const isNotOfClient = /\/(new|edit|profile)$/

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    try {
      const { client, inspection } = await queryClient.ensureQueryData(sessionQuery)
      if (client === null && !isForStaff.test(location.pathname)) throw redirect({ to: '/warehouse' })
      // Nobody takes the client's pages for their own, not even for a moment.
      if (inspection) await import('./inspection-bar.tsx')
      if (isSandbox) await import('../client/sandbox/bar.tsx')
      if (inspection && isNotOfClient.test(location.pathname)) throw redirect({ to: '/' })
    } catch (error) {
      if (!(error instanceof NotSignedIn)) throw error
      throw redirect({
        to: '/sign-in',
        search: location.publicHref === '/' ? {} : { next: location.publicHref },
      })
    }
  },
  component: lazyRouteComponent(() => import('./layout.tsx'), 'Layout'),
  errorComponent: ShellFailed,
})
