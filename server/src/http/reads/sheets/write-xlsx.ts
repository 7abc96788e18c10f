// A sheet as an Excel file, written as a stream: rows are asked for as the reader takes bytes, and no more than a page of
// them is in memory. Texts are string cells, so that none is ever a formula; the library's table of shared texts, which
// grows with the file, is not used. See docs/decisions/0023-exports-for-people.md.
import type { Language } from '@anden/contract'
import type { ColumnDef } from 'hucre/xlsx'
import { type CsvPolicy, type ExportPage, type ReadExportPage, renderedPages } from '../csv/export.ts'
import type { CellValue, ColumnKind, Sheet } from './sheet.ts'

/** What a file shows besides its rows. */
export type SheetFile = Pick<Sheet<never, never>, 'name' | 'columns'> & {
  language: Language
  localTime: (moment: string) => string
}

const formats: Record<Language, Record<ColumnKind, string>> = {
  es: { text: '@', number: 'General', money: '#,##0.00', date: 'dd/mm/yyyy', moment: 'dd/mm/yyyy hh:mm' },
  en: { text: '@', number: 'General', money: '#,##0.00', date: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm' },
}

export async function* xlsxOf(
  first: ExportPage<CellValue[]>,
  read: ReadExportPage<CellValue[]>,
  policy: CsvPolicy,
  file: SheetFile,
): AsyncGenerator<Buffer> {
  // Loaded with the first export: most processes that start never write one.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const columns = file.columns.map(
    ({ heading, kind, width }): ColumnDef => ({
      header: heading[file.language],
      width,
      numFmt: formats[file.language][kind],
    }),
  )
  const bytes = writeXlsxStream(rowsOf(first, read, policy, file), {
    name: sheetName(file),
    columns,
    freezePane: { rows: 1 },
  })
  for await (const chunk of bytes) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

type XlsxCell = string | number | Date | null

async function* rowsOf(
  first: ExportPage<CellValue[]>,
  read: ReadExportPage<CellValue[]>,
  policy: CsvPolicy,
  { columns, localTime }: SheetFile,
): AsyncGenerator<XlsxCell[]> {
  const cellOf = (value: CellValue, index: number): XlsxCell => {
    if (value === null || typeof value === 'number') return value
    const kind = columns[index]?.kind
    if (kind === 'date') return new Date(`${value}T00:00:00Z`)
    // Excel has no time zones: the file has the digits of the local time, written as if they were UTC.
    if (kind === 'moment') return new Date(`${localTime(value).replace(' ', 'T')}Z`)
    return asXmlText(value)
  }
  const pages = renderedPages(first, read, policy, (rows) => ({
    rows: rows.map((row) => row.map(cellOf)),
    length: sizeOf(rows),
  }))
  for await (const page of pages) yield* page.rows
}

/** About the bytes of the rows, by which the next page gets its number of rows. */
function sizeOf(rows: readonly CellValue[][]): number {
  let size = 1
  for (const row of rows) for (const value of row) size += 8 + (typeof value === 'string' ? value.length : 0)
  return size
}

const maxCellLength = 32_767

/**
 * Text as a cell can have it. Excel reads `_x0041_` as a character code, so an underscore that looks like the beginning of
 * one is written as its own code. U+FFFE, U+FFFF and half a pair of surrogates are not allowed in XML.
 */
function asXmlText(text: string): string {
  const allowed = text.toWellFormed().replace(/[\u{fffe}\u{ffff}]/gu, '\u{fffd}')
  return allowed.slice(0, maxCellLength).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}

const sheetName = ({ name, language }: SheetFile) => name[language].replace(/^./, (one) => one.toUpperCase())
