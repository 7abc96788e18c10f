// The three ways in which an acceptance arrives: from the page of the remito, from the phone of the driver, and from the staff, who
// enter what was signed on paper. Each finds the remito by other means; what is recorded is the same.
import { hash } from 'node:crypto'
import type { AcceptanceReceipt } from '@anden/contract'
import type { Author, Deps } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import { renderedRemito } from '../remitos/pdf/route.ts'
import { findStopToAccept, lockStopToAccept } from '../trips/driver/report.ts'
import { type FileDeps, withFiles } from './files.ts'
import type { SentAcceptance } from './form.ts'
import { egresoById, egresoOfOrder, type LinkedRemito } from './queries.ts'
import { answeredBefore, type Channel, recordAcceptance } from './record.ts'

export type AcceptDeps = FileDeps & Pick<Deps, 'documents' | 'warehouse' | 'secrets' | 'baseUrl'>

export function acceptByRecipient(
  deps: AcceptDeps,
  requestId: string,
  remito: LinkedRemito,
  sent: SentAcceptance,
): Promise<AcceptanceReceipt> {
  const by = { actor: `recipient ${sent.given.name}`, requestId }
  return accept(deps, remito, sent, { channel: 'recipient', by })
}

export async function acceptByStaff(
  deps: AcceptDeps,
  by: Author,
  remitoId: string,
  sent: SentAcceptance,
): Promise<AcceptanceReceipt> {
  const remito = (await deps.db.maybeOne(egresoById(remitoId))) ?? throwProblem('remitos/not-found')
  return accept(deps, remito, sent, { channel: 'staff', by })
}

/** null: there is no such link. */
export async function acceptByDriver(
  deps: AcceptDeps,
  requestId: string,
  { tokenHash, position }: { tokenHash: Buffer; position: number },
  sent: SentAcceptance,
): Promise<AcceptanceReceipt | null> {
  const { db } = deps
  const stop = await findStopToAccept(db, requestId, tokenHash, position)
  if (!stop) return null
  const remito = (await db.maybeOne(egresoOfOrder(stop.orderId))) ?? throwProblem('trips/stop-not-found')
  const before = await answeredBefore(db, remito, sent.given, stop.mayDeliver)
  if (before) return before
  const pdfSha256 = await hashOfPdf(deps, remito.id)
  return withFiles(deps, remito.client_id, sent.files, (files) =>
    db.transaction(async (tx) => {
      // The trip is locked first, and may have changed meanwhile.
      const locked = await lockStopToAccept(tx, requestId, tokenHash, position)
      if (!locked || locked.orderId !== stop.orderId) throw problem('trips/stop-not-found')
      const { orderId, by, mayDeliver } = locked
      const submission = { channel: 'driver' as const, by, given: sent.given, files, pdfSha256, mayDeliver }
      return recordAcceptance(tx, remito.id, orderId, submission)
    }),
  )
}

async function accept(
  deps: AcceptDeps,
  remito: LinkedRemito,
  { given, files: sent }: SentAcceptance,
  { channel, by }: { channel: Channel; by: Author },
): Promise<AcceptanceReceipt> {
  const { db } = deps
  const orderId = remito.order_id ?? throwProblem('remitos/without-order')
  const before = await answeredBefore(db, remito, given, true)
  if (before) return before
  const pdfSha256 = channel === 'staff' ? null : await hashOfPdf(deps, remito.id)
  return withFiles(deps, remito.client_id, sent, (files) =>
    db.transaction((tx) =>
      recordAcceptance(tx, remito.id, orderId, { channel, by, given, files, pdfSha256, mayDeliver: true }),
    ),
  )
}

/** Of what the page offers: the same remito gives the same bytes. */
const hashOfPdf = async (deps: AcceptDeps, remitoId: string) =>
  hash('sha256', (await renderedRemito(deps, remitoId)).bytes, 'buffer')
