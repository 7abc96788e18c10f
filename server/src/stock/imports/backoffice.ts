import { createHash } from 'node:crypto'
import {
  ImportedLot,
  ImportQuery,
  StockImport,
  StockImportFilters,
  StockImportPreview,
  StockImportRecord,
} from '@anden/contract'
import fastq from 'fastq'
import type { Deps } from '../../deps.ts'
import type { StaffPrincipal } from '../../http/admission/principal.ts'
import { keepOpen, receiveBody } from '../../http/input/receive-body.ts'
import { openSpool } from '../../http/input/spool.ts'
import { xlsxContentType } from '../../http/reads/sheets/sheet-handler.ts'
import type { Router } from '../../http/routing/router.ts'
import type { ReadyReply } from '../../http/writes/upload-handler.ts'
import { requireClient } from '../../identity/clients.ts'
import { throwProblem } from '../../problem.ts'
import {
  type ImportEntry,
  type ImportedLotRow,
  importById,
  importedLots,
  importsNewestFirst,
} from './history-queries.ts'
import { importCount, previewCount } from './import-count.ts'
import { countedLotsSheet, countsSheet } from './sheets.ts'

/** An import holds a connection for seconds. The rest of the pool stays free for other requests. */
const maxConcurrentImports = 2
const maxMebibytes = 64

export function importsBackoffice(backoffice: Router<StaffPrincipal>, { db }: Pick<Deps, 'db'>) {
  const imports = fastq.promise((work: () => Promise<ReadyReply>) => work(), maxConcurrentImports)

  backoffice.upload(
    '/stock/imports',
    {
      summary: 'Import a stock count',
      description,
      scope: 'staff:stock',
      contentTypes: ['text/csv', xlsxContentType],
      query: ImportQuery,
      reply: StockImport,
      otherReplies: { 200: StockImportPreview },
      idempotency: 'optional',
      problems: [
        'validation/malformed-request',
        'validation/payload-too-large',
        'clients/not-found',
        'imports/invalid-file',
        'imports/stock-changed',
        'idempotency/key-reused-with-different-body',
        'idempotency/request-in-progress',
      ],
    },
    async ({ by, query: { client_id, dry_run, fingerprint }, request, respond }) => {
      await requireClient(db, client_id)
      const file = await openSpool()
      try {
        const bytesHash = await receiveBody(request, file, maxMebibytes)
        const queued = (work: () => Promise<ReadyReply>) => keepOpen(request, () => imports.push(work))
        if (dry_run) {
          return await queued(async () =>
            respond.rendered(200, await db.transaction((tx) => previewCount(tx, client_id, file))),
          )
        }
        const hash = () => createHash('sha256').update(client_id).update(bytesHash).digest()
        return await queued(() =>
          respond.once(hash, (tx) => importCount(tx, by, client_id, file, fingerprint)),
        )
      } finally {
        await file.close()
      }
    },
  )

  backoffice.list(
    '/stock/imports',
    {
      summary: 'Stock counts that were imported, newest first',
      scope: 'staff:read',
      filters: StockImportFilters,
      item: StockImportRecord,
      sortKey: ({ created_at, entry_id }: ImportEntry) => [created_at, entry_id],
      sheet: countsSheet,
    },
    ({ query, page }) => importsNewestFirst(query, page),
  )

  backoffice.row(
    '/stock/imports/:id',
    {
      summary: 'One import of a stock count',
      scope: 'staff:read',
      reply: StockImportRecord,
      missing: 'imports/not-found',
    },
    ({ params }) => importById(params.id),
  )

  backoffice.list(
    '/stock/imports/:id/lots',
    {
      summary: 'The lots that an import changed',
      scope: 'staff:read',
      filters: {},
      item: ImportedLot,
      sortKey: ({ seq }: ImportedLotRow) => [seq],
      sheet: countedLotsSheet,
      before: async ({ params }) =>
        (await db.maybeOne(importById(params.id))) ?? throwProblem('imports/not-found'),
      problems: ['imports/not-found'],
    },
    ({ params, page }) => importedLots(params.id, page),
  )
}

const description = `Sets the quantity of each lot in the file to what was counted. The header has the columns \`sku\` and \`quantity\`, and optionally \`lot_number\`, \`expiry_date\`, \`vintage_year\`, \`name\` and \`unit_type\`, in any order. Their Spanish names are understood as well, with and without accents: \`sku\` or \`código\`, \`cantidad\`, \`lote\`, \`vencimiento\`, \`cosecha\`, \`nombre\` or \`producto\`, \`unidad\`.

Each line sets one lot, identified by product, lot number (default \`SIN-LOTE\`), expiry date and vintage year. A lot that does not exist is created. Lots and products that are not in the file stay unchanged. An unknown SKU is created if its line has \`name\` and \`unit_type\`. The name of an existing product is not changed, and a different \`unit_type\` is an error.

In CSV the separator is a comma or a semicolon, the encoding UTF-8, and decimals use a point or a comma. Of an Excel file (\`.xlsx\`, up to 32 MiB) the first sheet is read, with the values that its cells show; it is recognised by its content, whatever the content type is. The file can have up to 64 MiB and 1,048,576 lines. All lines are imported or none; parsing stops after 1,000 errors. With \`dry_run=true\` the response is 200 and lists what would change, line by line. Send its \`fingerprint\` with the import, and the import is refused if one of these lots has changed in between.

A count states what is physically there, so it can leave less stock than orders have reserved.`
