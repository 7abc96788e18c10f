// The vintages of a product that can be ordered, with their quantities. Lots on hold or past their date are not offered.
import type { Lot } from '@anden/sdk'

export type Vintage = { year: number; quantity: number }

/** Quantities include what pending orders have reserved. */
export function vintagesOf(
  lots: readonly Pick<Lot, 'vintage_year' | 'quantity' | 'expiry_date' | 'hold'>[],
  day: string,
): Vintage[] {
  const thousandths = new Map<number, number>()
  for (const { vintage_year, quantity, expiry_date, hold } of lots) {
    if (vintage_year === null || hold !== null || quantity <= 0) continue
    if (expiry_date !== null && expiry_date < day) continue
    thousandths.set(vintage_year, (thousandths.get(vintage_year) ?? 0) + Math.round(quantity * 1000))
  }
  return [...thousandths]
    .map(([year, sum]) => ({ year, quantity: sum / 1000 }))
    .sort((one, other) => one.year - other.year)
}
