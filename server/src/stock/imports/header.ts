import { type ImportColumn, importColumns, requiredImportColumns } from '@anden/contract'
import { addFault, type Faults, invalidFile, noFaults } from './faults.ts'
import type { CsvRecord } from './read-csv.ts'

/** The index of each column. */
export type Columns = { indexes: ReadonlyMap<ImportColumn, number>; count: number }

export function readHeader({ line, fields }: CsvRecord): Columns {
  const faults = noFaults()
  const indexes = new Map<ImportColumn, number>()
  for (const [index, field] of fields.entries()) {
    const name = field.trim().toLowerCase()
    if (!isColumn(name)) {
      addFault(faults, { line, column: field, detail: unknownColumn(field, index) })
    } else if (indexes.has(name)) {
      addFault(faults, { line, column: name, detail: 'is there more than once' })
    } else indexes.set(name, index)
  }
  checkComplete(indexes, line, faults)
  if (faults.total > 0) throw invalidFile(faults)
  return { indexes, count: fields.length }
}

const isColumn = (name: string): name is ImportColumn => (importColumns as readonly string[]).includes(name)

function unknownColumn(field: string, index: number): string {
  const known = `the columns are ${importColumns.join(', ')}, separated by commas or semicolons`
  return field.trim() === '' ? `column ${index + 1} has no name: ${known}` : `is not a known column: ${known}`
}

function checkComplete(indexes: ReadonlyMap<ImportColumn, number>, line: number, faults: Faults) {
  for (const column of requiredImportColumns) {
    if (!indexes.has(column)) addFault(faults, { line, column, detail: 'is missing in the header' })
  }
}
