// Parses and validates one line of the count, without the database.
import {
  type Fault,
  fault,
  type ImportColumn,
  importColumnOf,
  importColumns,
  type LineFaultCode,
  maxLocationLength,
  maxWeightKg,
  requiredImportColumns,
  type UnitType,
  unitTypes,
} from '@anden/contract'
import { dateFault, lineUpTo } from '@anden/contract/validation'
import { isErrorText, type SheetRow } from '../../spreadsheets/file.ts'
import { noLotNumber } from '../move.ts'
import { addFault, type Faults, invalidFile, noFaults } from './faults.ts'

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
  location: string | null
  /** As the quantity. */
  weight_kg: string | null
}
type ReportFault = (column: ImportColumn | null, found: Fault<LineFaultCode>) => void

export const isBlank = ({ fields }: SheetRow) => fields.every((field) => field.trim() === '')

/** null if the line has a fault, which is passed to `report`. */
export function readLine(record: SheetRow, columns: Columns, report: ReportFault): CountedLine | null {
  if (record.outside) {
    report(null, fault('cell_outside_columns', { cell: record.outside }))
    return null
  }
  if (record.fields.length !== columns.count) {
    report(null, countFault(record.fields.length, columns.count))
    return null
  }
  let isValid = true
  const refuse: ReportFault = (column, found) => {
    isValid = false
    report(column, found)
  }
  for (const [column, index] of columns.indexes) {
    const shown = record.fields[index]?.trim() ?? ''
    if (isErrorText(shown)) refuse(column, fault('cell_error', { shown }))
  }
  if (!isValid) return null
  const field = (column: ImportColumn) => record.fields[columns.indexes.get(column) ?? -1]?.trim() ?? ''
  const text = (column: ImportColumn, maxLength: number) => {
    const value = lineUpTo(maxLength, field(column))
    if (value.length > maxLength && [...value].length > maxLength) {
      refuse(column, fault('too_long', { max: maxLength }))
    }
    return value
  }

  const sku = text('sku', 64)
  if (sku === '') refuse('sku', fault('empty'))
  else if (/[\r\n]/.test(field('sku'))) refuse('sku', fault('line_break'))
  const line = {
    line: record.line,
    sku,
    quantity: quantityOf(field('quantity'), refuse),
    lot_number: text('lot_number', 64) || noLotNumber,
    expiry_date: dateOf(field('expiry_date'), refuse),
    vintage_year: yearOf(field('vintage_year'), refuse),
    name: text('name', 200) || null,
    unit_type: unitOf(field('unit_type'), refuse),
    location: text('location', maxLocationLength) || null,
    weight_kg: weightOf(field('weight_kg'), refuse),
  }
  return isValid ? line : null
}

const countFault = (count: number, expected_count: number) =>
  fault(count > expected_count ? 'too_many_fields' : 'too_few_fields', { count, expected_count })

const maxQuantity = 1_000_000_000

function quantityOf(text: string, refuse: ReportFault): string {
  if (text === '') refuse('quantity', fault('empty'))
  return decimalOf('quantity', text || '0', maxQuantity, refuse)
}

function weightOf(text: string, refuse: ReportFault): string | null {
  if (text === '') return null
  const weight = decimalOf('weight_kg', text, maxWeightKg, refuse)
  if (/^0*[.,]?0*$/.test(text)) refuse('weight_kg', fault('too_small', { min: 0.001 }))
  return weight
}

/** Not below 0, with up to three decimals. */
function decimalOf(column: ImportColumn, text: string, max: number, refuse: ReportFault): string {
  const parts = /^(-?)(\d{1,15})(?:[.,](\d{1,15}))?$/.exec(text)
  const [, minus = '', whole = '0', fraction = ''] = parts ?? []
  const decimals = fraction.replace(/0+$/, '')
  if (!parts) refuse(column, fault('not_a_number'))
  else if (minus !== '') refuse(column, fault('too_small', { min: 0 }))
  else if (decimals.length > 3) refuse(column, fault('too_many_decimals', { max: 3 }))
  else if (Number(`${whole}.${decimals}`) > max) refuse(column, fault('too_large', { max }))
  return `${whole}.${decimals || '0'}`
}

function dateOf(text: string, refuse: ReportFault): string | null {
  const found = text === '' ? null : dateFault(text)
  if (found) {
    const isDayFirst = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text)
    refuse('expiry_date', isDayFirst ? fault('day_first') : found)
  }
  return text || null
}

const [minYear, maxYear] = [1900, 2200]

function yearOf(text: string, refuse: ReportFault): number | null {
  if (text === '') return null
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  if (year < minYear || year > maxYear) {
    refuse('vintage_year', fault('not_a_year', { min: minYear, max: maxYear }))
  }
  return year
}

function unitOf(text: string, refuse: ReportFault): UnitType | null {
  if (text === '') return null
  const unit = unitTypes.find((one) => one === text) ?? null
  if (unit === null) refuse('unit_type', fault('not_one_of', { allowed: unitTypes }))
  return unit
}

/** The index of each column. */
export type Columns = { indexes: ReadonlyMap<ImportColumn, number>; count: number }

export function readHeader({ line, fields }: SheetRow): Columns {
  const faults = noFaults()
  const indexes = new Map<ImportColumn, number>()
  for (const [index, field] of fields.entries()) {
    const name = importColumnOf(field)
    if (name === undefined) {
      addFault(faults, { line, column: field, ...unknownColumn(field, index) })
    } else if (indexes.has(name)) {
      addFault(faults, { line, column: name, ...fault('column_twice') })
    } else indexes.set(name, index)
  }
  checkComplete(indexes, line, faults)
  if (faults.total > 0) throw invalidFile(faults)
  return { indexes, count: fields.length }
}

const unknownColumn = (field: string, index: number) =>
  field.trim() === ''
    ? fault('unnamed_column', { column: index + 1, known: importColumns })
    : fault('unknown_column', { known: importColumns })

function checkComplete(indexes: ReadonlyMap<ImportColumn, number>, line: number, faults: Faults) {
  for (const column of requiredImportColumns) {
    if (!indexes.has(column)) addFault(faults, { line, column, ...fault('column_missing') })
  }
}
