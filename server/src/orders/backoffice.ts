import {
  actionsWithReasonText,
  OrderPicks,
  orderActions,
  orderTransitions,
  QueuedOrder,
  QueueFilters,
  StaffOrder,
  StaffOrderChange,
  StaffOrderDetail,
  StaffOrderFilters,
} from '@anden/contract'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { actOnOrder } from './actions.ts'
import { type DownloadLinks, withLinks } from './portal.ts'
import { picksOfOrder } from './preview.ts'
import {
  allOrdersNewestFirst,
  type OrderRecipient,
  recipientOfOrder,
  type StaffOrderDetailRow,
  staffOrderDetail,
} from './queries.ts'
import { queuedOrders, withShortages } from './queue.ts'
import { staffOrderLinesSheet, staffOrdersSheet } from './sheets.ts'

export function ordersBackoffice(
  backoffice: Router<StaffPrincipal>,
  links: DownloadLinks,
  settings: () => RemitoSettings,
) {
  const forStaff = (row: StaffOrderDetailRow & OrderRecipient): StaffOrderDetail => ({
    ...withLinks(row, links),
    client_id: row.client_id,
    client_name: row.client_name,
    destinatario: row.destinatario,
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
      shape: (row: Omit<QueuedOrder, 'shortages'>): QueuedOrder => ({ ...row, shortages: [] }),
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

  backoffice.patch(
    '/orders/:id',
    {
      summary: 'Change the status of an order',
      description: `Approving issues the egreso: the goods leave the stock then, first expired, first out (FEFO). Cancelling later voids the egreso and returns the goods to their lots.

Dispatching is refused while goods of the order are of a lot on hold, until that is released or the order says \`override_hold\`.

\`reason\` is required for ${actionsWithReasonText}, and with \`override_hold\`; the client sees it.

${transitionTable()}`,
      scope: 'staff:orders',
      body: StaffOrderChange,
      reply: StaffOrderDetail,
      problems: [
        'orders/not-found',
        'orders/invalid-transition',
        'orders/insufficient-stock',
        'orders/lot-on-hold',
      ],
      conflicts: ['orders/insufficient-stock'],
    },
    async ({ tx, by, params, body }) => {
      const order = await actOnOrder(tx, by, params.id, body, settings())
      const recipient = await tx.one(recipientOfOrder(order.client_id, order.id))
      return forStaff({ ...order, ...recipient })
    },
  )
}

/** What staff may do, as a table in Markdown. */
function transitionTable(): string {
  const code = (text: string) => `\`${text}\``
  const rows = orderActions.map((action) => {
    const { from, to, event } = orderTransitions[action]
    return `| ${code(action)} | ${from.staff.map(code).join(', ')} | ${code(to)} | ${code(event)} |`
  })
  return ['| Action | From | To | Event |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
