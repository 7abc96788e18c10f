import { createHash } from 'node:crypto'
import { OrderImportQuery, OrdersImport, OrdersImportPreview } from '@anden/contract'
import type { DayOf, Deps } from '../../deps.ts'
import type { PortalPrincipal } from '../../http/admission/principal.ts'
import type { Router } from '../../http/routing/router.ts'
import { sheetContentTypes, sheetProblems, signIn, withSheet } from '../../imports/receive-sheet.ts'
import { importOrders, previewOrders, readOrderTable } from './import-orders.ts'

export function orderImportsPortal(portal: Router<PortalPrincipal>, { db }: Pick<Deps, 'db'>, today: DayOf) {
  portal.upload(
    '/orders/imports',
    {
      summary: 'Place orders from a sheet',
      description,
      scope: 'write:orders',
      contentTypes: sheetContentTypes,
      query: OrderImportQuery,
      reply: OrdersImport,
      otherReplies: { 200: OrdersImportPreview },
      idempotency: 'optional',
      problems: [
        ...sheetProblems,
        'orders/insufficient-stock',
        'orders/unknown-destinatario',
        'sandbox/limit-reached',
      ],
    },
    ({ by, principal, client, query, request, respond }) =>
      withSheet(request, async ({ file, bytesHash }) => {
        const sign = signIn(query)
        const { mode = 'all' } = query
        const table = await readOrderTable(file, sign)
        if (query.dry_run) {
          const preview = await db.snapshot((at) => previewOrders(at, client.id, table, sign, today(client)))
          return respond.other(200, preview)
        }
        const author = { ...by, name: principal.user?.name ?? principal.key?.name ?? '' }
        const hash = () => createHash('sha256').update(`${mode} ${sign} `).update(bytesHash).digest()
        return respond.once(hash, (tx) =>
          importOrders(tx, author, client.id, table, { sign, mode, today: today(client) }),
        )
      }),
  )
}

const description = `A CSV or Excel file (\`.xlsx\`) with one line per item. Lines with the same \`reference\` are one order. The columns are \`reference\`, \`destinatario\` (its id, CUIT or exact name), \`sku\` or \`product_id\`, \`quantity\`, and optionally \`vintage_year\`, \`notes\`, \`delivery_type\`, \`delivery_address\`, \`delivery_city\`, \`delivery_province\` and \`delivery_contact\`, in any order, with English or Spanish headings. What concerns the order as a whole may stand on its first line alone; if its lines differ in it, that is an error.

With \`dry_run=true\` the response is 200 and has the sheet as it was read, each order as it would be, what is missing if they are placed in this order, and every error at its cell. Nothing is changed.

With \`mode=all\` all orders are placed, or none; with \`mode=each\` those that can be. It is safe to repeat: the same order (by reference and content) is placed once within 30 days, and the answer says which exist already. The same reference with other content is an error within that time.

Up to 2,000 lines, 500 orders and 5 MiB. CSV is UTF-8 with commas, semicolons or tabs. Of a workbook the first visible sheet is read. It counts as one write for the rate limits.`
