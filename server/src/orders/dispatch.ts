// Goods of a lot on hold do not leave the warehouse, unless the staff overrides the hold with a reason. A hold and a dispatch
// both lock the product, so that the second sees what the first did. A trip dispatches all its orders at once, by a number of
// statements that does not depend on theirs.
import type { HeldGoods } from '@anden/contract'
import { recordAuditBatch } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { publish } from '../events/publish.ts'
import { problem } from '../problem.ts'
import { takenForOrder, takenForOrders } from '../remitos/issue.ts'
import { enqueueRemitos } from '../remitos/mail.ts'
import { heldAmong, heldByOrder } from '../stock/hold.ts'
import { lockProducts } from '../stock/lock.ts'
import { orderEvent } from './create.ts'
import { changeStatusOfSeveral, type LockedOrder, lockSeveral, orderDetails } from './queries.ts'

export type { LockedOrder }

/** Returns the goods whose hold is overridden: none, if no lot of the order is on hold. */
export async function requireReleased(
  tx: Transaction,
  orderId: string,
  isOverridden: boolean,
): Promise<HeldGoods[]> {
  const goods = await takenForOrder(tx, orderId)
  await lockProducts(
    tx,
    goods.map(({ product_id }) => product_id),
  )
  const held = await heldAmong(tx, goods)
  if (held.length > 0 && !isOverridden) throw lotOnHold(held)
  return held
}

function lotOnHold(lots: HeldGoods[]) {
  const reasons = lots.map(({ lot_number, reason }) => `${lot_number} (${reason})`).join(', ')
  return problem('orders/lot-on-hold', {
    detail: `The order contains goods of lots on hold: ${reasons}. It stays where it is.`,
    lots,
  })
}

/** Locks the orders until the commit. Unknown ones are missing from the result. */
export async function lockOrders(tx: Transaction, ids: string[]): Promise<Map<string, LockedOrder>> {
  const rows = await tx.rows(lockSeveral(ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** By order, what it has of lots on hold. The products stay locked, so that none is held before the orders have left. */
export async function heldGoodsOf(tx: Transaction, orderIds: string[]): Promise<Map<string, HeldGoods[]>> {
  const goods = await takenForOrders(tx, orderIds)
  await lockProducts(
    tx,
    goods.map(({ product_id }) => product_id),
  )
  return heldByOrder(tx, goods)
}

/** The orders are locked, and nothing of them is on hold. */
export async function dispatchOrders(
  tx: Transaction,
  by: Author,
  orders: readonly LockedOrder[],
): Promise<void> {
  const ids = orders.map(({ id }) => id)
  tx.pipeline(changeStatusOfSeveral(ids, by, 'in_transit'))
  tx.pipeline(enqueueRemitos(ids))
  const details = new Map((await tx.rows(orderDetails(ids))).map((detail) => [detail.id, detail]))
  publish(
    tx,
    orders.flatMap(({ id, client_id, status }) => {
      const detail = details.get(id)
      return detail ? [orderEvent(client_id, detail, 'order.in_transit', status)] : []
    }),
  )
  recordAuditBatch(
    tx,
    by,
    orders.map(({ id, client_id, status }) => ({
      clientId: client_id,
      action: 'orders.dispatch',
      subjectId: id,
      before: { status },
      after: { status: 'in_transit', reason: null },
    })),
  )
}
