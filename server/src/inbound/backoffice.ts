import {
  inboundActions,
  inboundTransitions,
  StaffInboundChange,
  StaffInboundFilters,
  StaffInboundNotice,
  StaffInboundNoticeDetail,
} from '@anden/contract'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { byDay } from './portal.ts'
import { allNoticesByDay, staffNoticeDetail } from './queries.ts'
import { actOnNotice } from './receive.ts'
import { staffNoticeLinesSheet, staffNoticesSheet } from './sheets.ts'

export function inboundBackoffice(backoffice: Router<StaffPrincipal>, settings: () => RemitoSettings) {
  const scopes = { scope: 'staff:read', orScope: 'staff:receive' } as const

  backoffice.list(
    '/inbound',
    {
      summary:
        'Inbound notices of every client, by the day on which the goods are expected, the latest first',
      ...scopes,
      filters: StaffInboundFilters,
      item: StaffInboundNotice,
      sortKey: byDay,
      sheet: staffNoticesSheet,
      lines: staffNoticeLinesSheet,
    },
    ({ query, page }) => allNoticesByDay(query, page),
  )

  backoffice.row(
    '/inbound/:id',
    {
      summary: 'One inbound notice with its lines, and what was received of each',
      ...scopes,
      reply: StaffInboundNoticeDetail,
      missing: 'inbound/not-found',
    },
    ({ params }) => staffNoticeDetail(params.id),
  )

  backoffice.patch(
    '/inbound/:id',
    {
      summary: 'Receive what was announced',
      description: `\`receive\` enters an ingreso with the goods: several can follow, also of products that were not announced. \`close\` ends it with a reason for each line whose \`difference\` is not 0. Voiding an ingreso takes its goods back: the notice is \`receiving\` again, and has to be closed again.

Send \`if_revision\` with \`receive\`: a request without an answer can then be repeated without receiving the goods twice.

${transitionTable()}`,
      scope: 'staff:receive',
      body: StaffInboundChange,
      reply: StaffInboundNoticeDetail,
      problems: [
        'inbound/not-found',
        'inbound/invalid-transition',
        'inbound/changed-meanwhile',
        'products/archived',
        'remitos/duplicate-number',
      ],
    },
    ({ tx, by, params, body }) => actOnNotice(tx, by, params.id, body, settings()),
  )
}

const becomes = {
  arrive: '`arrived`',
  receive: '`receiving`',
  close: '`received`, or `received_with_differences`',
  cancel: '`cancelled`',
}

/** What staff may do, as a table in Markdown. */
function transitionTable(): string {
  const rows = inboundActions.map((action) => {
    const from = inboundTransitions[action].map((status) => `\`${status}\``).join(', ')
    return `| \`${action}\` | ${from} | ${becomes[action]} |`
  })
  return ['| Action | From | To |', '| --- | --- | --- |', ...rows].join('\n')
}
