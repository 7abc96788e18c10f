// Forms hold numbers as they were typed. Here they are read, in the language that is shown.
import { formatLocale } from '../../languages.ts'
import { quantityIn } from './number-kinds.ts'
import { type NumberKind, type Reading, readNumber } from './read-number.ts'
import { signsOf } from './write-number.ts'

/** A draft of an earlier version may hold a number in place of the text. */
export const readTyped = (text: string | number, kind: NumberKind): Reading =>
  readNumber(String(text), signsOf(formatLocale()), kind)

/** null: nothing was typed, or nothing that can be read. */
export function typedNumber(text: string, kind: NumberKind): number | null {
  const reading = readTyped(text, kind)
  return reading.is === 'number' ? reading.value : null
}

/** For a request's body. Text that cannot be read stays text, which the contract's rules refuse at its field. */
export const numberToSend = (text: string, kind: NumberKind): number | string =>
  typedNumber(text, kind) ?? String(text)

/** By the id of a product; empty as long as its unit is not known. */
export type UnitOf = (productId: string) => string

/** How much a line asks for; 0: nothing was typed, or nothing that can be read. */
export const typedQuantity = (line: { product_id: string; quantity: string }, unitOf: UnitOf) =>
  typedNumber(line.quantity, quantityIn(unitOf(line.product_id))) ?? 0
