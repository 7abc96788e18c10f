import { type HeldGoods, type LotOrder, notLeftStatuses } from '@anden/contract'
import type { PageRange } from '../db/keyset.ts'
import { empty, join, raw, sql } from '../db/sql.ts'

/** clock_timestamp, not now: it is read after the wait for the lock, so that no movement before the hold is later than it. */
export const setHold = (lotId: string, reason: string | null) =>
  sql<{ changed_at: string }>`
    update lots
    set hold_reason = ${reason},
      held_since = case when ${reason}::text is not null then coalesce(held_since, clock_timestamp()) end,
      updated_at = now()
    where id = ${lotId}
    returning clock_timestamp() as changed_at`

export const lotsOnHold = (ids: string[]) =>
  sql<Omit<HeldGoods, 'products' | 'quantity'> & { name: string; sku: string }>`
    select lots.id as lot_id, lots.lot_number, lots.product_id, products.name, products.sku,
      lots.hold_reason as reason, lots.held_since as since
    from lots
    join products on products.id = lots.product_id
    where lots.id = any(${ids}::uuid[]) and lots.held_since is not null
    order by lots.lot_number, lots.id`

const notLeft = join(notLeftStatuses.map((status) => raw(`'${status}'`)))

/**
 * Orders that have goods of the lot in the warehouse, oldest first. It looks at the egreso of each of the client's orders
 * that have not left: they are a few days of work, while a lot can have years of movements.
 */
export const ordersNotLeft = (lotId: string, { after, rowLimit }: PageRange) =>
  sql<LotOrder>`
    select orders.id, orders.order_number, orders.status, (
        select json_build_object('id', destinatarios.id, 'name', destinatarios.name)
        from destinatarios
        where destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
      ) as destinatario, goods.quantity, orders.created_at
    from lots
    join orders on orders.client_id = lots.client_id and orders.status in (${notLeft})
    cross join lateral (
      select sum(item.quantity) as quantity
      from remitos
      join remito_items item on item.remito_id = remitos.id
      where remitos.source_order_id = orders.id and remitos.status = 'issued' and item.lot_id = lots.id
    ) as goods
    where lots.id = ${lotId} and goods.quantity is not null
      ${after ? sql`and (orders.created_at, orders.id) > (${after[0]}, ${after[1]})` : empty}
    order by orders.created_at, orders.id
    limit ${rowLimit}`
