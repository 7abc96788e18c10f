import {
  NewRemito,
  RemitoShare,
  SharedRemito,
  StaffRemito,
  StaffRemitoDetail,
  StaffRemitoFilters,
  VoidRemito,
} from '@anden/contract'
import type { Deps } from '../deps.ts'
import { requireScope } from '../http/admission/admit.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { createRemito } from './create.ts'
import type { RemitoSettings } from './issue.ts'
import { shareRemito } from './mail.ts'
import { printableBy } from './pdf/document.ts'
import { readRemito, readSelection, remitoPdf, remitosPdf } from './pdf/route.ts'
import { allRemitosNewestFirst, staffRemitoDetail } from './queries.ts'
import { staffRemitoLinesSheet, staffRemitosSheet } from './sheets.ts'
import { type TakeBack, voidRemito } from './void.ts'

export function remitosBackoffice(
  backoffice: Router<StaffPrincipal>,
  deps: Pick<Deps, 'warehouse' | 'secrets' | 'baseUrl'>,
  settings: () => RemitoSettings,
  takeBack: TakeBack,
) {
  backoffice.list(
    '/remitos',
    {
      summary: 'Remitos of every client, newest first',
      scope: 'staff:read',
      filters: StaffRemitoFilters,
      item: StaffRemito,
      sortKey: byTime,
      sheet: staffRemitosSheet,
      lines: staffRemitoLinesSheet,
    },
    ({ query, page }) => allRemitosNewestFirst(query, page),
  )

  backoffice.row(
    '/remitos/:id',
    {
      summary: 'One remito with its items',
      scope: 'staff:read',
      reply: StaffRemitoDetail,
      missing: 'remitos/not-found',
    },
    ({ params }) => staffRemitoDetail(params.id),
  )

  backoffice.document('/remitos/:id/pdf', { ...remitoPdf, scope: 'staff:read' }, ({ params, query }, db) =>
    readRemito(deps)(db, printableBy.staff, params.id, query),
  )

  backoffice.document('/remitos/pdf', { ...remitosPdf, scope: 'staff:read' }, ({ query }, db) =>
    readSelection(deps)(db, query),
  )

  backoffice.post(
    '/remitos',
    {
      summary: 'Enter a remito: goods received, or issued without an order',
      description: `An **ingreso** creates lots or adds to existing ones; goods without a lot number go into \`SIN-LOTE\`.

An **egreso** takes only available stock: from \`lot_id\`, or by default first expired, first out (FEFO), within \`vintage_year\` if that is given. The service numbers it. \`recipient\` and \`reason\` are printed on it. It needs the scope \`staff:stock\`.`,
      scope: 'staff:receive',
      body: NewRemito,
      reply: StaffRemitoDetail,
      location: ({ id }) => `/remitos/${id}`,
      problems: [
        'clients/not-found',
        'products/archived',
        'lots/on-hold',
        'remitos/duplicate-number',
        'remitos/insufficient-stock',
        'remitos/no-active-book',
      ],
    },
    ({ tx, by, principal, body }) => {
      if (body.type === 'egreso') requireScope(principal, 'staff:stock')
      return createRemito(tx, by, body, settings())
    },
  )

  backoffice.post(
    '/remitos/:id/share',
    {
      summary: 'Share a remito with its recipient',
      description:
        'Returns the link of its page, where the recipient reads it and accepts the goods, and mails link and PDF in Spanish, if there is an address to mail them to.',
      scope: 'staff:orders',
      // Its response would be stored with the token.
      idempotency: 'none',
      status: 200,
      body: RemitoShare,
      reply: SharedRemito,
      problems: ['remitos/not-found'],
    },
    ({ tx, by, params, body }) => shareRemito(tx, by, deps, params.id, body.email ?? null),
  )

  backoffice.post(
    '/remitos/:id/void',
    {
      summary: 'Void a remito',
      description:
        'The goods of an egreso return to their lots; the goods of an ingreso are removed from theirs, and from the inbound notice that they were received against.',
      scope: 'staff:stock',
      status: 200,
      body: VoidRemito,
      reply: StaffRemitoDetail,
      problems: [
        'remitos/not-found',
        'remitos/already-voided',
        'remitos/goods-gone',
        'remitos/belongs-to-order',
        'remitos/belongs-to-return',
      ],
    },
    ({ tx, by, params, body }) => voidRemito(tx, by, params.id, body.reason, takeBack),
  )
}
