// Sends a list as a file. Errors before the first byte are problem documents. After it, whatever prevents the file from
// being complete resets the connection, so that no client mistakes a part for the whole.
import { Readable } from 'node:stream'
import { fault } from '@anden/contract/values'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastq from 'fastq'
import type { SortKey } from '../../../db/keyset.ts'
import { ProblemError, problem } from '../../../problem.ts'
import type { Route, Tools } from '../../routing/route.ts'
import { dialectFor } from './negotiate.ts'
import {
  type CsvPage,
  type CsvPolicy,
  csvPages,
  type ExportPage,
  firstPageRange,
  type ReadCsvPage,
  type ReadExportPage,
  TooManyRows,
} from './pages.ts'
import { pullStream } from './pull-stream.ts'
import { csvTable } from './table.ts'

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
    after: SortKey | null,
    read: ReadCsvPage,
  ): Promise<FastifyReply> => {
    if ((request.query as { limit?: unknown }).limit !== undefined) throw limitGiven()
    const dialect = dialectFor(request.headers['accept-language'])
    return sendExport(request, reply, route, tools, {
      contentType: csvContentType,
      fileName: `${name}-${tools.today()}.csv`,
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
