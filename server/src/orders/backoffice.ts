import {
  actionsWithReasonText,
  OrderPicks,
  OrdersToPick,
  orderActions,
  orderTransitions,
  PickList,
  QueuedOrder,
  QueueFilters,
  StaffOrder,
  StaffOrderChange,
  StaffOrderDetail,
  StaffOrderFilters,
} from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { actOnOrder } from './actions.ts'
import { labelsPdf, pickListPdf, readLabels, readPickList } from './pdf/route.ts'
import { pickListOf, readOrdersToPick } from './pick-list.ts'
import { type DownloadLinks, withLinks } from './portal.ts'
import { picksOfOrder } from './preview.ts'
import {
  allOrdersNewestFirst,
  factsForStaff,
  type OrderFactsForStaff,
  type StaffOrderDetailRow,
  staffOrderDetail,
} from './queries.ts'
import { type QueueRow, queuedOrders, withShortages } from './queue.ts'
import { staffOrderLinesSheet, staffOrdersSheet } from './sheets.ts'

export function ordersBackoffice(
  backoffice: Router<StaffPrincipal>,
  { warehouse }: Pick<Deps, 'warehouse'>,
  links: DownloadLinks,
  settings: () => RemitoSettings,
) {
  const forStaff = ({ weight, ...row }: StaffOrderDetailRow & OrderFactsForStaff): StaffOrderDetail => ({
    ...withLinks(row, links),
    client_id: row.client_id,
    client_name: row.client_name,
    destinatario: row.destinatario,
    trip_id: row.trip_id,
    trip_number: row.trip_number,
    ...weight,
  })

  backoffice.list(
    '/orders',
    {
      summary: 'Orders of every client, newest first',
      scope: 'staff:read',
      filters: StaffOrderFilters,
      item: StaffOrder,
      sortKey: byTime,
      sheet: staffOrdersSheet,
      lines: staffOrderLinesSheet,
    },
    ({ query, page }) => allOrdersNewestFirst(query, page),
  )

  backoffice.list(
    '/queue',
    {
      summary: 'Open orders of one status, oldest first',
      description:
        'With what a dispatcher must know of each: client, recipient, address, quantities, remito, and what is missing to approve it.',
      scope: 'staff:read',
      filters: QueueFilters,
      item: QueuedOrder,
      sortKey: byTime,
      shape: ({ weight, ...row }: QueueRow): QueuedOrder => ({ ...row, ...weight, shortages: [] }),
      complete: (orders, _, at) => withShortages(at, orders, settings().today),
    },
    ({ query, page }) => queuedOrders(query, page),
  )

  backoffice.row(
    '/orders/:id',
    {
      summary: 'One order with its items and attachments',
      scope: 'staff:read',
      reply: StaffOrderDetail,
      missing: 'orders/not-found',
      shape: forStaff,
    },
    ({ params }) => staffOrderDetail(params.id),
  )

  backoffice.computed(
    '/orders/:id/picks',
    {
      summary: 'The lots of an order',
      description:
        'For a pending order, the lots that approval would take now and what is missing. After approval, the lots that it took.',
      scope: 'staff:read',
      reply: OrderPicks,
      problems: ['orders/not-found'],
    },
    ({ at, params }) => picksOfOrder(at, params.id, settings().today),
  )

  backoffice.computed(
    '/pick-list',
    {
      summary: 'What to take from the shelves for several orders',
      description:
        'The lots that their approval took, each with its total and its share for each order, by location (those without one last), SKU and lot. `A-2` stands before `A-10`. If one of the orders has no goods to pick, there is no list.',
      scope: 'staff:read',
      query: OrdersToPick,
      reply: PickList,
      problems: ['orders/not-to-pick'],
    },
    async ({ at, query }) => pickListOf(await readOrdersToPick(at, query.order_id)),
  )

  const printing = () => ({ warehouse: warehouse.name, today: settings().today })

  backoffice.document('/pick-list/pdf', { ...pickListPdf, scope: 'staff:read' }, ({ query }, db) =>
    readPickList(db, query.order_id, printing()),
  )

  backoffice.document('/orders/:id/labels', { ...labelsPdf, scope: 'staff:read' }, ({ params }, db) =>
    readLabels(db, params.id, printing()),
  )

  backoffice.patch(
    '/orders/:id',
    {
      summary: 'Change an order, its status or its packing',
      description: `Approving issues the egreso: the goods leave the stock then, first expired, first out (FEFO). Cancelling later voids the egreso and returns the goods to their lots.

Packing says that the goods stand ready, in how many \`packages\`, and with \`checked\` that every unit was scanned or ticked. The status stays, and it can be repeated until the order is dispatched. There is no event of its own: the events that follow carry it.

\`update\` changes a pending order, as its client can: it replaces what is given and keeps the rest, all of it, or nothing if the goods are not there.

With \`if_revision\`, nothing is done to an order that has changed since: the problem says what has.

Dispatching is refused while goods of the order are of a lot on hold, until that is released or the order says \`override_hold\`.

\`reason\` is required for ${actionsWithReasonText}, and with \`override_hold\`; the client sees it.

${transitionTable()}`,
      scope: 'staff:orders',
      body: StaffOrderChange,
      reply: StaffOrderDetail,
      problems: [
        'orders/not-found',
        'orders/invalid-transition',
        'orders/not-changeable',
        'orders/changed-meanwhile',
        'orders/unknown-destinatario',
        'orders/unknown-product',
        'orders/insufficient-stock',
        'orders/lot-on-hold',
        'remitos/no-active-book',
        'orders/on-trip',
      ],
      conflicts: ['orders/insufficient-stock'],
    },
    async ({ tx, by, params, body }) => {
      const order = await actOnOrder(tx, by, params.id, body, settings())
      const facts = await tx.one(factsForStaff(order.client_id, order.id))
      return forStaff({ ...order, ...facts })
    },
  )
}

/** What staff may do, as a table in Markdown. */
function transitionTable(): string {
  const code = (text: string) => `\`${text}\``
  const rows = orderActions.map((action) => {
    const { from, to, event } = orderTransitions[action]
    const reported = event ? code(event) : 'none'
    return `| ${code(action)} | ${from.staff.map(code).join(', ')} | ${code(to)} | ${reported} |`
  })
  return ['| Action | From | To | Event |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
