import { NewRemito, StaffRemito, StaffRemitoDetail, StaffRemitoFilters, VoidRemito } from '@anden/contract'
import { byTime, type Router } from '../http/router.ts'
import type { StaffPrincipal } from '../identity/authenticate.ts'
import { enterRemito } from './enter.ts'
import type { RemitoSettings } from './issue.ts'
import { allRemitosNewestFirst, staffRemitoDetail } from './queries.ts'
import { voidRemito } from './void.ts'

export function remitosBackoffice(backoffice: Router<StaffPrincipal>, settings: () => RemitoSettings) {
  backoffice.list(
    '/remitos',
    {
      summary: 'Remitos of every client, newest first',
      scope: 'staff:read',
      filters: StaffRemitoFilters,
      item: StaffRemito,
      sortKey: byTime,
    },
    ({ query, after, fetch }) => allRemitosNewestFirst(query, after, fetch),
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

  backoffice.post(
    '/remitos',
    {
      summary: 'Enter a remito: goods received, or handed out without an order',
      description: `An **ingreso** makes lots or adds to them; goods without a lot number go into \`SIN-LOTE\`.

An **egreso** takes from \`lot_id\`, else first to expire first (within \`vintage_year\` where it is given), and only what is available. The service numbers it.`,
      scope: 'staff:stock',
      body: NewRemito,
      reply: StaffRemitoDetail,
      location: ({ id }) => `/remitos/${id}`,
      problems: [
        'clients/not-found',
        'products/archived',
        'remitos/duplicate-number',
        'remitos/insufficient-stock',
      ],
    },
    ({ tx, by, body }) => enterRemito(tx, by, body, settings()),
  )

  backoffice.post(
    '/remitos/:id/void',
    {
      summary: 'Void a remito',
      description: 'The goods of an egreso return to their lots; those of an ingreso leave them again.',
      scope: 'staff:stock',
      status: 200,
      body: VoidRemito,
      reply: StaffRemitoDetail,
      problems: [
        'remitos/not-found',
        'remitos/already-voided',
        'remitos/goods-gone',
        'remitos/belongs-to-order',
      ],
    },
    ({ tx, by, params, body }) => voidRemito(tx, by, params.id, body.reason),
  )
}
