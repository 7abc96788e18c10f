// What can be ordered. Quantities are added as integers, in thousandths, because 0.1 + 0.2 must be 0.3.
import type { Shortage } from '@anden/contract'

export type ByVintage = { product_id: string; vintage_year: number | null; quantity: number }

export const thousandths = (quantity: number) => Math.round(quantity * 1000)
export const fromThousandths = (count: number) => count / 1000

/**
 * An order is accepted if for each product, over all its lines, reserved + requested ≤ pickable, and the same holds
 * within each requested vintage. Returns what is missing.
 */
export function shortagesOf(
  requested: readonly ByVintage[],
  pickable: readonly ByVintage[],
  reserved: readonly ByVintage[],
): Shortage[] {
  return distinct(requested.map((line) => line.product_id)).flatMap((productId) => {
    const total = (lines: readonly ByVintage[], vintage?: number) =>
      lines
        .filter(
          (line) => line.product_id === productId && (vintage === undefined || line.vintage_year === vintage),
        )
        .reduce((sum, line) => sum + thousandths(line.quantity), 0)
    const shortage = (vintage?: number): Shortage[] => {
      const wanted = total(requested, vintage)
      const available = Math.max(0, total(pickable, vintage) - total(reserved, vintage))
      if (wanted <= available) return []
      return [
        {
          product_id: productId,
          requested: fromThousandths(wanted),
          available: fromThousandths(available),
          ...(vintage === undefined ? {} : { vintage_year: vintage }),
        },
      ]
    }
    const overall = shortage()
    if (overall.length > 0) return overall
    const vintages = requested
      .filter((line) => line.product_id === productId)
      .map((line) => line.vintage_year)
    return distinct(vintages.filter((vintage) => vintage !== null)).flatMap((vintage) => shortage(vintage))
  })
}

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
