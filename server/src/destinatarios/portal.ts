import { Destinatario, DestinatarioFilters } from '@anden/contract'
import type { Router } from '../http/router.ts'
import type { PortalPrincipal } from '../identity/authenticate.ts'
import { destinatarioById, destinatariosByName } from './queries.ts'

const scope = 'read:destinatarios'
const topic = 'destinatarios'

export function destinatariosPortal(portal: Router<PortalPrincipal>) {
  portal.list(
    '/destinatarios',
    {
      summary: 'Recipients, by name',
      scope,
      topic,
      filters: DestinatarioFilters,
      item: Destinatario,
      sortKey: (row: { name_folded: string; id: string }) => [row.name_folded, row.id],
    },
    ({ who, query, after, fetch }) => destinatariosByName(who.client.id, query, after, fetch),
  )

  portal.row(
    '/destinatarios/:id',
    {
      summary: 'One recipient',
      scope,
      topic,
      reply: Destinatario,
      missing: 'destinatarios/not-found',
    },
    ({ who, params }) => destinatarioById(who.client.id, params.id),
  )
}
