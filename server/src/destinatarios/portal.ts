import {
  Destinatario,
  DestinatarioChange,
  DestinatarioFilters,
  NewDestinatario,
  RecordsImport,
  RecordsImportPreview,
  SheetQuery,
} from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { sheetContentTypes, sheetProblems, withSheet } from '../imports/receive-sheet.ts'
import { changeDestinatario, createDestinatario, removeDestinatario } from './change.ts'
import { importRecipients, previewRecipients, readRecipientTable } from './imports.ts'
import { destinatarioById, destinatariosByName } from './queries.ts'
import { destinatariosSheet } from './sheet.ts'

const scope = 'read:destinatarios'
const topic = 'destinatarios'

export const byName = (row: { name_folded: string; id: string }) => [row.name_folded, row.id]

const importText = `A CSV or Excel file (\`.xlsx\`) with one recipient per line. The columns are \`name\`, and optionally \`cuit_dni\`, \`address\`, \`city\`, \`province\`, \`postal_code\`, \`phone\`, \`email\`, \`iva_condition\` and \`delivery_schedule\`, in any order, with English or Spanish headings.

A recipient is found by its CUIT and its name together, because a chain has many branches with one CUIT; one that has the name and no CUIT yet gets it. A line without a CUIT is found by the name. Whoever is not found is added. If several match, it is an error: write the id of the one that is meant into a column \`id\`. A blank cell changes nothing.

With \`dry_run=true\` the response is 200 and has the sheet as it was read, what becomes of each line, and every error at its cell. All lines are imported, or none; importing the same sheet again changes nothing. Up to 2,000 lines and 5 MiB.`

export function destinatariosPortal(portal: Router<PortalPrincipal>, { db }: Pick<Deps, 'db'>) {
  portal.list(
    '/destinatarios',
    {
      summary: 'Recipients, by name',
      scope,
      topic,
      filters: DestinatarioFilters,
      item: Destinatario,
      sortKey: byName,
      sheet: destinatariosSheet,
    },
    ({ client, query, page }) => destinatariosByName(client.id, query, page),
  )

  portal.row(
    '/destinatarios/:id',
    {
      summary: 'One recipient',
      scope,
      topic,
      reply: Destinatario,
      missing: 'destinatarios/not-found',
    },
    ({ client, params }) => destinatarioById(client.id, params.id),
  )

  portal.post(
    '/destinatarios',
    {
      summary: 'Add a recipient',
      scope: 'write:destinatarios',
      body: NewDestinatario,
      reply: Destinatario,
      location: ({ id }) => `/destinatarios/${id}`,
    },
    ({ tx, by, client, body }) => createDestinatario(tx, by, client.id, body),
  )

  portal.upload(
    '/destinatarios/imports',
    {
      summary: 'Add and change recipients from a sheet',
      description: importText,
      scope: 'write:destinatarios',
      contentTypes: sheetContentTypes,
      query: { dry_run: SheetQuery.dry_run },
      reply: RecordsImport,
      otherReplies: { 200: RecordsImportPreview },
      idempotency: 'optional',
      problems: sheetProblems,
    },
    ({ by, client, query, request, respond }) =>
      withSheet(request, async ({ file, bytesHash }) => {
        const table = await readRecipientTable(file)
        if (query.dry_run) {
          return respond.other(200, await db.snapshot((at) => previewRecipients(at, client.id, table)))
        }
        return respond.once(
          () => bytesHash,
          (tx) => importRecipients(tx, by, client.id, table),
        )
      }),
  )

  portal.patch(
    '/destinatarios/:id',
    {
      summary: 'Change a recipient',
      description:
        'A field set to null is cleared; `name` cannot be cleared. An empty object changes nothing.',
      scope: 'write:destinatarios',
      body: DestinatarioChange,
      reply: Destinatario,
      problems: ['destinatarios/not-found'],
    },
    ({ tx, by, client, params, body }) => changeDestinatario(tx, by, client.id, params.id, body),
  )

  portal.delete(
    '/destinatarios/:id',
    {
      summary: 'Remove a recipient',
      description: 'It disappears from lists and cannot be used in new orders. Existing orders keep it.',
      scope: 'write:destinatarios',
      problems: ['destinatarios/not-found'],
    },
    ({ tx, by, client, params }) => removeDestinatario(tx, by, client.id, params.id),
  )
}
