// Pasted rows of announced goods as the sheet that the service reads: with headings in any order, or without, in the order of the
// columns.
import { columnFinder, type InboundColumn, inboundColumns } from '@anden/contract/values'
import { readTable, writeTable } from '../../../shared/sheet/table-text.ts'

const columnOf = columnFinder<InboundColumn>(inboundColumns)
const usualOrder = Object.keys(inboundColumns) as InboundColumn[]

/** Text of one cell is pasted into its field as usual. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim())

export function sheetOf(text: string): string {
  const rows = readTable(text, '\t')
  const named = (rows[0] ?? []).map(columnOf)
  const hasHeadings = named.includes('sku') && named.includes('quantity')
  const width = Math.max(...rows.map((row) => row.length))
  const table = hasHeadings ? rows : [usualOrder.slice(0, width), ...rows]
  return writeTable(
    table.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? '')),
    ',',
  )
}

/** `31/3/2027` as the service writes it. What is no such date stays as it is, and is said at its field. */
export function dayIn(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}
