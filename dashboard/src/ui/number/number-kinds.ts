import type { NumberKind } from './read-number.ts'

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

export const calendarYear: NumberKind = { decimals: 0, max: 9_999, isDigitsOnly: true }
