import type { Transaction } from '../db/pool.ts'
import type { Locked } from './lock.ts'
import { pickableLots, reservedByVintage } from './queries.ts'

/** What may be picked of the locked products, and what pending orders hold of them. */
export async function stockForPicking(tx: Transaction, locked: Locked, today: string) {
  const productIds = [...locked.keys()]
  return {
    lots: await tx.rows(pickableLots(productIds, today)),
    reserved: await tx.rows(reservedByVintage(productIds)),
  }
}
