// What both APIs declare for printed remitos.
import { maxRemitosPerPdf, RemitoCopies, RemitosToPrint } from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import type { Statement } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { etagOfDocument } from '../../http/reads/documents/documents.ts'
import { throwProblem } from '../../problem.ts'
import { remitoUrl } from '../link.ts'
import {
  printableBy,
  type RemitoDocument,
  type RemitoToPrint,
  readRemitos,
  remitoToPrint,
} from './document.ts'
import { remitoFileName, type remitoTemplates } from './render.ts'

/** Increase it with every change of the layout or of the texts: it is a part of the ETag. */
const revision = 5

const contentType = 'application/pdf'

export const remitoPdf = {
  summary: 'One remito as a PDF to print',
  description: `On A4, in the language of \`Accept-Language\` (\`es\` by default, or \`en\`). It shows both parties with CUIT and IVA condition, the items with lot, expiry date and vintage, totals, in how many packages the order was packed, the number as text and as bar code (Code 128), and a place to sign. An egreso has the QR code of its page, where the recipient accepts the goods. One issued under a CAI has that CAI and the bar code of the tax authority. A voided remito is marked as such on every page, and one of a sandbox as not valid (SIN VALIDEZ). With \`copies\`, each copy follows the other with its mark: ORIGINAL, DUPLICADO, TRIPLICADO.`,
  contentType,
  query: RemitoCopies,
  problems: ['remitos/not-found' as const],
  revision,
  fileName: remitoFileName,
  template: 'remito' satisfies keyof typeof remitoTemplates,
}

export const readRemito =
  (deps: Pick<Deps, 'warehouse' | 'secrets' | 'baseUrl'>) =>
  async (
    db: Queryable,
    printable: Statement,
    id: string,
    { copies }: { copies?: number },
  ): Promise<RemitoDocument> => ({
    ...documentOf(
      deps,
      (await db.maybeOne(remitoToPrint(printable, id))) ?? throwProblem('remitos/not-found'),
    ),
    ...(copies ? { copies } : {}),
  })

const documentOf = (
  deps: Pick<Deps, 'warehouse' | 'secrets' | 'baseUrl'>,
  remito: RemitoToPrint,
): RemitoDocument => ({
  ...remito,
  warehouse: deps.warehouse,
  link: remito.type === 'egreso' ? remitoUrl(deps, remito.id) : null,
})

export const remitosPdf = {
  summary: 'Several remitos as one PDF to print',
  description: `Each as \`GET /remitos/{id}/pdf\` prints it, in the order of the parameters, at most ${maxRemitosPerPdf}. They can be of several clients. If one of the ids is not of a remito, none is printed.`,
  contentType,
  problems: ['remitos/some-not-found' as const],
  query: RemitosToPrint,
  revision,
  fileName: (remitos: readonly RemitoDocument[]) => `remitos-${remitos.length}.pdf`,
  template: 'remitos' satisfies keyof typeof remitoTemplates,
}

export const readSelection =
  (deps: Pick<Deps, 'warehouse' | 'secrets' | 'baseUrl'>) =>
  async (
    db: Queryable,
    { id: ids, copies }: { id: readonly string[]; copies?: number },
  ): Promise<RemitoDocument[]> =>
    (await readRemitos(db, ids)).map((remito) => ({
      ...documentOf(deps, remito),
      ...(copies ? { copies } : {}),
    }))

/** For those who have the link of a remito: in Spanish, so that there is one file whose hash stands in the proof. */
export async function renderedRemito(
  deps: Pick<Deps, 'db' | 'documents' | 'warehouse' | 'secrets' | 'baseUrl'>,
  id: string,
): Promise<{ etag: string; fileName: string; bytes: Buffer }> {
  const shown = await readRemito(deps)(deps.db, printableBy.holderOfLink, id, {})
  const { template } = remitoPdf
  const etag = etagOfDocument('/remitos/:id/pdf', revision, 'es', shown)
  const bytes = await deps.documents.get(etag, `link of ${id}`, { template, shown, language: 'es' })
  return { etag, fileName: remitoFileName(shown), bytes }
}
