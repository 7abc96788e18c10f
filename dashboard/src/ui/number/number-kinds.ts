import type { NumberKind } from './read-number.ts'

/** The contract's maximum. */
const maxQuantity = 1_000_000_000

const weighed: NumberKind = { decimals: 3, max: maxQuantity }
const counted: NumberKind = { decimals: 0, max: maxQuantity }
const countedUnits = new Set(['unidad', 'caja', 'bulto', 'pallet'])

/**
 * Only what is weighed or measured has decimals. Before the unit is known, three are possible: then nothing is read that
 * would be another number with the unit.
 */
export const quantityIn = (unit: string) => (countedUnits.has(unit) ? counted : weighed)

export const amountOfMoney: NumberKind = { decimals: 2, max: 100_000_000_000, isMoney: true }

export const calendarYear: NumberKind = { decimals: 0, max: 9_999, isDigitsOnly: true }
