// Cells that several kinds of sheets have.
import { fault, type UnitType } from '@anden/contract'
import type { LineReader } from '../spreadsheets/lines.ts'
import type { DecimalSign } from '../spreadsheets/read-number.ts'
import { takesDecimals } from '../stock/lock.ts'

/** The contract's maximum. */
const maxQuantity = 1_000_000_000

/** null: blank, which is reported, or faulty. `unit`: undefined if the product is unknown. */
export function quantityIn(
  reader: LineReader<'quantity'>,
  sign: DecimalSign | null,
  unit: UnitType = 'kg',
): number | null {
  const kind = { decimals: takesDecimals(unit) ? 3 : 0, max: maxQuantity }
  if (reader.isBlank('quantity') && !reader.flaw('quantity')) reader.refuse('quantity', fault('empty'))
  return reader.number('quantity', sign, kind, ({ decimals }, value) =>
    decimals > 0 || Number.isInteger(value)
      ? fault('too_many_decimals', { max: decimals })
      : fault('fraction_of_unit', { unit, quantity: value }),
  )
}

const [minYear, maxYear] = [1900, 2200]

/** null: blank or faulty. */
export function yearIn(reader: LineReader<'vintage_year'>): number | null {
  const text = reader.text('vintage_year', (given) => ({ value: given }))
  if (text === null) return null
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  if (year >= minYear && year <= maxYear) return year
  reader.refuse('vintage_year', fault('not_a_year', { min: minYear, max: maxYear }))
  return null
}
