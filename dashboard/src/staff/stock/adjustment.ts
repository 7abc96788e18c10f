// The form of an adjustment, its request body, and the lots that it changes.
import type { Lot, NewAdjustment } from '@anden/sdk/backoffice'
import { withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { calendarYear, quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend, typedNumber } from '../../ui/number/typed-number.ts'
import { type LotChange, lotsOfLoss } from './effect.ts'

export type AdjustFields = {
  product_id: string
  direction: 'in' | 'out'
  /** The quantity as it was typed, without a sign; the direction has it. */
  delta: string
  lot_id: string
  lot_number: string
  expiry_date: string
  vintage_year: string
  reason: string
}

/** The lot for goods without a lot number. */
export const withoutLot = 'SIN-LOTE'

export function adjustmentOf({ direction, delta, ...values }: AdjustFields, unit: string): NewAdjustment {
  const { product_id, lot_id, lot_number, expiry_date, reason } = values
  // The contract's rules reject missing or unreadable numbers before anything is sent.
  const quantity = numberToSend(delta, quantityIn(unit)) as number
  const vintage_year = numberToSend(values.vintage_year, calendarYear) as number
  const isNewLot = direction === 'in' && lot_id === ''
  return {
    product_id,
    reason,
    delta: typeof quantity === 'number' && direction === 'out' ? -quantity : quantity,
    ...(isNewLot ? withoutEmpty({ lot_number, expiry_date, vintage_year }) : withoutEmpty({ lot_id })),
  }
}

export function changesOf(fields: AdjustFields, unit: string, lots: readonly Lot[]): LotChange[] {
  const quantity = typedNumber(fields.delta, quantityIn(unit)) ?? 0
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
  lot.vintage_year === typedNumber(vintage_year, calendarYear)
