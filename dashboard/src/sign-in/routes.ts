import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/roots.tsx'

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: (search: Record<string, unknown>): { next?: string } => {
      const next = ownPath(search['next'])
      return next ? { next } : {}
    },
    component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
  }),
] as const

/** Where to go after signing in: a path of this site, never another address. */
export function ownPath(next: unknown): string | null {
  if (typeof next !== 'string') return null
  const address = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null
  if (address?.origin !== location.origin || !/^\/(?![/\\])/.test(next)) return null
  return address.pathname + address.search + address.hash
}
