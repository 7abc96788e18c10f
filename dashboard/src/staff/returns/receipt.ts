// What a receipt of a return holds: the quantities as they were typed or scanned, by line and disposition. Only those with a text are
// in it. A fault of `/items/2/quantity` finds its field by the parts that are sent.
import type { returnDispositions } from '@anden/contract/values'
import type { ReturnChange, StaffReturnDetail } from '@anden/sdk/backoffice'
import { formatPlainNumber } from '../../ui/format.ts'
import { quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend, typedNumber } from '../../ui/number/typed-number.ts'
import {
  countByHand,
  fromThousandths,
  nothingCounted,
  type Outcome,
  type PickLine,
  scan,
  toThousandths,
} from '../prepare/counting.ts'

export type Item = StaffReturnDetail['items'][number]
export type Disposition = (typeof returnDispositions)[number]
export type Part = { id: string; disposition: Disposition; quantity: string }

export const indexOfPart = (parts: readonly Part[], id: string, into: Disposition) =>
  parts.findIndex((part) => part.id === id && part.disposition === into)

export function withPart(parts: readonly Part[], changed: Part): Part[] {
  const index = indexOfPart(parts, changed.id, changed.disposition)
  if (changed.quantity === '') return parts.toSpliced(index, index < 0 ? 0 : 1)
  return index < 0 ? [...parts, changed] : parts.with(index, changed)
}

/** In thousandths; 0 for a text that cannot be read. */
const read = ({ quantity }: Part, { unit_type }: Item) =>
  toThousandths(typedNumber(quantity, quantityIn(unit_type)) ?? 0)

/** In thousandths. */
const sumOf = (parts: readonly Part[], item: Item, without?: Disposition) =>
  parts
    .filter(({ id, disposition }) => id === item.id && disposition !== without)
    .reduce((sum, part) => sum + read(part, item), 0)

export const countedOf = (parts: readonly Part[], item: Item) => fromThousandths(sumOf(parts, item))

export const isEverything = (parts: readonly Part[], items: readonly Item[]) =>
  items.every((item) => sumOf(parts, item) === toThousandths(item.expected))

/** Whoever types 0 says that nothing came. */
export const sentParts = (parts: readonly Part[], items: readonly Item[]) =>
  parts.filter(({ id, quantity }) => typedNumber(quantity, kindOf(id, items)) !== 0)

const kindOf = (id: string, items: readonly Item[]) =>
  quantityIn(items.find((item) => item.id === id)?.unit_type ?? '')

/** The last part of each line that has more than is expected. */
export const excessive = (parts: readonly Part[], items: readonly Item[]) =>
  items
    .filter((item) => sumOf(parts, item) > toThousandths(item.expected))
    .map((item) => ({ item, index: sentParts(parts, items).findLastIndex(({ id }) => id === item.id) }))

export const receiptOf = (parts: readonly Part[], items: readonly Item[]): ReturnChange => ({
  action: 'receive',
  items: sentParts(parts, items).map(({ id, disposition, quantity }) => ({
    id,
    disposition,
    // The contract's rules reject unreadable numbers before anything is sent.
    quantity: numberToSend(quantity, kindOf(id, items)) as number,
  })),
})

type Scanned = { outcome: Outcome; parts: readonly Part[] }

/** Counts a code for one disposition, of what the others leave of each line. What does not count changes nothing. */
export function scanInto(
  code: string,
  into: Disposition,
  parts: readonly Part[],
  items: readonly Item[],
): Scanned {
  const lines = items.map((item): PickLine => {
    // Two lines of a return can be of one lot, so that their own ids are the keys.
    const own = { lot_id: item.id, location: null }
    return { ...item, ...own, ordered: toThousandths(item.expected) - sumOf(parts, item, into) }
  })
  let counting = nothingCounted
  for (const [index, line] of lines.entries()) {
    const item = items[index]
    const part = parts[indexOfPart(parts, line.lot_id, into)]
    if (item && part) counting = countByHand(lines, counting, line, read(part, item)).counting
  }
  const { outcome, counting: after } = scan(lines, counting, code)
  if (outcome.is !== 'counted') return { outcome, parts }
  return {
    outcome,
    parts: outcome.lines.reduce<readonly Part[]>((before, { lot_id }) => {
      const { scanned = 0, byHand = 0 } = after.tallies[lot_id] ?? {}
      const quantity = formatPlainNumber(fromThousandths(scanned + byHand))
      return withPart(before, { id: lot_id, disposition: into, quantity })
    }, parts),
  }
}
