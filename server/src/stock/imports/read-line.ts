// Parses and validates one line of the count, without the database.
import { type ImportColumn, type UnitType, unitTypes } from '@anden/contract'
import { dateFault } from '../../http/input/formats.ts'
import { lineUpTo } from '../../http/input/normal-input.ts'
import { noLotNumber } from '../move.ts'
import type { Columns } from './header.ts'
import type { CsvRecord } from './read-csv.ts'

export type CountedLine = {
  line: number
  sku: string
  /** As text in PostgreSQL's format, so that no digit is lost. */
  quantity: string
  lot_number: string
  expiry_date: string | null
  vintage_year: number | null
  name: string | null
  unit_type: UnitType | null
}
type ReportFault = (column: ImportColumn | null, detail: string) => void

export const isBlank = ({ fields }: CsvRecord) => fields.every((field) => field.trim() === '')

/** null if the line has a fault, which is passed to `report`. */
export function readLine(record: CsvRecord, columns: Columns, report: ReportFault): CountedLine | null {
  if (record.fields.length !== columns.count) {
    report(null, countHint(record.fields.length, columns.count))
    return null
  }
  let isValid = true
  const refuse: ReportFault = (column, detail) => {
    isValid = false
    report(column, detail)
  }
  const field = (column: ImportColumn) => record.fields[columns.indexes.get(column) ?? -1]?.trim() ?? ''
  const text = (column: ImportColumn, maxLength: number) => {
    const value = lineUpTo(maxLength, field(column))
    if (value.length > maxLength && [...value].length > maxLength) {
      refuse(column, `must have at most ${maxLength} characters`)
    }
    return value
  }

  const sku = text('sku', 64)
  if (sku === '') refuse('sku', 'must not be empty')
  else if (/[\r\n]/.test(field('sku'))) refuse('sku', 'must not contain a line break')
  const line = {
    line: record.line,
    sku,
    quantity: quantityOf(field('quantity'), refuse),
    lot_number: text('lot_number', 64) || noLotNumber,
    expiry_date: dateOf(field('expiry_date'), refuse),
    vintage_year: yearOf(field('vintage_year'), refuse),
    name: text('name', 200) || null,
    unit_type: unitOf(field('unit_type'), refuse),
  }
  return isValid ? line : null
}

const countHint = (count: number, expected: number) =>
  count > expected
    ? `has ${count} fields where the header has ${expected}: a field with a separator in it, such as a decimal comma, needs quotes`
    : `has ${count} fields where the header has ${expected}`

const maxQuantity = 1_000_000_000

function quantityOf(text: string, refuse: ReportFault): string {
  const parts = /^(-?)(\d{1,15})(?:[.,](\d{1,15}))?$/.exec(text)
  const [, minus = '', whole = '0', fraction = ''] = parts ?? []
  const decimals = fraction.replace(/0+$/, '')
  if (text === '') refuse('quantity', 'must not be empty')
  else if (!parts)
    refuse('quantity', 'must be a number such as 12 or 12.5 or 12,5, without thousands separators')
  else if (minus !== '') refuse('quantity', 'must be at least 0')
  else if (decimals.length > 3) refuse('quantity', 'must have at most 3 decimals')
  else if (Number(`${whole}.${decimals}`) > maxQuantity) refuse('quantity', `must be at most ${maxQuantity}`)
  return `${whole}.${decimals || '0'}`
}

function dateOf(text: string, refuse: ReportFault): string | null {
  const fault = text === '' ? null : dateFault(text)
  if (fault) {
    const isDayFirst = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text)
    refuse('expiry_date', isDayFirst ? `${fault}, year first, such as 2027-03-31` : fault)
  }
  return text || null
}

function yearOf(text: string, refuse: ReportFault): number | null {
  if (text === '') return null
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  if (year < 1900 || year > 2200) refuse('vintage_year', 'must be a year from 1900 to 2200')
  return year
}

function unitOf(text: string, refuse: ReportFault): UnitType | null {
  if (text === '') return null
  const unit = unitTypes.find((one) => one === text) ?? null
  if (unit === null) refuse('unit_type', `must be one of ${unitTypes.join(', ')}`)
  return unit
}
