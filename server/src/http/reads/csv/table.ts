// A list as lines of CSV (RFC 4180).
import type { TSchema } from 'typebox'
import { csvCell, type DecimalMark } from './cell.ts'
import { csvColumns, valueAt } from './columns.ts'

export type CsvDialect = { separator: ',' | ';'; decimalMark: DecimalMark }

const lineEnd = '\r\n'

export function csvTable(item: TSchema) {
  const columns = csvColumns(item)
  return {
    header: ({ separator }: CsvDialect) => columns.map(({ name }) => name).join(separator) + lineEnd,
    lines(rows: readonly unknown[], { separator, decimalMark }: CsvDialect): string {
      let text = ''
      for (const row of rows) {
        const cells = columns.map(({ path }) => csvCell(valueAt(row, path), decimalMark))
        text += cells.join(separator) + lineEnd
      }
      return text
    },
  }
}
export type CsvTable = ReturnType<typeof csvTable>
