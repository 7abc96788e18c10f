import { Destinatario, DestinatarioFilters } from '@anden/contract'
import type { Db } from '../db/database.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { requireClient } from '../identity/clients.ts'
import { byName } from './portal.ts'
import { destinatariosByName } from './queries.ts'

export function destinatariosBackoffice(backoffice: Router<StaffPrincipal>, db: Db) {
  backoffice.list(
    '/clients/:id/destinatarios',
    {
      summary: 'Recipients of a client, by name',
      description: 'Those that a pending order of the client can be changed to.',
      scope: 'staff:read',
      filters: DestinatarioFilters,
      item: Destinatario,
      sortKey: byName,
      before: ({ params }) => requireClient(db, params.id),
      problems: ['clients/not-found'],
    },
    ({ params, query, page }) => destinatariosByName(params.id, query, page),
  )
}
