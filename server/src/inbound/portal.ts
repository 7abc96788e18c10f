import {
  InboundChange,
  InboundFilters,
  InboundNotice,
  InboundNoticeDetail,
  NewInboundNotice,
} from '@anden/contract'
import type { DayOf, Deps } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { announceGoods, changeNotice } from './announce.ts'
import { noticeLabelsPdf, readNoticeLabels } from './pdf/labels.ts'
import { noticeDetail, noticesByDay } from './queries.ts'
import { noticeLinesSheet, noticesSheet } from './sheets.ts'

const scope = 'read:inbound'
const topic = 'inbound'

export const byDay = (row: { expected_on: string; id: string }) => [row.expected_on, row.id]

export function inboundPortal(
  portal: Router<PortalPrincipal>,
  { warehouse }: Pick<Deps, 'warehouse'>,
  today: DayOf,
) {
  portal.list(
    '/inbound',
    {
      summary: 'Inbound notices, by the day on which the goods are expected, the latest first',
      scope,
      topic,
      filters: InboundFilters,
      item: InboundNotice,
      sortKey: byDay,
      sheet: noticesSheet,
      lines: noticeLinesSheet,
    },
    ({ client, query, page }) => noticesByDay(client.id, query, page),
  )

  portal.row(
    '/inbound/:id',
    {
      summary: 'One inbound notice with its lines, and what was received of each',
      scope,
      topic,
      reply: InboundNoticeDetail,
      missing: 'inbound/not-found',
    },
    ({ client, params }) => noticeDetail(client.id, params.id),
  )

  portal.document('/inbound/:id/labels', { ...noticeLabelsPdf, scope }, ({ client, params }, db) =>
    readNoticeLabels(db, client.id, params.id, warehouse.name),
  )

  portal.post(
    '/inbound',
    {
      summary: 'Announce goods',
      description:
        'The warehouse then expects them, and receives them against the notice. A notice with the same `reference` that is not cancelled is never made twice: the 409 names it, so a request without an answer can be repeated.',
      scope: 'write:inbound',
      body: NewInboundNotice,
      reply: InboundNoticeDetail,
      location: ({ id }) => `/inbound/${id}`,
      problems: ['inbound/duplicate-reference', 'inbound/unknown-product'],
    },
    ({ tx, by, client, body }) => announceGoods(tx, by, client.id, body, today(client)),
  )

  portal.patch(
    '/inbound/:id',
    {
      summary: 'Change or cancel an inbound notice',
      description:
        '`update` replaces what is given and keeps the rest; `items` are all lines of the notice. `cancel` needs a reason; cancelling a cancelled notice changes nothing. Both until the goods arrive.',
      scope: 'write:inbound',
      body: InboundChange,
      reply: InboundNoticeDetail,
      problems: [
        'inbound/not-found',
        'inbound/not-changeable',
        'inbound/changed-meanwhile',
        'inbound/duplicate-reference',
        'inbound/unknown-product',
      ],
    },
    ({ tx, by, client, params, body }) => changeNotice(tx, by, client.id, params.id, body, today(client)),
  )
}
