// Egreso numbers: letter R, the configured point of sale, and one gapless series for the warehouse. The counter's row
// is locked last and until the commit, so that a rollback returns the number.
import type { Transaction } from '../db/transaction.ts'
import { nextEgresoNumber } from './queries.ts'

export type EgresoNumber = { sequence: number; number: string }

export async function takeEgresoNumber(tx: Transaction, pointOfSale: number): Promise<EgresoNumber> {
  const { last_number } = await tx.one(nextEgresoNumber(pointOfSale))
  const number = `R ${String(pointOfSale).padStart(5, '0')}-${String(last_number).padStart(8, '0')}`
  return { sequence: last_number, number }
}
