// What can be ordered. Quantities are added as integers, in thousandths, because 0.1 + 0.2 must be 0.3.
export type ByVintage = { product_id: string; vintage_year: number | null; quantity: number }

/** The missing quantity of a product, or of one of its vintages or lots. `withReasons` says why. */
export type Shortfall = {
  product_id: string
  requested: number
  available: number
  vintage_year?: number
  lot_id?: string
  /** How much other items of the same request take of the goods that this one could have. */
  other_items?: number
}

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
): Shortfall[] {
  return distinct(requested.map((line) => line.product_id)).flatMap((productId) => {
    const shortage = (vintage?: number): Shortfall[] => {
      const wanted = totalOf(requested, productId, vintage)
      const available = Math.max(
        0,
        totalOf(pickable, productId, vintage) - totalOf(reserved, productId, vintage),
      )
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

/** The total in thousandths, of one vintage or of all. */
export function totalOf(lines: readonly ByVintage[], productId: string, vintage?: number): number {
  let total = 0
  for (const { product_id, vintage_year, quantity } of lines)
    if (product_id === productId && (vintage === undefined || vintage_year === vintage))
      total += thousandths(quantity)
  return total
}

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
