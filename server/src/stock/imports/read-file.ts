import { type SheetFile, type SheetRow, UnreadableSheet } from '../../spreadsheets/file.ts'
import { readCsv } from '../../spreadsheets/read-csv.ts'
import { isWorkbook, readWorkbookRows } from '../../spreadsheets/read-workbook.ts'
import { unreadable } from './faults.ts'

/**
 * The row limit of a spreadsheet. 64 MiB can hold 64 million lines, and even a short line costs time: a file of separators
 * alone would take half a minute to read, and one of unknown SKUs several minutes (docs/decisions/0021-csv-imports.md).
 */
export const maxLines = 1_048_576

/** The records of a count, the header first. */
export async function* readCountFile(file: SheetFile): AsyncGenerator<SheetRow> {
  try {
    yield* (await isWorkbook(file)) ? readWorkbookRows(file) : readCsv(file.read(), maxLines)
  } catch (error) {
    throw error instanceof UnreadableSheet ? unreadable(error.line, error.found) : error
  }
}
