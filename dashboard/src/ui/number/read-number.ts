// Reads a number as a person types or pastes it. The text is read as a whole by strict rules or refused with a reason:
// no part of it is skipped, so it never becomes another number.
//
// - The decimal sign of the language is always the decimal sign: `12,750` is 12.75 in Spanish. The other sign may stand
//   only between groups of three digits: `1.250.000,50`. The first group has no leading zero.
// - One form is doubtful: one group sign before exactly three digits, `1.500`. Where three decimals are impossible it is
//   1500. Otherwise it is refused, with both meanings to choose from.
// - Text that only the signs of the other language explain (`12.5` or `0.500` in Spanish) is refused, and that meaning is
//   offered. A keypad types a point, whatever the language.
// - As a consequence no text means two numbers in two languages: whoever changes the language gets the same number, a
//   question or a refusal.
// - Signs (also `-0` and the minus U+2212), exponents, letters (also a unit) and spaces inside the number are refused, as
//   are decimals beyond the allowed ones, even zeros: `12,00` cases may have been meant as 1200. So are digits of other
//   scripts.
// - Accepted: any space and invisible marks around the number, as spreadsheets add them; `,5` for 0.5; leading zeros
//   without groups (`007`); before an amount the `$` that the page itself writes.
//
// The value is built from the digits as text. Within `max` it has at most 15 significant digits, so a JSON number carries
// it unchanged.
import { bareText, type NumberSigns, splitNumber } from '@anden/contract/values'

export type NumberKind = {
  /** The maximum number of decimals. */
  decimals: number
  max: number
  /** Whether a currency sign may precede the number. */
  isMoney?: boolean
  /** Only digits, without group separators, as in a year. */
  isDigitsOnly?: boolean
}

export type NumberFault =
  | 'letters'
  | 'sign'
  | 'space'
  | 'characters'
  | 'digits-only'
  | 'misplaced'
  | 'unfinished'
  | 'fraction'
  | 'decimals'
  | 'large'

export type Reading =
  | { is: 'empty' }
  /** `decimals` is the number of decimals that were typed. */
  | { is: 'number'; value: number; decimals: number }
  | { is: 'doubtful'; meanings: readonly [number, number] }
  /**
   * `limit` is the bound that the text exceeds. `meant` is its value in the other language, to be offered as a choice.
   */
  | { is: 'refused'; fault: NumberFault; limit?: number; meant?: number }

export function readNumber(text: string, signs: NumberSigns, kind: NumberKind): Reading {
  const typed = bareNumber(text, kind)
  if (typed === '') return { is: 'empty' }
  const fault = foreignCharacter(typed)
  if (fault) return { is: 'refused', fault }
  const own = readBySigns(typed, signs, kind)
  const other = readBySigns(typed, { decimal: signs.group, group: signs.decimal }, kind)
  if (other.is !== 'number') return own
  if (own.is === 'refused') return { ...own, meant: other.value }
  // Only `1.500` has a group sign and two possible readings.
  const isDoubtful = own.is === 'number' && own.value !== other.value && typed.includes(signs.group)
  return isDoubtful ? { is: 'doubtful', meanings: [own.value, other.value] } : own
}

function bareNumber(text: string, { isMoney }: NumberKind): string {
  const trimmed = bareText(text)
  return isMoney ? trimmed.replace(/^\$\s*/, '') : trimmed
}

const foreign: readonly [RegExp, NumberFault][] = [
  [/\p{L}/u, 'letters'],
  [/[+\p{Pd}−±]/u, 'sign'],
  [/[^\d.,\s]/, 'characters'],
  [/\s/, 'space'],
]

const foreignCharacter = (typed: string) => foreign.find(([pattern]) => pattern.test(typed))?.[1]

/** `typed` contains only digits and signs. */
function readBySigns(typed: string, signs: NumberSigns, kind: NumberKind): Reading {
  const refused = (fault: NumberFault, limit?: number): Reading =>
    limit === undefined ? { is: 'refused', fault } : { is: 'refused', fault, limit }
  if (kind.isDigitsOnly && /\D/.test(typed)) return refused('digits-only')
  const found = splitNumber(typed, signs)
  if (!found) return refused('misplaced')
  const { value, fraction } = found
  if (fraction !== undefined && kind.decimals === 0) return refused('fraction')
  if (fraction === '') return refused('unfinished')
  if (fraction && fraction.length > kind.decimals) return refused('decimals', kind.decimals)
  if (value > kind.max) return refused('large', kind.max)
  return { is: 'number', value, decimals: fraction?.length ?? 0 }
}

/** The contract's maximum. */
const maxQuantity = 1_000_000_000

const weighed: NumberKind = { decimals: 3, max: maxQuantity }
const counted: NumberKind = { decimals: 0, max: maxQuantity }
const countedUnits = new Set(['unidad', 'caja', 'bulto', 'pallet'])

/**
 * Only weighed or measured goods have decimals. While the unit is unknown, three decimals are assumed, so that no text
 * is read as a number that would change once the unit is known.
 */
export const quantityIn = (unit: string) => (countedUnits.has(unit) ? counted : weighed)

export const amountOfMoney: NumberKind = { decimals: 2, max: 100_000_000_000, isMoney: true }

/** Of a document or a point of sale. Leading zeros, as they are printed, are accepted. */
export const serialNumber: NumberKind = { decimals: 0, max: 99_999_999, isDigitsOnly: true }

export const calendarYear: NumberKind = { decimals: 0, max: 9_999, isDigitsOnly: true }

export const packageCount: NumberKind = { decimals: 0, max: 9_999, isDigitsOnly: true }
