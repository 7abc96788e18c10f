import { createHash } from 'node:crypto'
import {
  Id,
  NewProduct,
  Product,
  ProductChange,
  ProductFilters,
  RecordsImport,
  RecordsImportPreview,
  SheetQuery,
} from '@anden/contract'
import type { Db } from '../db/database.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { requireClient } from '../identity/clients.ts'
import { sheetContentTypes, sheetProblems, signIn, withSheet } from '../imports/receive-sheet.ts'
import { importProducts, previewProducts, readProductTable } from './imports.ts'
import { changeProduct, createProduct } from './products.ts'
import { productById, productsBySku } from './queries.ts'

const importText = `A CSV or Excel file (\`.xlsx\`) with one product of the client per line. The columns are \`sku\`, and optionally \`name\`, \`unit_type\`, \`gtin\`, \`location\` and \`weight_kg\`, in any order, with English or Spanish headings.

A product is found by its SKU; one that is not found is added, and needs \`name\` and \`unit_type\`. The unit of a product cannot be changed. A blank cell changes nothing.

With \`dry_run=true\` the response is 200 and has the sheet as it was read, what becomes of each line, and every error at its cell. All lines are imported, or none; importing the same sheet again changes nothing. Up to 2,000 lines and 5 MiB.`

export function catalogBackoffice(backoffice: Router<StaffPrincipal>, db: Db) {
  backoffice.list(
    '/clients/:id/products',
    {
      summary: 'Products of a client, by SKU',
      scope: 'staff:read',
      orScope: 'staff:receive',
      filters: ProductFilters,
      item: Product,
      sortKey: ({ sku, id }: Product) => [sku, id],
      before: ({ params }) => requireClient(db, params.id),
      problems: ['clients/not-found'],
    },
    ({ params, query, page }) => productsBySku(params.id, query, page),
  )

  backoffice.post(
    '/clients/:id/products',
    {
      summary: 'Add a product',
      scope: 'staff:stock',
      body: NewProduct,
      reply: Product,
      problems: ['clients/not-found', 'products/duplicate-sku', 'products/duplicate-gtin'],
    },
    ({ tx, by, params, body }) => createProduct(tx, by, params.id, body),
  )

  backoffice.upload(
    '/products/imports',
    {
      summary: 'Add and change products from a sheet',
      description: importText,
      scope: 'staff:stock',
      contentTypes: sheetContentTypes,
      query: { client_id: Id, ...SheetQuery },
      reply: RecordsImport,
      otherReplies: { 200: RecordsImportPreview },
      idempotency: 'optional',
      problems: [...sheetProblems, 'clients/not-found'],
    },
    async ({ by, query, request, respond }) => {
      await requireClient(db, query.client_id)
      return withSheet(request, async ({ file, bytesHash }) => {
        const sign = signIn(query)
        const table = await readProductTable(file, sign)
        if (query.dry_run) {
          const preview = await db.snapshot((at) => previewProducts(at, query.client_id, table, sign))
          return respond.other(200, preview)
        }
        const hash = () =>
          createHash('sha256').update(`${query.client_id} ${sign} `).update(bytesHash).digest()
        return respond.once(hash, (tx) => importProducts(tx, by, query.client_id, table, sign))
      })
    },
  )

  backoffice.row(
    '/products/:id',
    {
      summary: 'One product',
      scope: 'staff:read',
      orScope: 'staff:receive',
      reply: Product,
      missing: 'products/not-found',
    },
    ({ params }) => productById(params.id),
  )

  backoffice.patch(
    '/products/:id',
    {
      summary: 'Change a product: its name, SKU, GTIN, location or weight, or archive it',
      description: `An archived product cannot be ordered or received, and lists show it only with \`archived=true\`. It keeps its SKU and its stock stays 0. \`"archived": false\` restores it; so do goods that return to it when an order is cancelled or an egreso is voided.`,
      scope: 'staff:stock',
      body: ProductChange,
      reply: Product,
      problems: [
        'products/not-found',
        'products/duplicate-sku',
        'products/duplicate-gtin',
        'products/in-stock',
      ],
    },
    ({ tx, by, params, body }) => changeProduct(tx, by, params.id, body),
  )
}
