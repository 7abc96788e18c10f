// What both APIs declare for the proof of an acceptance.
import { buffer } from 'node:stream/consumers'
import type { ProblemCode } from '@anden/contract'
import { type FileStorage, withStorageErrors } from '../../attachments/storage.ts'
import type { Queryable } from '../../db/queryable.ts'
import type { Statement } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { throwProblem } from '../../problem.ts'
import { printableBy } from '../../remitos/pdf/document.ts'
import { readRemito } from '../../remitos/pdf/route.ts'
import type { Proof, ProvenAcceptance } from './document.ts'
import type { proofTemplates } from './render.ts'

/** Increase it with every change of the layout or of the texts: it is a part of the ETag. */
const revision = 1

export type ProofDeps = Pick<Deps, 'warehouse' | 'secrets' | 'baseUrl'> & { files: FileStorage }

export const proofPdf = (files: FileStorage, missing: ProblemCode) => ({
  summary: 'The proof of an acceptance as a PDF',
  description:
    'The remito as it is printed, and from a new page on who accepted which goods and when (by the clock of the phone, and when the service got it), the signature, the photos, and the SHA-256 of the PDF that was shown and of each file. In the language of `Accept-Language` (`es` by default, or `en`). A WebP picture and a PDF are named, but not printed.',
  contentType: 'application/pdf',
  problems: [missing],
  revision,
  fileName: ({ remito }: Proof) =>
    `constancia-${(remito.remito_number[0] ?? remito.id).replace(/[^\w-]+/g, '-')}.pdf`,
  template: 'proof' satisfies keyof typeof proofTemplates,
  load: ({ acceptance }: Proof) => readPictures(files, acceptance),
})

/** `clientId` null: for the staff, of any client. */
export const readProof =
  (deps: ProofDeps, missing: ProblemCode) =>
  async (db: Queryable, clientId: string | null, found: Statement<ProvenAcceptance>): Promise<Proof> => {
    const acceptance = (await db.maybeOne(found)) ?? throwProblem(missing)
    const printable = clientId === null ? printableBy.staff : printableBy.client(clientId)
    return { remito: await readRemito(deps)(db, printable, acceptance.remito_id, {}), acceptance }
  }

const isPicture = ({ content_type }: ProvenAcceptance['files'][number]) =>
  content_type === 'image/png' || content_type === 'image/jpeg'

async function readPictures(files: FileStorage, { files: wanted }: ProvenAcceptance) {
  const read = wanted.filter(isPicture).map(async ({ id }): Promise<[string, Uint8Array][]> => {
    const stored = await files.get(id)
    return stored ? [[id, await buffer(stored.content)]] : []
  })
  return Object.fromEntries((await withStorageErrors(Promise.all(read))).flat())
}
