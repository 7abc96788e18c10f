// The stock row is the mutex of its product: lots, reservations and ledger change only while it is locked.
// Rows are locked in id order, so that two movements of the same products cannot deadlock.

import type { Fault, UnitType } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { isLive } from '../db/environment.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem } from '../problem.ts'
import { lockStockRows, stockRows } from './availability-queries.ts'

export type LockedProduct = {
  product_id: string
  client_id: string
  name: string
  sku: string
  unit_type: UnitType
  /** The quantity before the movement. */
  quantity: number
  reserved_quantity: number
  archived: boolean
}
export type Locked = ReadonlyMap<string, LockedProduct>

/** The product in the form of a stock row. */
export const shownProduct = ({ product_id, name, sku, unit_type }: LockedProduct) => ({
  id: product_id,
  name,
  sku,
  unit_type,
})

/** Unknown products are missing from the result; for the staff, those of sandboxes are unknown. */
export async function lockProducts(
  tx: Transaction,
  productIds: readonly string[],
  by?: Pick<Author, 'onlyLive'>,
): Promise<Locked> {
  const rows = await tx.rows(lockStockRows([...new Set(productIds)].sort()))
  const own = by?.onlyLive ? rows.filter(({ client_id }) => isLive(client_id)) : rows
  return new Map(own.map((row) => [row.product_id, row]))
}

/** For a reader: what `lockProducts` returns, without the locks. */
export async function readProducts(at: Queryable, productIds: readonly string[]): Promise<Locked> {
  const rows = await at.rows(stockRows([...new Set(productIds)]))
  return new Map(rows.map((row) => [row.product_id, row]))
}

/** For the staff, to whom the products of sandboxes are unknown. */
export async function readLiveProducts(at: Queryable, productIds: readonly string[]): Promise<Locked> {
  return new Map([...(await readProducts(at, productIds))].filter(([, { client_id }]) => isLive(client_id)))
}

/** No goods move into or out of an archived product. Every product in `named` is locked. */
export function requireActive(locked: Locked, named: readonly { pointer: string; product_id: string }[]) {
  const errors = named
    .filter(({ product_id }) => locked.get(product_id)?.archived)
    .map(({ pointer }) => ({ pointer, ...fault('archived') }))
  if (errors.length > 0) throw problem('products/archived', { errors: errors.slice(0, 20) })
}

/** Only kg and litro allow fractions. */
export function takesDecimals(unit: UnitType): boolean {
  return unit === 'kg' || unit === 'litro'
}

/** null: the quantity is valid for the unit. */
export function wholeUnitsFault(unit: UnitType, quantity: number): Fault<'fraction_of_unit'> | null {
  if (takesDecimals(unit) || Number.isInteger(quantity)) return null
  return fault('fraction_of_unit', { unit, quantity })
}
