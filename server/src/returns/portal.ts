import { Return, ReturnDetail, ReturnFilters } from '@anden/contract'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { returnDetail, returnsNewestFirst } from './queries.ts'
import { returnLinesSheet, returnsSheet } from './sheets.ts'

const scope = 'read:remitos'
const topic = 'remitos'

export function returnsPortal(portal: Router<PortalPrincipal>) {
  portal.list(
    '/returns',
    {
      summary: 'Returns of delivered goods, newest first',
      scope,
      topic,
      filters: ReturnFilters,
      item: Return,
      sortKey: byTime,
      sheet: returnsSheet,
      lines: returnLinesSheet,
    },
    ({ client, query, page }) => returnsNewestFirst(client.id, query, page),
  )

  portal.row(
    '/returns/:id',
    {
      summary: 'One return with its lines, and what was done with the goods that came',
      scope,
      topic,
      reply: ReturnDetail,
      missing: 'returns/not-found',
    },
    ({ client, params }) => returnDetail(client.id, params.id),
  )
}
