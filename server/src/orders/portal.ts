import { Order, OrderDetail, OrderFilters } from '@anden/contract'
import type { FileLinks } from '../attachments/links.ts'
import { byTime, type Router } from '../http/router.ts'
import type { PortalPrincipal } from '../identity/authenticate.ts'
import { type OrderDetailRow, orderDetail, ordersNewestFirst } from './queries.ts'

export function ordersPortal(portal: Router<PortalPrincipal>, links: FileLinks) {
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
    ({ who, query, after, fetch }) => ordersNewestFirst(who.client.id, query, after, fetch),
  )

  // No topic: the links in it are made anew at each read.
  portal.row(
    '/orders/:id',
    {
      summary: 'One order with its items and attachments',
      scope: 'read:orders',
      reply: OrderDetail,
      missing: 'orders/not-found',
      shape: (row: OrderDetailRow) => withLinks(row, links),
    },
    ({ who, params }) => orderDetail(who.client.id, params.id),
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
