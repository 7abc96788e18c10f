import { Health, Me, Session } from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { describeSession, type SessionSettings } from './sessions/describe.ts'

export function identityPortal(
  portal: Router<PortalPrincipal>,
  settings: SessionSettings & Pick<Deps, 'webhooks'>,
) {
  portal.getPublic('/health', { summary: 'Health of the service', reply: Health }, async () => ({
    ok: true,
    version: 'v1',
  }))

  portal.get(
    '/me',
    { summary: 'The client and the API key of this request', scope: null, reply: Me },
    async ({ client: { daysAhead: _, ...client }, principal }) => ({
      client,
      key: principal.key,
      rate_limits: principal.rateLimits,
      webhook_source_addresses: [...(settings.webhooks.sourceAddresses ?? [])],
    }),
  )

  portal.get(
    '/session',
    { summary: 'The person who is signed in', scope: null, session: 'user', reply: Session },
    async ({ principal }) => describeSession(principal, principal.client, settings),
  )
}
