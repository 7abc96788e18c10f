import type { OrderPreview } from '@anden/sdk'
import { calendarYear } from '../../../ui/number/read-number.ts'
import { typedNumber } from '../../../ui/number/typed-number.ts'
import type { OrderLineFields } from './order-fields.ts'

export type LinePreview = {
  picks: OrderPreview['items'][number]['picks']
  shortage: OrderPreview['shortages'][number] | undefined
}

/** The picks and the shortage of one line. undefined if the preview was computed for other lines. */
export function linePreview(
  preview: OrderPreview | undefined,
  asked: readonly OrderLineFields[],
  line: OrderLineFields,
): LinePreview | undefined {
  const item = preview?.items[asked.indexOf(line)]
  if (!preview || !item || item.product_id !== line.product_id) return undefined
  return { picks: item.picks, shortage: preview.shortages.find((shortage) => concerns(shortage, line)) }
}

/** A shortage within a vintage concerns only the lines that ask for that vintage. */
export function concerns(
  shortage: { product_id: string; vintage_year?: number | undefined },
  { product_id, vintage_year }: OrderLineFields,
): boolean {
  if (shortage.product_id !== product_id) return false
  const { vintage_year: short } = shortage
  return short === undefined || short === typedNumber(vintage_year, calendarYear)
}
