import { Remito, RemitoDetail, RemitoFilters } from '@anden/contract'
import { byTime, type Router } from '../http/router.ts'
import type { PortalPrincipal } from '../identity/authenticate.ts'
import { remitoDetail, remitosNewestFirst } from './queries.ts'

const topic = 'remitos'

export function remitosPortal(portal: Router<PortalPrincipal>) {
  const list = {
    topic,
    filters: RemitoFilters,
    item: Remito,
    sortKey: byTime,
  } as const

  portal.list(
    '/remitos',
    { ...list, summary: 'Remitos, newest first', scope: 'read:remitos' },
    ({ client, query, page }) => remitosNewestFirst(client.id, query, page),
  )

  portal.list(
    '/movements',
    { ...list, summary: 'Lightweight history of goods in and out, newest first', scope: 'read:activity' },
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
}
