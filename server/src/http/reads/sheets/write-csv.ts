// A sheet as CSV for people: words, local time, and the separator and decimal mark that the reader's spreadsheet expects.
import type { Language } from '@anden/contract'
import { bom, type CsvPolicy, type ExportPage, type ReadExportPage, renderedPages } from '../csv/export.ts'
import { csvCell } from '../csv/table.ts'
import type { CellValue, ColumnKind } from './sheet.ts'
import type { SheetFile } from './write-xlsx.ts'

const notations = {
  es: { separator: ';', decimalMark: ',' },
  en: { separator: ',', decimalMark: '.' },
} as const

const lineEnd = '\r\n'

export function csvOf(
  first: ExportPage<CellValue[]>,
  read: ReadExportPage<CellValue[]>,
  policy: CsvPolicy,
  file: SheetFile,
): AsyncGenerator<Buffer> {
  const { separator, decimalMark } = notations[file.language]
  const line = (cells: readonly CellValue[]) =>
    cells.map((cell) => csvCell(cell, decimalMark)).join(separator) + lineEnd
  const headings = file.columns.map(({ heading }) => heading[file.language])
  let head = bom + line(headings)
  return renderedPages(first, read, policy, (rows) => {
    let lines = head
    for (const row of rows)
      lines += line(row.map((value, index) => shown(value, file.columns[index]?.kind ?? 'text', file)))
    head = ''
    return Buffer.from(lines)
  })
}

function shown(value: CellValue, kind: ColumnKind, { language, localTime }: SheetFile): CellValue {
  if (value === null || typeof value === 'number') return value
  if (kind === 'date') return dateText(value, language)
  if (kind === 'moment') {
    const [day = '', time = ''] = localTime(value).split(' ')
    return `${dateText(day, language)} ${time.slice(0, 5)}`
  }
  return asWritten(value)
}

/** 02/11/2026 in Spanish. In English it stays 2026-11-02, because 02/11 is ambiguous there. */
const dateText = (date: string, language: Language) =>
  language === 'es' ? date.split('-').reverse().join('/') : date

/**
 * Digits that a spreadsheet would change if it read them as a number: a leading zero, more than it shows, an exponent. They
 * get the apostrophe with which people write text.
 */
const losesAsNumber = /^(?:0\d+|\d{12,}|\d+[eE]\d+)$/

const asWritten = (value: string) => (losesAsNumber.test(value) ? `'${value}` : value)
