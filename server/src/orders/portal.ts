import {
  CreatedOrder,
  cancellableByClientText,
  NewOrder,
  NewOrderBatch,
  OpenOrders,
  Order,
  OrderBatch,
  OrderChange,
  OrderCountFilters,
  OrderDetail,
  OrderFilters,
  OrderPreview,
  OrderToPreview,
  type ProblemCode,
  type StaffOrderDetail,
} from '@anden/contract'
import type { DayOf } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { actAsClient } from './actions.ts'
import { placeBatch } from './batch.ts'
import { createOrder } from './create.ts'
import { previewOrder } from './preview.ts'
import { type OrderDetailRow, openOrdersByStatus, orderDetail, ordersNewestFirst } from './queries.ts'
import { orderLinesSheet, ordersSheet } from './sheets.ts'
import { shownToClient } from './update.ts'

/** Signed links to the attachments of an order. */
export type DownloadLinks = { urlOf(attachmentId: string): string }

export function ordersPortal(portal: Router<PortalPrincipal>, links: DownloadLinks, today: DayOf) {
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
      problems: [...refusals, 'sandbox/limit-reached'],
    },
    async ({ tx, by, principal, client, body }) => {
      const author = { ...by, name: principal.user?.name ?? principal.key?.name ?? '' }
      const { duplicate_of, ...order } = await createOrder(tx, author, client.id, body, today(client))
      return { ...forClient(order), duplicate_of }
    },
  )

  portal.batch(
    '/orders/batch',
    {
      summary: 'Place several orders',
      description: `For programs: up to 100 orders in one request, which counts as one write for the rate limits. Each has its own \`idempotency_key\`, with the meaning of the header \`Idempotency-Key\` of \`POST /orders\`, and shared with it: what one of them has done under a key, the other repeats. Repeat the whole request if its answer is lost.

With \`mode=all\` every order is placed, or none: the problem then has the orders that cannot be. With \`mode=each\` the others are placed. The orders are judged as if they were placed one after the other.`,
      scope: 'write:orders',
      body: NewOrderBatch,
      reply: OrderBatch,
      single: placing,
      entriesOf: ({ mode = 'all', orders }) => ({ mode, entries: orders }),
      answer: (results, mode): OrderBatch => ({
        mode,
        placed: results.filter(({ value }) => value !== null).length,
        refused: results.filter(({ problem }) => problem !== null).length,
        results: results.map(({ value, problem, ...result }) => ({
          ...result,
          ...(value ? { order: value } : {}),
          ...(problem ? { problem } : {}),
        })),
      }),
      problems: ['orders/batch-refused', 'idempotency/request-in-progress', 'sandbox/limit-reached'],
    },
    async ({ tx, by, principal, client, entries, mode, isRefused }) => {
      const author = { ...by, name: principal.user?.name ?? principal.key?.name ?? '' }
      const orders = entries.map(({ idempotency_key: _, ...order }) => order)
      const outcomes = await placeBatch(tx, author, client.id, orders, {
        mode,
        isRefused,
        today: today(client),
      })
      return outcomes.map((outcome) => {
        if ('problem' in outcome) return outcome
        if (outcome.value === null) return { value: null }
        const { duplicate_of, ...order } = outcome.value
        return { value: { ...forClient(order), duplicate_of } }
      })
    },
  )

  portal.computedFrom(
    '/orders/preview',
    {
      summary: 'Preview an order',
      description:
        'Takes the body of an order and returns the lots that approval would pick today, and what is missing. Nothing is reserved. Creation and approval follow the same plan: if no stock changes in between, they pick these lots.',
      scope: 'read:stock',
      body: OrderToPreview,
      reply: OrderPreview,
      problems: ['orders/not-found', 'orders/unknown-destinatario', 'orders/unknown-product'],
    },
    ({ at, client, body }) => previewOrder(at, client.id, body, today(client)),
  )

  portal.patch(
    '/orders/:id',
    {
      summary: 'Change or cancel an order',
      description: `\`update\` replaces what is given and keeps the rest, while the order is pending: all of it, or nothing if the goods are not there. What the order has reserved counts as available to it. An update that leaves everything as it is returns the order with the same \`revision\`, and there is no event.

\`cancel\`: only a ${cancellableByClientText} order can be cancelled. Cancelling a cancelled order changes nothing.`,
      scope: 'write:orders',
      body: OrderChange,
      reply: OrderDetail,
      problems: [
        'orders/not-found',
        'orders/not-changeable',
        'orders/not-cancellable',
        'orders/changed-meanwhile',
        'orders/unknown-destinatario',
        'orders/unknown-product',
        'orders/insufficient-stock',
      ],
    },
    async ({ tx, by, client, params, body }) =>
      forClient(await actAsClient(tx, by, client.id, params.id, body, today(client))),
  )
}

const refusals = [
  'orders/unknown-destinatario',
  'orders/unknown-product',
  'orders/insufficient-stock',
] as const satisfies readonly ProblemCode[]

/** What a batch shares with the route above. */
const placing = {
  path: '/orders',
  status: 201,
  reply: CreatedOrder,
  location: (order: CreatedOrder | null) => `/orders/${order?.id}`,
  storedProblems: refusals,
}

/** A client does not see who at the warehouse took a step. */
const withoutActors = ({ timeline, changes, ...order }: StaffOrderDetailBody): OrderDetail => ({
  ...order,
  changes: changes.map(shownToClient),
  timeline: timeline.map(({ by: _, by_name: _name, ...step }) => step),
})

type StaffOrderDetailBody = Omit<
  StaffOrderDetail,
  'client_id' | 'client_name' | 'destinatario' | 'trip_id' | 'trip_number' | 'weight_kg' | 'weight_known'
> &
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
