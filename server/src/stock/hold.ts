// A lot on hold stays in stock, but is neither pickable nor available. A hold, like every movement, locks the stock row of
// the product: the second sees what the first did. A dispatch locks it, too, so that an order with goods of the lot either
// leaves before the hold or is stopped by it. Events tell the client when a hold begins and ends.
import { type HeldGoods, type Lot, type LotChange, type LotOrder, notLeftStatuses } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { recordAudit, recordAuditBatch } from '../audit/record.ts'
import type { PageRange } from '../db/keyset.ts'
import type { Queryable } from '../db/queryable.ts'
import { empty, join, raw, sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { publish } from '../events/publish.ts'
import { refuseMember, throwProblem } from '../problem.ts'
import { fromThousandths, thousandths } from './availability.ts'
import { lockProducts } from './lock.ts'
import { lotsByIds } from './lot-queries.ts'
import { lotFields } from './move.ts'
import { type LotLine, lotLine } from './queries.ts'

export async function changeHold(
  tx: Transaction,
  by: Author,
  lotId: string,
  change: LotChange,
): Promise<LotLine> {
  const reason = reasonOf(change)
  const [lot] = await tx.rows(lotsByIds([lotId]))
  if (!lot) return throwProblem('lots/not-found')
  await lockProducts(tx, [lot.product_id])
  const before = await tx.one(lotLine(lotId))
  if (before.hold_reason === reason) return before
  const { changed_at } = await tx.one(setHold(lotId, reason))
  const after = await tx.one(lotLine(lotId))
  publishChange(tx, lot.client_id, before, after, changed_at)
  recordAudit(tx, by, {
    clientId: lot.client_id,
    action: change.hold ? 'lots.hold' : 'lots.release',
    subjectId: lotId,
    before: { hold: holdOf(before) },
    after: { hold: holdOf(after) },
  })
  return after
}

/** Goods that come in and go on hold. Their products are locked. A lot that is on hold already keeps its reason. */
export async function holdLots(
  tx: Transaction,
  by: Author,
  clientId: string,
  lotIds: readonly string[],
  reason: string,
): Promise<void> {
  if (lotIds.length === 0) return
  const ids = [...new Set(lotIds)]
  const rows = await tx.rows(holdAll(ids, reason))
  // In the order of the ids, because PostgreSQL returns them in any.
  const held = rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  publish(
    tx,
    held.map(({ held_at, quantity, ...lot }) => ({
      clientId,
      type: 'lot.held',
      object: { ...lotFields(lot), quantity, reason, held_at },
    })),
  )
  recordAuditBatch(
    tx,
    by,
    held.map(({ id, held_at }) => ({
      clientId,
      action: 'lots.hold',
      subjectId: id,
      before: { hold: null },
      after: { hold: { reason, since: held_at } },
    })),
  )
}

/** A new reason for the same hold is no event. */
function publishChange(tx: Transaction, clientId: string, before: LotLine, after: LotLine, at: string) {
  const lot = { ...lotFields(after), quantity: after.quantity }
  const was = holdOf(before)
  const is = holdOf(after)
  if (is && !was) {
    publish(tx, [{ clientId, type: 'lot.held', object: { ...lot, reason: is.reason, held_at: is.since } }])
  }
  if (was && !is) {
    publish(tx, [{ clientId, type: 'lot.released', object: { ...lot, reason: was.reason, released_at: at } }])
  }
}

type TakenGoods = { lot_id: string; quantity: number }

/** The goods among these that are in a lot on hold, by lot. A writer must have locked their products. */
export async function heldAmong(at: Queryable, goods: readonly TakenGoods[]): Promise<HeldGoods[]> {
  return inLots(await heldLotsOf(at, goods), goods)
}

/** The same by order, for orders that have any. */
export async function heldByOrder(
  at: Queryable,
  goods: readonly (TakenGoods & { order_id: string })[],
): Promise<Map<string, HeldGoods[]>> {
  const lots = await heldLotsOf(at, goods)
  const isHeld = new Set(lots.map(({ lot_id }) => lot_id))
  const held = goods.filter(({ lot_id }) => isHeld.has(lot_id))
  return new Map(
    [...Map.groupBy(held, ({ order_id }) => order_id)].map(([orderId, own]) => [orderId, inLots(lots, own)]),
  )
}

type HeldLot = Omit<HeldGoods, 'products' | 'quantity'> & { name: string; sku: string }

const heldLotsOf = (at: Queryable, goods: readonly TakenGoods[]) =>
  at.rows(lotsOnHold([...new Set(goods.map(({ lot_id }) => lot_id))]))

const inLots = (lots: readonly HeldLot[], goods: readonly TakenGoods[]): HeldGoods[] =>
  lots.flatMap(({ name, sku, ...lot }) => {
    const own = goods.filter(({ lot_id }) => lot_id === lot.lot_id)
    const count = own.reduce((sum, { quantity }) => sum + thousandths(quantity), 0)
    return own.length > 0 ? [{ ...lot, products: { name, sku }, quantity: fromThousandths(count) }] : []
  })

/** null: no hold. */
function reasonOf({ hold, reason }: LotChange): string | null {
  if (hold) return reason ?? refuseMember('/reason', fault('reason_required_for_hold'))
  if (reason !== undefined) refuseMember('/reason', fault('reason_only_for_hold'))
  return null
}

export const holdOf = ({
  hold_reason,
  held_since,
}: Pick<LotLine, 'hold_reason' | 'held_since'>): Lot['hold'] =>
  hold_reason !== null && held_since !== null ? { reason: hold_reason, since: held_since } : null

/** clock_timestamp, not now: it is read after the wait for the lock, so that no movement before the hold is later than it. */
const setHold = (lotId: string, reason: string | null) =>
  sql<{ changed_at: string }>`
    update lots
    set hold_reason = ${reason},
      held_since = case when ${reason}::text is not null then coalesce(held_since, clock_timestamp()) end,
      updated_at = now()
    where id = ${lotId}
    returning clock_timestamp() as changed_at`

type NewlyHeld = Pick<
  LotLine,
  'id' | 'product_id' | 'lot_number' | 'expiry_date' | 'vintage_year' | 'quantity'
>

const holdAll = (ids: string[], reason: string) =>
  sql<NewlyHeld & { held_at: string }>`
    update lots
    set hold_reason = ${reason}, held_since = clock_timestamp(), updated_at = now()
    where id = any(${ids}::uuid[]) and held_since is null
    returning id, product_id, lot_number, expiry_date, vintage_year, quantity, held_since as held_at`

const lotsOnHold = (ids: string[]) =>
  sql<HeldLot>`
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
