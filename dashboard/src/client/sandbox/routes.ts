import mailRules from 'contract:portal/GET /sandbox/mails'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressIn, isSandbox } from '../../shared/environment.ts'
import { onlyWith } from '../../shared/session.ts'
import { shellRoute } from '../../shell/roots.tsx'
import { listFiltersOf } from '../../ui/url-filters.ts'

/** At an address of the live data, the same page of the sandbox takes its place. */
async function onlyInSandbox({ location: { href } }: { location: { href: string } }): Promise<void> {
  if (isSandbox) return
  location.replace(addressIn('sandbox', href))
  await new Promise(() => undefined)
}

export const sandboxRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/sandbox',
    beforeLoad: onlyInSandbox,
    component: lazyRouteComponent(() => import('./page.tsx'), 'SandboxPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers/sandbox/mails',
    beforeLoad: async (at) => {
      await onlyInSandbox(at)
      await onlyWith('read:requests')()
    },
    validateSearch: listFiltersOf(mailRules),
    component: lazyRouteComponent(() => import('./mails.tsx'), 'SandboxMails'),
  }),
] as const
