import type { Order, OrderDetail, OrderStatus } from '@anden/contract'
import { newestFirst, type TimeRange } from '../db/newest-first.ts'
import { sql } from '../db/sql.ts'
import type { SortKey } from '../http/cursors.ts'

const columns = sql`id, order_number, status, status_reason, delivery_type, destinatario_id, notes, created_at, updated_at`

type OrderQuery = { status?: OrderStatus; destinatario_id?: string } & TimeRange

export const ordersNewestFirst = (
  clientId: string,
  { status, destinatario_id, ...range }: OrderQuery,
  after: SortKey | null,
  fetch: number,
) => {
  const equals: [string, string][] = [['client_id', clientId]]
  if (destinatario_id) equals.push(['destinatario_id', destinatario_id])
  if (status) equals.push(['status', status])
  return sql<Order>`select ${columns} from orders ${newestFirst(equals, range, after, fetch)}`
}

type AttachmentRow = { id: string; file_name: string; created_at: string }
export type OrderDetailRow = Omit<OrderDetail, 'distribution_order_attachments'> & {
  distribution_order_attachments: AttachmentRow[]
}

export const orderDetail = (clientId: string, id: string) =>
  sql<OrderDetailRow>`
    select ${columns}, delivery_address, delivery_city, delivery_province, delivery_contact, (
      select coalesce(json_agg(json_build_object(
        'id', item.id, 'product_id', item.product_id, 'quantity', item.quantity,
        'vintage_year', item.vintage_year, 'notes', item.notes,
        'products', json_build_object('name', products.name, 'sku', products.sku)
      ) order by item.position), '[]')
      from order_items item
      join products on products.id = item.product_id
      where item.client_id = orders.client_id and item.order_id = orders.id
    ) as distribution_order_items, (
      select coalesce(json_agg(json_build_object(
        'id', file.id, 'file_name', file.file_name,
        'created_at', to_char(file.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) order by file.created_at, file.id), '[]')
      from order_attachments file
      where file.client_id = orders.client_id and file.order_id = orders.id and file.state = 'ready'
    ) as distribution_order_attachments
    from orders
    where client_id = ${clientId} and id = ${id}`
