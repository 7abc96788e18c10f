import type { Transaction } from '../db/pool.ts'
import { problem } from '../http/problems.ts'
import type { Locked } from './lock.ts'
import { lotsByIds, pickableLots, reservedByVintage } from './queries.ts'

/** A lot that is named must be there, and of the product that it is named for. */
export async function requireLots(
  tx: Transaction,
  named: readonly { product_id: string; lot_id?: string | null }[],
): Promise<void> {
  const requests = named.flatMap(({ product_id, lot_id }) => (lot_id ? [{ product_id, lot_id }] : []))
  const lots = await tx.rows(lotsByIds(requests.map((request) => request.lot_id)))
  for (const { product_id, lot_id } of requests) {
    const isThere = lots.some((lot) => lot.id === lot_id && lot.product_id === product_id)
    if (!isThere) throw problem('lots/not-found', { detail: `The product has no lot ${lot_id}.` })
  }
}

/** What may be picked of the locked products, and what pending orders hold of them. */
export async function stockForPicking(tx: Transaction, locked: Locked, today: string) {
  return {
    lots: await tx.rows(pickableLots([...locked.values()], today)),
    reserved: await tx.rows(reservedByVintage([...locked.keys()])),
  }
}
