import type { OrderDetail, RemitoDetail } from '@anden/sdk'

export type OrderedLine = OrderDetail['distribution_order_items'][number]
export type TakenLot = RemitoDetail['distribution_remito_items'][number]

const thousandths = (quantity: number) => Math.round(quantity * 1_000)

/**
 * Assigns lots to lines. The remito lists the lots in the order of the lines, and an approved line gets its full
 * quantity.
 */
export function lotsByLine(
  lines: readonly OrderedLine[],
  taken: readonly TakenLot[],
): Map<string, TakenLot[]> {
  const left = new Map(lines.map(({ id, quantity }) => [id, thousandths(quantity)]))
  const lots = new Map<string, TakenLot[]>(lines.map(({ id }) => [id, []]))
  for (const lot of taken) {
    const line = lines.find(({ id, product_id }) => product_id === lot.product_id && (left.get(id) ?? 0) > 0)
    if (!line) continue
    left.set(line.id, (left.get(line.id) ?? 0) - thousandths(lot.quantity))
    lots.get(line.id)?.push(lot)
  }
  return lots
}
