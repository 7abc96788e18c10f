import { Destinatario, DestinatarioChange, DestinatarioFilters, NewDestinatario } from '@anden/contract'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { changeDestinatario, createDestinatario, removeDestinatario } from './change.ts'
import { destinatarioById, destinatariosByName } from './queries.ts'
import { destinatariosSheet } from './sheet.ts'

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
      sheet: destinatariosSheet,
    },
    ({ client, query, page }) => destinatariosByName(client.id, query, page),
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
    ({ client, params }) => destinatarioById(client.id, params.id),
  )

  portal.post(
    '/destinatarios',
    {
      summary: 'Add a recipient',
      scope: 'write:destinatarios',
      body: NewDestinatario,
      reply: Destinatario,
      location: ({ id }) => `/destinatarios/${id}`,
    },
    ({ tx, by, client, body }) => createDestinatario(tx, by, client.id, body),
  )

  portal.patch(
    '/destinatarios/:id',
    {
      summary: 'Change a recipient',
      description:
        'A field set to null is cleared; `name` cannot be cleared. An empty object changes nothing.',
      scope: 'write:destinatarios',
      body: DestinatarioChange,
      reply: Destinatario,
      problems: ['destinatarios/not-found'],
    },
    ({ tx, by, client, params, body }) => changeDestinatario(tx, by, client.id, params.id, body),
  )

  portal.delete(
    '/destinatarios/:id',
    {
      summary: 'Remove a recipient',
      description: 'It disappears from lists and cannot be used in new orders. Existing orders keep it.',
      scope: 'write:destinatarios',
      problems: ['destinatarios/not-found'],
    },
    ({ tx, by, client, params }) => removeDestinatario(tx, by, client.id, params.id),
  )
}
