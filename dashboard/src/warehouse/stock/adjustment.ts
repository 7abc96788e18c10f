// The form of an adjustment, the body that it sends, and the lots that it changes.
import type { Lot, NewAdjustment } from '@anden/sdk/backoffice'
import { withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { type LotChange, lotsOfLoss } from './effect.ts'

export type AdjustFields = {
  product_id: string
  direction: 'in' | 'out'
  /** Without sign: the direction has it. */
  delta: number | ''
  lot_id: string
  lot_number: string
  expiry_date: string
  vintage_year: number | ''
  reason: string
}

/** The lot of goods that have no number. */
export const withoutLot = 'SIN-LOTE'

export function adjustmentOf({ direction, delta, ...values }: AdjustFields): NewAdjustment {
  const { product_id, lot_id, lot_number, expiry_date, vintage_year, reason } = values
  const isNewLot = direction === 'in' && lot_id === ''
  return withoutEmpty({
    product_id,
    reason,
    delta: delta === '' ? '' : direction === 'in' ? delta : -delta,
    ...(isNewLot ? { lot_number, expiry_date, vintage_year } : { lot_id }),
  }) as unknown as NewAdjustment
}

export function changesOf(fields: AdjustFields, lots: readonly Lot[]): LotChange[] {
  const quantity = Number(fields.delta) || 0
  if (quantity === 0) return []
  const chosen = lots.find(({ id }) => id === fields.lot_id)
  if (chosen) {
    const delta = fields.direction === 'in' ? quantity : -Math.min(quantity, chosen.quantity)
    return [{ lotId: chosen.id, lotNumber: chosen.lot_number, delta }]
  }
  if (fields.direction === 'out') return lotsOfLoss(lots, quantity)
  const lotNumber = fields.lot_number.trim() || withoutLot
  const known = lots.find((lot) => isNamed(lot, { ...fields, lot_number: lotNumber }))
  return [{ lotId: known?.id ?? null, lotNumber, delta: quantity }]
}

const isNamed = (lot: Lot, { lot_number, expiry_date, vintage_year }: AdjustFields) =>
  lot.lot_number === lot_number &&
  (lot.expiry_date ?? '') === expiry_date &&
  (lot.vintage_year ?? '') === vintage_year
