import {
  InboundChange,
  InboundFilters,
  InboundNotice,
  InboundNoticeDetail,
  InboundSheet,
  InboundSheetQuery,
  NewInboundNotice,
} from '@anden/contract'
import type { DayOf, Deps } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { sheetContentTypes, signIn, withSheet } from '../imports/receive-sheet.ts'
import { announceGoods, changeNotice } from './announce.ts'
import { noticeLabelsPdf, readNoticeLabels } from './pdf/labels.ts'
import { noticeDetail, noticesByDay } from './queries.ts'
import { readNoticeLines, readNoticeTable } from './read-sheet.ts'
import { noticeLinesSheet, noticesSheet } from './sheets.ts'

const scope = 'read:inbound'
const topic = 'inbound'

export const byDay = (row: { expected_on: string; id: string }) => [row.expected_on, row.id]

export function inboundPortal(
  portal: Router<PortalPrincipal>,
  { db, warehouse }: Pick<Deps, 'db' | 'warehouse'>,
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

  portal.upload(
    '/inbound/read-sheet',
    {
      summary: 'Read the lines of a notice from a sheet',
      description: readSheetText,
      scope: 'write:inbound',
      contentTypes: sheetContentTypes,
      query: InboundSheetQuery,
      status: 200,
      reply: InboundSheet,
      problems: ['validation/malformed-request', 'validation/payload-too-large', 'imports/invalid-sheet'],
    },
    ({ client, query, request, respond }) =>
      withSheet(request, async ({ file }) => {
        const sign = signIn(query)
        const table = await readNoticeTable(file, sign)
        return respond.json(await db.snapshot((at) => readNoticeLines(at, client.id, table, sign)))
      }),
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

const readSheetText = `A CSV or Excel file (\`.xlsx\`) with one line per item. The columns are \`sku\` and \`quantity\`, and optionally \`lot_number\`, \`expiry_date\` and \`vintage_year\`, in any order, with English or Spanish headings. Other columns are reported, and ignored.

Nothing is changed: the response has the sheet as it was read, each line as an item of a notice, and every error at its cell. Send the items to \`POST /inbound\`. Up to 500 lines and 5 MiB.`
