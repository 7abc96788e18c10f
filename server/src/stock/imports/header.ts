import { type ImportColumn, importColumns, requiredImportColumns } from '@anden/contract'
import { type Faults, invalidFile, noFaults, note } from './faults.ts'
import type { CsvRecord } from './read-csv.ts'

/** Where each column stands. */
export type Columns = { places: ReadonlyMap<ImportColumn, number>; count: number }

export function readHeader({ line, fields }: CsvRecord): Columns {
  const faults = noFaults()
  const places = new Map<ImportColumn, number>()
  for (const [place, field] of fields.entries()) {
    const name = field.trim().toLowerCase()
    if (!isColumn(name)) {
      note(faults, { line, column: field, detail: unknownColumn(field, place) })
    } else if (places.has(name)) {
      note(faults, { line, column: name, detail: 'is there more than once' })
    } else places.set(name, place)
  }
  checkComplete(places, line, faults)
  if (faults.total > 0) throw invalidFile(faults)
  return { places, count: fields.length }
}

const isColumn = (name: string): name is ImportColumn => (importColumns as readonly string[]).includes(name)

function unknownColumn(field: string, place: number): string {
  const known = `the columns are ${importColumns.join(', ')}, separated by commas or semicolons`
  return field.trim() === '' ? `column ${place + 1} has no name: ${known}` : `is not a known column: ${known}`
}

function checkComplete(places: ReadonlyMap<ImportColumn, number>, line: number, faults: Faults) {
  for (const column of requiredImportColumns) {
    if (!places.has(column)) note(faults, { line, column, detail: 'is missing in the header' })
  }
}
