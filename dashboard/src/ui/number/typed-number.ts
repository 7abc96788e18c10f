// Forms hold numbers as text. This reads them in the current language.
import { formatLocale } from '../languages.ts'
import { type NumberKind, quantityIn, type Reading, readNumber } from './read-number.ts'
import { signsOf } from './write-number.ts'

/** A draft of an earlier version may contain a number instead of text. */
export const readTyped = (text: string | number, kind: NumberKind): Reading =>
  readNumber(String(text), signsOf(formatLocale()), kind)

/** null if nothing was typed, or the text cannot be read. */
export function typedNumber(text: string, kind: NumberKind): number | null {
  const reading = readTyped(text, kind)
  return reading.is === 'number' ? reading.value : null
}

/** The value for a request body. Unreadable text stays text, which the contract's rules reject at its field. */
export const numberToSend = (text: string, kind: NumberKind): number | string =>
  typedNumber(text, kind) ?? String(text)

/** The unit of a product by its id; empty while it is unknown. */
export type UnitOf = (productId: string) => string

/** The quantity of a line; 0 if nothing was typed, or the text cannot be read. */
export const typedQuantity = (line: { product_id: string; quantity: string }, unitOf: UnitOf) =>
  typedNumber(line.quantity, quantityIn(unitOf(line.product_id))) ?? 0
