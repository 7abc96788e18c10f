// What both APIs declare for printed remitos.
import { maxRemitosPerPdf, RemitoCopies, RemitosToPrint } from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import type { Deps } from '../../deps.ts'
import { throwProblem } from '../../problem.ts'
import { type RemitoDocument, readRemitos, remitoToPrint } from './document.ts'
import { type RemitoTemplate, remitoFileName } from './render.ts'

/** Increase it with every change of the layout or of the texts: it is a part of the ETag. */
const revision = 2

const contentType = 'application/pdf'

export const remitoPdf = {
  summary: 'One remito as a PDF to print',
  description: `On A4, in the language of \`Accept-Language\` (\`es\` by default, or \`en\`). It shows both parties with CUIT and IVA condition, the items with lot, expiry date and vintage, totals, the number as text and as bar code (Code 128), and a place to sign. An egreso issued under a CAI has that CAI and the bar code of the tax authority. A voided remito is marked as such on every page. With \`copies\`, each copy follows the other with its mark: ORIGINAL, DUPLICADO, TRIPLICADO.`,
  contentType,
  query: RemitoCopies,
  problems: ['remitos/not-found' as const],
  revision,
  fileName: remitoFileName,
  template: 'remito' satisfies RemitoTemplate,
}

export const readRemito =
  ({ warehouse }: Pick<Deps, 'warehouse'>) =>
  async (
    db: Queryable,
    clientId: string | null,
    id: string,
    { copies }: { copies?: number },
  ): Promise<RemitoDocument> => ({
    ...((await db.maybeOne(remitoToPrint(clientId, id))) ?? throwProblem('remitos/not-found')),
    warehouse,
    ...(copies ? { copies } : {}),
  })

export const remitosPdf = {
  summary: 'Several remitos as one PDF to print',
  description: `Each as \`GET /remitos/{id}/pdf\` prints it, in the order of the parameters, at most ${maxRemitosPerPdf}. They can be of several clients. If one of the ids is not of a remito, none is printed.`,
  contentType,
  problems: ['remitos/some-not-found' as const],
  query: RemitosToPrint,
  revision,
  fileName: (remitos: readonly RemitoDocument[]) => `remitos-${remitos.length}.pdf`,
  template: 'remitos' satisfies RemitoTemplate,
}

export const readSelection =
  ({ warehouse }: Pick<Deps, 'warehouse'>) =>
  async (
    db: Queryable,
    { id: ids, copies }: { id: readonly string[]; copies?: number },
  ): Promise<RemitoDocument[]> =>
    (await readRemitos(db, ids)).map((remito) => ({ ...remito, warehouse, ...(copies ? { copies } : {}) }))
