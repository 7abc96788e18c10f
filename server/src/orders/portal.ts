import { NewOrder, Order, OrderChange, OrderDetail, OrderFilters } from '@anden/contract'
import type { FileLinks } from '../attachments/links.ts'
import { byTime, type Router } from '../http/router.ts'
import type { PortalPrincipal } from '../identity/authenticate.ts'
import { cancelByClient } from './actions.ts'
import { createOrder } from './create.ts'
import { type OrderDetailRow, orderDetail, ordersNewestFirst } from './queries.ts'

export function ordersPortal(portal: Router<PortalPrincipal>, links: FileLinks, today: () => string) {
  portal.list(
    '/orders',
    {
      summary: 'Orders, newest first',
      scope: 'read:orders',
      topic: 'orders',
      filters: OrderFilters,
      item: Order,
      sortKey: byTime,
    },
    ({ client, query, page }) => ordersNewestFirst(client.id, query, page),
  )

  // No topic, so it is not cached: every read signs new download links.
  portal.row(
    '/orders/:id',
    {
      summary: 'One order with its items and attachments',
      scope: 'read:orders',
      reply: OrderDetail,
      missing: 'orders/not-found',
      shape: (row: OrderDetailRow) => withLinks(row, links),
    },
    ({ client, params }) => orderDetail(client.id, params.id),
  )

  portal.post(
    '/orders',
    {
      summary: 'Place an order',
      description: `Reserves the goods and waits for the warehouse's approval.

Send an \`Idempotency-Key\`. The same key with the same body returns the first response again (with \`Idempotency-Replayed: true\`) and creates no second order.`,
      scope: 'write:orders',
      idempotency: 'required',
      body: NewOrder,
      reply: OrderDetail,
      location: ({ id }) => `/orders/${id}`,
      problems: ['orders/unknown-destinatario', 'orders/unknown-product', 'orders/insufficient-stock'],
    },
    async ({ tx, by, client, body }) => withLinks(await createOrder(tx, by, client.id, body, today()), links),
  )

  portal.patch(
    '/orders/:id',
    {
      summary: 'Cancel an order',
      description:
        'Only a pending or approved order can be cancelled. Cancelling a cancelled order changes nothing.',
      scope: 'write:orders',
      body: OrderChange,
      reply: OrderDetail,
      problems: ['orders/not-found', 'orders/not-cancellable'],
    },
    async ({ tx, by, client, params, body }) =>
      withLinks(await cancelByClient(tx, by, client.id, params.id, body.reason ?? null), links),
  )
}

export function withLinks(row: OrderDetailRow, links: FileLinks): OrderDetail {
  return {
    ...row,
    distribution_order_attachments: row.distribution_order_attachments.map((file) => ({
      ...file,
      file_url: links.urlOf(file.id),
    })),
  }
}
