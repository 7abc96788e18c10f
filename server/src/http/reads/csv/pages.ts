// The pages of an export, each read by a statement of its own when the previous one has been sent: between two pages
// the export uses no connection, no transaction and no memory beyond one page, however slowly its client reads.
import type { PageRange, SortKey } from '../../../db/keyset.ts'
import type { CsvDialect, CsvTable } from './table.ts'

/** `next` is the position of the last row; null: there are no more rows. */
export type ExportPage<Row> = {
  rows: readonly Row[]
  /** How many rows of the list these are, if they are not as many: a file can have one row per line of a document. */
  listed?: number
  next: SortKey | null
}
export type ReadExportPage<Row> = (range: PageRange) => Promise<ExportPage<Row>>
export type CsvPage = ExportPage<unknown>
export type ReadCsvPage = ReadExportPage<unknown>

/** A byte order mark: without it, spreadsheets do not read the file as UTF-8. */
export const bom = '\u{feff}'

export const firstPageRange = (after: SortKey | null, { firstPageRows, maxRows }: CsvPolicy): PageRange => ({
  after,
  rowLimit: Math.min(firstPageRows, maxRows) + 1,
})

export function csvPages(
  first: CsvPage,
  read: ReadCsvPage,
  { table, dialect, policy }: { table: CsvTable; dialect: CsvDialect; policy: CsvPolicy },
): AsyncGenerator<Buffer> {
  let head = bom + table.header(dialect)
  return renderedPages(first, read, policy, (rows) => {
    const bytes = Buffer.from(head + table.lines(rows, dialect))
    head = ''
    return bytes
  })
}

/**
 * Each page as `render` returns it, whose `length` is about its size in bytes. Throws after `maxRows` if there are more, so
 * that a file without an error is complete.
 */
export async function* renderedPages<Row, Rendered extends { length: number }>(
  first: ExportPage<Row>,
  read: ReadExportPage<Row>,
  policy: CsvPolicy,
  render: (rows: readonly Row[]) => Rendered,
): AsyncGenerator<Rendered> {
  let page = first
  let rowCount = 0
  for (;;) {
    const rendered = render(page.rows)
    const listed = page.listed ?? page.rows.length
    rowCount += listed
    yield rendered
    if (page.next === null) return
    if (rowCount >= policy.maxRows) throw new TooManyRows(policy.maxRows)
    const rows = Math.min(pageRows(listed, rendered.length, policy), policy.maxRows - rowCount)
    page = await read({ after: page.next, rowLimit: rows + 1 })
  }
}

/** How many rows take about `pageBytes`, judging by the previous page. */
function pageRows(rows: number, bytes: number, { pageBytes, maxPageRows }: CsvPolicy): number {
  return Math.max(1, Math.min(maxPageRows, Math.floor((pageBytes * rows) / bytes)))
}

export class TooManyRows extends Error {
  constructor(maxRows: number) {
    super(`the list has more than ${maxRows} rows`)
  }
}

/** Limits of one export, and of all exports of one API in a process. */
export type CsvPolicy = {
  maxRows: number
  /** A page is read by one statement. The first has `firstPageRows`; the next ones about `pageBytes`. */
  firstPageRows: number
  maxPageRows: number
  pageBytes: number
  /** How long the client may take to read one page. At 4 KiB/s, a page takes a minute. */
  stallMs: number
  /** Pages read at the same time, apart from first pages. The rest of the pool stays free for others. */
  maxConcurrentReads: number
}

export const defaultCsvPolicy: CsvPolicy = {
  maxRows: 1_000_000,
  firstPageRows: 100,
  maxPageRows: 1_000,
  pageBytes: 256 * 1024,
  stallMs: 60_000,
  maxConcurrentReads: 4,
}
