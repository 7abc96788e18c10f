// Sends a list as a file. Errors before the first byte are problem documents. After it, whatever prevents the file from
// being complete resets the connection, so that no client mistakes a part for the whole.

import { Readable } from 'node:stream'
import { fault } from '@anden/contract/values'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastq from 'fastq'
import type { PageRange, SortKey } from '../../../db/keyset.ts'
import { ProblemError, problem } from '../../../problem.ts'
import type { Principal } from '../../admission/principal.ts'
import type { Route, Tools } from '../../routing/route.ts'
import { type CsvDialect, type CsvTable, csvTable, dialectFor } from './table.ts'

/** Shared by the lists of an API. */
export type CsvExports = ReturnType<typeof csvExports>

export const csvExports = (policy: CsvPolicy) => ({
  policy,
  reads: fastq.promise((read: () => Promise<CsvPage>) => read(), policy.maxConcurrentReads),
})

/** The returned function sends the rows after the given position. */
export function csvReply(route: Route, tools: Tools) {
  const table = csvTable(route.item ?? {})
  const name = fileName(route.path)

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal,
    after: SortKey | null,
    read: ReadCsvPage,
  ): Promise<FastifyReply> => {
    if ((request.query as { limit?: unknown }).limit !== undefined) throw limitGiven()
    const dialect = dialectFor(request.headers['accept-language'])
    return sendExport(request, reply, route, tools, {
      contentType: csvContentType,
      fileName: `${name}-${tools.today(principal.client)}.csv`,
      after,
      read,
      encode: (first, readNext) => csvPages(first, readNext, { table, dialect, policy: tools.csv.policy }),
    })
  }
}

export const csvContentType = 'text/csv; charset=utf-8; header=present'

type Export<Row> = {
  contentType: string
  fileName: string
  after: SortKey | null
  read: ReadExportPage<Row>
  encode: (first: ExportPage<Row>, readNext: ReadExportPage<Row>) => AsyncGenerator<Buffer>
}

/** Sends a list as a file of any format, page by page. */
export async function sendExport<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  { csv: { policy, reads }, verify }: Tools,
  { contentType, fileName, after, read, encode }: Export<Row>,
): Promise<FastifyReply> {
  const first = await read(firstPageRange(after, policy))
  reply.headers({
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  })
  if (request.method === 'HEAD') return reply.send(Readable.from([]))

  const readNext: ReadExportPage<Row> = async (range) => {
    // The key may have been revoked since the previous page.
    await verify(request, route)
    return reads.push(() => read(range)) as Promise<ExportPage<Row>>
  }
  const chunks = encode(first, readNext)
  return reply.send(pullStream(chunks, { stallMs: policy.stallMs, ...breakingOff(request) }))
}

/** Resets the connection. Closing it is not enough: a response to HTTP/1.0 ends with the connection. */
function breakingOff({ raw: { socket }, log }: FastifyRequest) {
  return {
    onStall() {
      log.info('an export was broken off: its client stopped reading')
      socket.resetAndDestroy()
    },
    onFailure(err: unknown) {
      const isExpected = err instanceof ProblemError || err instanceof TooManyRows
      log[isExpected ? 'info' : 'error']({ err }, 'an export was broken off')
      socket.resetAndDestroy()
    },
  }
}

/** `/stock/lots` → `stock-lots`, `/webhooks/:id/deliveries` → `webhooks-deliveries`. */
const fileName = (path: string) =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith(':'))
    .join('-')

const limitGiven = () =>
  problem('validation/invalid-parameter', {
    detail: 'A CSV has all rows of the list: omit "limit".',
    errors: [{ pointer: 'limit', ...fault('limit_with_csv') }],
  })

// The pages of an export, each read by a statement of its own when the previous one has been sent: between two pages
// the export uses no connection, no transaction and no memory beyond one page, however slowly its client reads.

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

type Limits = {
  /** How long the reader may take for one chunk. */
  stallMs: number
  onStall: () => void
  /** The chunks ended with an error, so what was sent is incomplete. */
  onFailure: (error: unknown) => void
}

/**
 * A stream that asks for the next chunk only when its reader has taken the previous one. `Readable.from` is always one
 * chunk ahead.
 */
export function pullStream(
  chunks: AsyncGenerator<Buffer>,
  { stallMs, onStall, onFailure }: Limits,
): Readable {
  let stall: NodeJS.Timeout | undefined
  return new Readable({
    highWaterMark: 0,
    read() {
      clearTimeout(stall)
      chunks.next().then(
        ({ value, done }) => {
          if (this.destroyed) return
          if (!done) stall = setTimeout(onStall, stallMs)
          this.push(done ? null : value)
        },
        (error) => {
          onFailure(error)
          this.destroy(error)
        },
      )
    },
    destroy(error, done) {
      clearTimeout(stall)
      // Waits for a chunk that is being read.
      chunks.return(undefined).then(() => done(error), done)
    },
  })
}
