// Egreso numbers: letter R, the point of sale of the settings, one series for the warehouse, without gaps.
// The counter's row is taken last and held until the commit: what rolls back gives its number back.
import type { Transaction } from '../db/pool.ts'
import { nextEgresoNumber } from './queries.ts'

export async function takeEgresoNumber(tx: Transaction, pointOfSale: number): Promise<string> {
  const { last_number } = await tx.one(nextEgresoNumber(pointOfSale))
  return `R ${String(pointOfSale).padStart(5, '0')}-${String(last_number).padStart(8, '0')}`
}
