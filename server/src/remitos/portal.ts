import { PortalRemitoFilters, Remito, RemitoDetail, RemitoFilters } from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { printableBy } from './pdf/document.ts'
import { readRemito, remitoPdf } from './pdf/route.ts'
import { remitoDetail, remitosNewestFirst } from './queries.ts'
import { remitoLinesSheet, remitosSheet } from './sheets.ts'

const topic = 'remitos'

export function remitosPortal(
  portal: Router<PortalPrincipal>,
  deps: Pick<Deps, 'warehouse' | 'secrets' | 'baseUrl'>,
) {
  const list = {
    topic,
    item: Remito,
    sortKey: byTime,
  } as const

  portal.list(
    '/remitos',
    {
      ...list,
      filters: PortalRemitoFilters,
      summary: 'Remitos, newest first',
      scope: 'read:remitos',
      sheet: remitosSheet,
      lines: remitoLinesSheet,
    },
    ({ client, query, page }) => remitosNewestFirst(client.id, query, page),
  )

  portal.list(
    '/movements',
    {
      ...list,
      filters: RemitoFilters,
      summary: 'Lightweight history of goods in and out, newest first',
      scope: 'read:activity',
    },
    ({ client, query, page }) => remitosNewestFirst(client.id, query, page),
  )

  portal.row(
    '/remitos/:id',
    {
      summary: 'One remito with its items',
      scope: 'read:remitos',
      topic,
      reply: RemitoDetail,
      missing: 'remitos/not-found',
    },
    ({ client, params }) => remitoDetail(client.id, params.id),
  )

  portal.document(
    '/remitos/:id/pdf',
    { ...remitoPdf, scope: 'read:remitos' },
    ({ client, params, query }, db) => readRemito(deps)(db, printableBy.client(client.id), params.id, query),
  )
}
