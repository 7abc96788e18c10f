// Reservations of pending orders. The caller has locked the products. Sums are read after that, in separate
// statements: a sum in the locking statement is taken from the snapshot before the wait, and oversells.
import type { Shortage } from '@anden/contract'
import type { Queryable, Transaction } from '../db/pool.ts'
import { type ByVintage, shortagesOf } from './availability.ts'
import {
  deleteReservations,
  insertReservations,
  pickableByVintage,
  reservedByVintage,
} from './availability-queries.ts'
import type { Locked } from './lock.ts'

/** What is missing to order these goods. A writer has locked their products. */
export async function shortagesFor(
  at: Queryable,
  products: Locked,
  requested: readonly ByVintage[],
  today: string,
): Promise<Shortage[]> {
  const pickable = await at.rows(pickableByVintage([...products.values()], today))
  const reserved = await at.rows(reservedByVintage([...products.keys()]))
  return shortagesOf(requested, pickable, reserved)
}

export async function reserveOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(insertReservations(orderId))
}

export async function releaseOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.run(deleteReservations(orderId))
}
