// Reservations of pending orders. The caller has locked the products. Sums are read after that, in separate
// statements: a sum in the locking statement is taken from the snapshot before the wait, and oversells.

import type { Queryable } from '../db/queryable.ts'
import { inOrder, type Transaction } from '../db/transaction.ts'
import {
  type ByVintage,
  fromThousandths,
  type Shortfall,
  shortagesOf,
  thousandths,
  totalOf,
} from './availability.ts'
import { pickableByVintage, reservedOfVintages, setReserved } from './availability-queries.ts'
import type { Locked } from './lock.ts'

export type Sums = { pickable: ByVintage[]; reservedOfVintages: ByVintage[] }

/** For `shortagesIn`. A writer has locked the products, or sends this behind the lock. What the excepted order has reserved counts as free. */
export async function sumsFor(
  at: Queryable,
  clientId: string,
  requested: readonly ByVintage[],
  today: string,
  exceptOrderId: string | null = null,
): Promise<Sums> {
  const productIds = [...new Set(requested.map(({ product_id }) => product_id))]
  const products = productIds.map((product_id) => ({ client_id: clientId, product_id }))
  const hasVintage = requested.some(({ vintage_year }) => vintage_year !== null)
  const [pickable, ofVintages] = await inOrder([
    at.rows(pickableByVintage(products, today)),
    hasVintage ? at.rows(reservedOfVintages(productIds, exceptOrderId)) : [],
  ])
  return { pickable, reservedOfVintages: ofVintages }
}

/** What is missing to order these goods. The stock row of a product has its total reserved quantity. */
export function shortagesIn(
  { pickable, reservedOfVintages }: Sums,
  products: Locked,
  requested: readonly ByVintage[],
): Shortfall[] {
  const withoutVintage = [...products.values()].map(({ product_id, reserved_quantity }) => ({
    product_id,
    vintage_year: null,
    quantity: fromThousandths(thousandths(reserved_quantity) - totalOf(reservedOfVintages, product_id)),
  }))
  return shortagesOf(requested, pickable, [...reservedOfVintages, ...withoutVintage])
}

/** The products as they would be without these reserved lines: what an order that is changed has reserved, it can have again. */
export function withoutReserved(products: Locked, lines: readonly ByVintage[]): Locked {
  return new Map(
    [...products].map(([id, product]) => {
      const reserved = thousandths(product.reserved_quantity) - totalOf(lines, id)
      return [id, { ...product, reserved_quantity: fromThousandths(reserved) }]
    }),
  )
}

/** The lines of a new order are inserted as reserved. */
export function reserveAgain(tx: Transaction, orderId: string): void {
  tx.pipeline(setReserved(orderId, true))
}

export function releaseOrder(tx: Transaction, orderId: string): void {
  tx.pipeline(setReserved(orderId, false))
}
