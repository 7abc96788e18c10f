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
