import type { OrderPreview } from '@anden/sdk'
import type { OrderLineFields } from './order-fields.ts'

export type LinePreview = {
  picks: OrderPreview['items'][number]['picks']
  shortage: OrderPreview['shortages'][number] | undefined
}

/** The picks and the shortage of one line. A preview of other lines than these says nothing about them. */
export function linePreview(
  preview: OrderPreview | undefined,
  lines: readonly OrderLineFields[],
  line: OrderLineFields,
): LinePreview | undefined {
  const asked = lines.filter(({ quantity }) => Number(quantity) > 0)
  const item = preview?.items[asked.indexOf(line)]
  if (!preview || !item || item.product_id !== line.product_id) return undefined
  return { picks: item.picks, shortage: preview.shortages.find((shortage) => concerns(shortage, line)) }
}

/** A shortage within a vintage concerns only the lines that ask for it. */
export function concerns(
  shortage: { product_id: string; vintage_year?: number | undefined },
  { product_id, vintage_year }: OrderLineFields,
): boolean {
  if (shortage.product_id !== product_id) return false
  return shortage.vintage_year === undefined || shortage.vintage_year === vintage_year
}
