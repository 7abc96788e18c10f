import {
  CreatedOrder,
  cancellableByClientText,
  NewOrder,
  OpenOrders,
  Order,
  OrderChange,
  OrderCountFilters,
  OrderDetail,
  OrderFilters,
  OrderPreview,
  type StaffOrderDetail,
} from '@anden/contract'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { cancelByClient } from './actions.ts'
import { createOrder } from './create.ts'
import { previewOrder } from './preview.ts'
import { type OrderDetailRow, openOrdersByStatus, orderDetail, ordersNewestFirst } from './queries.ts'
import { orderLinesSheet, ordersSheet } from './sheets.ts'

/** Signed links to the attachments of an order. */
export type DownloadLinks = { urlOf(attachmentId: string): string }

export function ordersPortal(portal: Router<PortalPrincipal>, links: DownloadLinks, today: () => string) {
  const forClient = (row: OrderDetailRow) => withoutActors(withLinks(row, links))

  portal.list(
    '/orders',
    {
      summary: 'Orders, newest first',
      scope: 'read:orders',
      topic: 'orders',
      filters: OrderFilters,
      item: Order,
      sortKey: byTime,
      sheet: ordersSheet,
      lines: orderLinesSheet,
    },
    ({ client, query, page }) => ordersNewestFirst(client.id, query, page),
  )

  portal.row(
    '/orders/counts',
    {
      summary: 'How many open orders there are, by status',
      description: 'Of the orders that the same filters list. Orders that are not open are not counted.',
      scope: 'read:orders',
      topic: 'orders',
      query: OrderCountFilters,
      reply: OpenOrders,
    },
    ({ client, query }) => openOrdersByStatus(client.id, query),
  )

  // No topic, so it is not cached: every read signs new download links.
  portal.row(
    '/orders/:id',
    {
      summary: 'One order with its items and attachments',
      scope: 'read:orders',
      reply: OrderDetail,
      missing: 'orders/not-found',
      shape: forClient,
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
      reply: CreatedOrder,
      location: ({ id }) => `/orders/${id}`,
      problems: ['orders/unknown-destinatario', 'orders/unknown-product', 'orders/insufficient-stock'],
    },
    async ({ tx, by, principal, client, body }) => {
      const author = { ...by, name: principal.user?.name ?? principal.key?.name ?? '' }
      const { duplicate_of, ...order } = await createOrder(tx, author, client.id, body, today())
      return { ...forClient(order), duplicate_of }
    },
  )

  portal.computedFrom(
    '/orders/preview',
    {
      summary: 'Preview an order',
      description:
        'Takes the body of an order and returns the lots that approval would pick today, and what is missing. Nothing is reserved. Creation and approval follow the same plan: if no stock changes in between, they pick these lots.',
      scope: 'read:stock',
      body: NewOrder,
      reply: OrderPreview,
      problems: ['orders/unknown-destinatario', 'orders/unknown-product'],
    },
    ({ at, client, body }) => previewOrder(at, client.id, body, today()),
  )

  portal.patch(
    '/orders/:id',
    {
      summary: 'Cancel an order',
      description: `Only a ${cancellableByClientText} order can be cancelled. Cancelling a cancelled order changes nothing.`,
      scope: 'write:orders',
      body: OrderChange,
      reply: OrderDetail,
      problems: ['orders/not-found', 'orders/not-cancellable'],
    },
    async ({ tx, by, client, params, body }) =>
      forClient(await cancelByClient(tx, by, client.id, params.id, body.reason ?? null)),
  )
}

/** A client does not see who at the warehouse took a step. */
const withoutActors = ({ timeline, ...order }: StaffOrderDetailBody): OrderDetail => ({
  ...order,
  timeline: timeline.map(({ by: _, by_name: _name, ...step }) => step),
})

type StaffOrderDetailBody = Omit<StaffOrderDetail, 'client_id' | 'client_name' | 'destinatario'> &
  Pick<OrderDetail, 'placed_by'>

export function withLinks(row: OrderDetailRow, links: DownloadLinks): StaffOrderDetailBody {
  return {
    ...row,
    distribution_order_attachments: row.distribution_order_attachments.map((file) => ({
      ...file,
      file_url: links.urlOf(file.id),
    })),
  }
}
