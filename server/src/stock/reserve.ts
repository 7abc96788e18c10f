// Reservations of pending orders. The caller has locked the products. Sums are read after that, in separate
// statements: a sum in the locking statement is taken from the snapshot before the wait, and oversells.
import type { Shortage } from '@anden/contract'
import { inOrder } from '../db/pipeline.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import { type ByVintage, shortagesOf } from './availability.ts'
import { pickableByVintage, reservedByVintage, setReserved } from './availability-queries.ts'

/** What is missing to order these goods of a client. A writer has locked their products, or sends this behind the lock. */
export async function shortagesFor(
  at: Queryable,
  clientId: string,
  requested: readonly ByVintage[],
  today: string,
): Promise<Shortage[]> {
  const productIds = [...new Set(requested.map(({ product_id }) => product_id))]
  const products = productIds.map((product_id) => ({ client_id: clientId, product_id }))
  const [pickable, reserved] = await inOrder([
    at.rows(pickableByVintage(products, today)),
    at.rows(reservedByVintage(productIds)),
  ])
  return shortagesOf(requested, pickable, reserved)
}

/** The lines of a new order are inserted as reserved. */
export function reserveAgain(tx: Transaction, orderId: string): void {
  tx.pipeline(setReserved(orderId, true))
}

export function releaseOrder(tx: Transaction, orderId: string): void {
  tx.pipeline(setReserved(orderId, false))
}
