import { SendTest, TestPing, WebhookEndpoints } from '@anden/contract'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { requireClient } from '../identity/clients.ts'
import { endpointsOf } from './queries.ts'
import { pingDescription, pingEndpoint, type TestDeps } from './test-event.ts'

export function webhooksBackoffice(backoffice: Router<StaffPrincipal>, deps: TestDeps) {
  backoffice.get(
    '/clients/:id/webhooks',
    {
      summary: 'Webhook endpoints of a client and their health',
      scope: 'staff:read',
      reply: WebhookEndpoints,
      problems: ['clients/not-found'],
    },
    async ({ params }) => {
      await requireClient(deps.db, params.id)
      return { data: await deps.db.rows(endpointsOf(params.id)) }
    },
  )

  backoffice.call(
    '/clients/:id/webhooks/:webhook_id/test',
    {
      summary: 'Send a test event now',
      description: pingDescription,
      scope: 'staff:clients',
      body: SendTest,
      bodyOptional: true,
      reply: TestPing,
      problems: ['webhooks/not-found'],
    },
    ({ params, body }) => pingEndpoint(deps, params.id, params.webhook_id, body.type),
  )
}
