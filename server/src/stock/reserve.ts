// A pending order reserves. The products are locked by the caller; the sums are read after that, in
// statements of their own: a sum in the locking statement is from before the wait, and oversells.
import type { Shortage } from '@anden/contract'
import type { Transaction } from '../db/pool.ts'
import { type ByVintage, shortagesOf } from './availability.ts'
import { deleteReservations, insertReservations, pickableByVintage, reservedByVintage } from './queries.ts'

/** What stands in the way of ordering these goods. */
export async function shortagesFor(
  tx: Transaction,
  requested: readonly ByVintage[],
  today: string,
): Promise<Shortage[]> {
  const productIds = [...new Set(requested.map((line) => line.product_id))]
  const pickable = await tx.rows(pickableByVintage(productIds, today))
  const reserved = await tx.rows(reservedByVintage(productIds))
  return shortagesOf(requested, pickable, reserved)
}

export async function reserveOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(insertReservations(orderId))
}

export async function releaseOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(deleteReservations(orderId))
}
