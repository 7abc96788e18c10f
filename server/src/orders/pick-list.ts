// What to take from the shelves for several orders: the goods of their egresos, by the place where they stand.

import type { FieldFault, OrderStatus, PickList, PickListRow } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { live } from '../db/environment.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { problem } from '../problem.ts'
import { fromThousandths, thousandths } from '../stock/availability.ts'

type Goods = Omit<PickListRow, 'client_id' | 'client_name' | 'orders'> & { notes: string | null }
export type OrderToPick = {
  id: string
  order_number: string
  status: OrderStatus
  client_id: string
  client_name: string
  destinatario_name: string
  notes: string | null
  goods: Goods[]
}

const isPickable = ({ status }: OrderToPick) => status === 'approved' || status === 'in_preparation'

/** As they were asked for, each with its goods by location. The problem names those that have none to pick. */
export async function readOrdersToPick(at: Queryable, ids: readonly string[]): Promise<OrderToPick[]> {
  const found = new Map((await at.rows(ordersToPick(ids))).map((order) => [order.id, order]))
  const faults: FieldFault[] = []
  const orders = ids.flatMap((id, index) => {
    const order = found.get(id)
    const pointer = `order_id/${index}`
    if (!order) faults.push({ pointer, ...fault('not_an_order', { id }) })
    else if (!isPickable(order)) {
      const { order_number, status } = order
      faults.push({ pointer, ...fault('not_to_pick', { order_number, status }) })
    }
    return order ? [{ ...order, goods: order.goods.sort(byPlace) }] : []
  })
  if (faults.length > 0) throw problem('orders/not-to-pick', { errors: faults })
  return orders
}

export const pickListOf = (orders: readonly OrderToPick[]): PickList => ({
  rows: rowsOf(orders),
  orders: orders.map(({ goods: _, client_id: _client, ...order }) => order),
})

/** One row for each lot, with its share for each order. A lot is of one product, and so of one client. */
export function rowsOf(orders: readonly OrderToPick[]): PickListRow[] {
  const rows = new Map<string, PickListRow>()
  for (const { id, order_number, client_id, client_name, goods } of orders) {
    for (const { notes, quantity, ...lot } of goods) {
      const row = rows.get(lot.lot_id) ?? { ...lot, client_id, client_name, quantity: 0, orders: [] }
      rows.set(lot.lot_id, {
        ...row,
        quantity: fromThousandths(thousandths(row.quantity) + thousandths(quantity)),
        orders: [...row.orders, { order_id: id, order_number, quantity, notes }],
      })
    }
  }
  return [...rows.values()].sort(byPlace)
}

/** `A-2` stands before `A-10`. Goods without a place are last. */
const inWalkingOrder = new Intl.Collator('es', { numeric: true })

type Placed = Pick<PickListRow, 'location' | 'sku' | 'lot_number' | 'product_id' | 'lot_id'>

function byPlace(one: Placed, other: Placed): number {
  if ((one.location === null) !== (other.location === null)) return one.location === null ? 1 : -1
  return (
    inWalkingOrder.compare(one.location ?? '', other.location ?? '') ||
    inWalkingOrder.compare(one.sku, other.sku) ||
    compare(one.product_id, other.product_id) ||
    inWalkingOrder.compare(one.lot_number, other.lot_number) ||
    compare(one.lot_id, other.lot_id)
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** A lot that several lines of an order take is one entry. */
const goodsOfOrder = sql`(
  select coalesce(json_agg(json_build_object('location', products.location, 'product_id', products.id,
    'sku', products.sku, 'name', products.name, 'gtin', products.gtin, 'unit_type', products.unit_type,
    'lot_id', lots.id, 'lot_number', lots.lot_number, 'expiry_date', lots.expiry_date,
    'vintage_year', lots.vintage_year, 'quantity', taken.quantity, 'notes', taken.notes)), '[]')
  from (
    select item.product_id, item.lot_id, sum(item.quantity) as quantity,
      string_agg(distinct item.notes, '; ') as notes
    from remitos
    join remito_items item on item.client_id = remitos.client_id and item.remito_id = remitos.id
    where remitos.source_order_id = orders.id and remitos.status = 'issued'
    group by item.product_id, item.lot_id
  ) as taken
  join products on products.id = taken.product_id
  join lots on lots.id = taken.lot_id)`

/** In one statement, and so of one moment. */
export const ordersToPick = (ids: readonly string[]) =>
  sql<OrderToPick>`
    select orders.id, orders.order_number, orders.status, orders.client_id, orders.notes, (
        select clients.name from clients where clients.id = orders.client_id
      ) as client_name, (
        select destinatarios.name from destinatarios
        where destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
      ) as destinatario_name, ${goodsOfOrder} as goods
    from orders
    where orders.id = any(${ids}::uuid[]) and ${live()}`
