import { Inspection } from '@anden/contract'
import type { Clock } from '../../deps.ts'
import type { StaffPrincipal } from '../../http/admission/principal.ts'
import type { Router } from '../../http/routing/router.ts'
import { inspectClient } from './open.ts'

export function inspectionsBackoffice(backoffice: Router<StaffPrincipal>, clock: Clock) {
  backoffice.post(
    '/clients/:id/inspect',
    {
      summary: 'See the portal as a client sees it',
      description:
        'For an hour, this session can read everything on the portal that an administrator of the client can, and change nothing: send its requests there with the header `Anden-Client: <id of the client>`. A session can inspect several clients at once. The inspection is in the audit log. It ends earlier if the session ends or the person loses the scope. A suspended client can be inspected, too.',
      scope: 'staff:clients',
      session: 'user',
      idempotency: 'none',
      reply: Inspection,
      status: 200,
      problems: ['clients/not-found'],
    },
    ({ tx, by, principal, params }) =>
      inspectClient(tx, by, { sessionId: principal.credentialId, clientId: params.id, now: clock() }),
  )
}
