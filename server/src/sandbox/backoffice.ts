import { ClientSandbox } from '@anden/contract'
import type { DayOf } from '../deps.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { describeSandbox } from './describe.ts'
import { type ClientSandboxRow, sandboxOfClient } from './queries.ts'

export function sandboxBackoffice(backoffice: Router<StaffPrincipal>, today: DayOf) {
  backoffice.row(
    '/clients/:id/sandbox',
    {
      summary: 'The sandbox of a client',
      description:
        'What it has and may have, and until when it is kept. Its rows belong to the client: none of them has an address here.',
      scope: 'staff:clients',
      reply: ClientSandbox,
      missing: 'sandbox/not-found',
      shape: ({ keys, ...row }: ClientSandboxRow): ClientSandbox => ({
        ...describeSandbox(row, today),
        keys,
      }),
    },
    ({ params }) => sandboxOfClient(params.id),
  )
}
