import { fault, type ImportColumn, importColumns, requiredImportColumns } from '@anden/contract'
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
      addFault(faults, { line, column: field, ...unknownColumn(field, index) })
    } else if (indexes.has(name)) {
      addFault(faults, { line, column: name, ...fault('column_twice') })
    } else indexes.set(name, index)
  }
  checkComplete(indexes, line, faults)
  if (faults.total > 0) throw invalidFile(faults)
  return { indexes, count: fields.length }
}

const isColumn = (name: string): name is ImportColumn => (importColumns as readonly string[]).includes(name)

const unknownColumn = (field: string, index: number) =>
  field.trim() === ''
    ? fault('unnamed_column', { column: index + 1, known: importColumns })
    : fault('unknown_column', { known: importColumns })

function checkComplete(indexes: ReadonlyMap<ImportColumn, number>, line: number, faults: Faults) {
  for (const column of requiredImportColumns) {
    if (!indexes.has(column)) addFault(faults, { line, column, ...fault('column_missing') })
  }
}
