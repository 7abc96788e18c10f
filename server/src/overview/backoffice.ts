import { ClientOverview } from '@anden/contract'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { clientCounts } from './queries.ts'

export function overviewBackoffice(backoffice: Router<StaffPrincipal>) {
  backoffice.row(
    '/clients/:id/overview',
    {
      summary: 'Who acts for a client, and its open orders, in numbers',
      description:
        'What suspending the client stops: its keys and users at once. Open orders and webhooks go on.',
      scope: 'staff:read',
      reply: ClientOverview,
      missing: 'clients/not-found',
    },
    ({ params }) => clientCounts(params.id),
  )
}
