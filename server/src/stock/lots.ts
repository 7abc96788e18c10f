import type { Queryable, Transaction } from '../db/pool.ts'
import { refuseBody } from '../problem.ts'
import { pickableLots, reservedByVintage } from './availability-queries.ts'
import type { Locked } from './lock.ts'
import { lotsByIds } from './lot-queries.ts'

/** Every named lot must exist and belong to the product that it is named for. */
export async function requireLots(
  tx: Transaction,
  named: readonly { product_id: string; lot_id?: string | null; pointer: string }[],
): Promise<void> {
  const lots = await tx.rows(lotsByIds(named.flatMap(({ lot_id }) => lot_id ?? [])))
  const productOf = new Map(lots.map((lot) => [lot.id, lot.product_id]))
  refuseBody(
    named
      .filter(({ product_id, lot_id }) => lot_id && productOf.get(lot_id) !== product_id)
      .map(({ pointer }) => ({ pointer, detail: 'is not a lot of this product' })),
  )
}

/** The pickable lots of the products, and what pending orders other than `exceptOrderId` have reserved of them. */
export async function stockForPicking(
  at: Queryable,
  products: Locked,
  today: string,
  exceptOrderId: string | null = null,
) {
  return {
    lots: await at.rows(pickableLots([...products.values()], today)),
    reserved: await at.rows(reservedByVintage([...products.keys()], exceptOrderId)),
  }
}
