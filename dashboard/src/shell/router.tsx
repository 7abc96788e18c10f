// The routes of the dashboard. Every folder declares its own. Each page is a separate chunk, loaded when a link to it
// is hovered.
import { createRoute, createRouter } from '@tanstack/react-router'
import { accountRoutes } from '../client/account/routes.ts'
import { destinatarioRoutes } from '../client/destinatarios/routes.ts'
import { developerRoutes } from '../client/developers/routes.ts'
import { inboundRoutes } from '../client/inbound/routes.ts'
import { orderRoutes } from '../client/orders/routes.ts'
import { overviewRoutes } from '../client/overview/routes.ts'
import { remitoRoutes } from '../client/remitos/routes.ts'
import { returnRoutes } from '../client/returns/routes.ts'
import { sandboxRoutes } from '../client/sandbox/routes.ts'
import { stockRoutes } from '../client/stock/routes.ts'
import { userRoutes } from '../client/users/routes.ts'
import { rootOfPages } from '../shared/environment.ts'
import { settingsRoutes } from '../shared/settings/routes.ts'
import { warehouseRoutes } from '../staff/routes.ts'
import { NotFound, PageFailed } from './page-failed.tsx'
import { rootRoute, shellRoute } from './roots.tsx'
import { signInRoutes } from './sign-in/routes.ts'

/** Matches any other path, inside the shell. */
const otherRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound })

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  shellRoute.addChildren([
    ...overviewRoutes,
    ...stockRoutes,
    ...destinatarioRoutes,
    ...userRoutes,
    ...settingsRoutes,
    ...developerRoutes,
    ...sandboxRoutes,
    ...orderRoutes,
    ...inboundRoutes,
    ...remitoRoutes,
    ...returnRoutes,
    ...accountRoutes,
    ...warehouseRoutes,
    otherRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: rootOfPages,
  defaultPreload: 'intent',
  // Leaves the decision about staleness to the query cache.
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  // Removes parameters that a route does not allow from the URL. Otherwise they would still reach the page.
  search: { strict: true },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
