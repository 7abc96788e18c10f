import type { OrderStatus, UnitType } from '@anden/contract'
import { empty, sql } from '../db/sql.ts'

export type SheetLine = {
  sku: string
  name: string
  unit_type: UnitType
  quantity: number
  vintage_year: number | null
  notes: string | null
}

/** What a file for people shows of an order beyond its row in the list. */
export type OrderFacts = {
  id: string
  client_name: string
  recipient: string | null
  recipient_cuit_dni: string | null
  delivery_address: string | null
  delivery_city: string | null
  delivery_province: string | null
  delivery_contact: string | null
  packages: number | null
  /** The numbers of its remito; null: it has none that is not voided. */
  remito: string | null
  lines: SheetLine[]
}

/** Each order by its key, and what belongs to it by subqueries: a join of a whole page can become a scan of all remitos. */
export const factsOfOrders = (clientId: string | null, orderIds: string[]) =>
  sql<OrderFacts>`
    select orders.id, clients.name as client_name, destinatarios.name as recipient,
      destinatarios.cuit_dni as recipient_cuit_dni, orders.delivery_address, orders.delivery_city,
      orders.delivery_province, orders.delivery_contact, orders.packages, (
        select string_agg(array_to_string(remitos.remito_number, ', '), ', ')
        from remitos
        where remitos.client_id = orders.client_id and remitos.source_order_id = orders.id
          and remitos.status = 'issued'
      ) as remito, (
        select coalesce(json_agg(json_build_object(
          'sku', products.sku, 'name', products.name, 'unit_type', products.unit_type, 'quantity', item.quantity,
          'vintage_year', item.vintage_year, 'notes', item.notes) order by item.position), '[]')
        from order_items item
        join products on products.id = item.product_id
        where item.client_id = orders.client_id and item.order_id = orders.id
      ) as lines
    from orders
    join clients on clients.id = orders.client_id
    join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
    where orders.id = any(${orderIds}::uuid[]) ${clientId ? sql`and orders.client_id = ${clientId}` : empty}`

/** The members that both lists of orders have. */
export type ListedOrder = {
  id: string
  order_number: string
  status: OrderStatus
  status_reason: string | null
  reference: string | null
  delivery_type: 'envio' | 'retiro'
  notes: string | null
  created_at: string
  updated_at: string
}
