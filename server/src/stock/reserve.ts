// A pending order reserves. The products are locked by the caller; the sums are read after that, in
// statements of their own: a sum in the locking statement is from before the wait, and oversells.
import type { Shortage } from '@anden/contract'
import type { Transaction } from '../db/pool.ts'
import { type ByVintage, shortagesOf } from './availability.ts'
import type { Locked } from './lock.ts'
import { deleteReservations, insertReservations, pickableByVintage, reservedByVintage } from './queries.ts'

/** What stands in the way of ordering these goods, of products that are locked. */
export async function shortagesFor(
  tx: Transaction,
  locked: Locked,
  requested: readonly ByVintage[],
  today: string,
): Promise<Shortage[]> {
  const pickable = await tx.rows(pickableByVintage([...locked.values()], today))
  const reserved = await tx.rows(reservedByVintage([...locked.keys()]))
  return shortagesOf(requested, pickable, reserved)
}

export async function reserveOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(insertReservations(orderId))
}

export async function releaseOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(deleteReservations(orderId))
}
