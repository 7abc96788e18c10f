// Goods of a lot on hold do not leave the warehouse, unless the staff overrides the hold with a reason. A hold and a dispatch
// both lock the product, so that the second sees what the first did.
import type { HeldGoods } from '@anden/contract'
import type { Transaction } from '../db/transaction.ts'
import { problem } from '../problem.ts'
import { takenForOrder } from '../remitos/taken.ts'
import { heldAmong } from '../stock/hold.ts'
import { lockProducts } from '../stock/lock.ts'

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
