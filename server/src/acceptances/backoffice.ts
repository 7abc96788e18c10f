import {
  AcceptanceReceipt,
  Dispute,
  DisputeFilters,
  NewAcceptance,
  SettledDispute,
  StaffAcceptance,
} from '@anden/contract'
import type { FileLinks } from '../attachments/files.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { type AcceptDeps, acceptByStaff } from './accept.ts'
import { formOfStaff, readAcceptanceForm, requireScan } from './form.ts'
import { anyAcceptanceToProve, disputeToProve } from './proof/document.ts'
import { proofPdf, readProof } from './proof/route.ts'
import { acceptanceById, anyAcceptanceOfRemito, disputesNewestFirst } from './queries.ts'
import { forStaff } from './read.ts'
import { settleDispute } from './settle.ts'

export function acceptancesBackoffice(
  backoffice: Router<StaffPrincipal>,
  deps: AcceptDeps,
  links: FileLinks,
) {
  const shape = forStaff(links)

  backoffice.row(
    '/remitos/:id/acceptance',
    {
      summary: 'How the recipient accepted the goods of a remito',
      description: 'The acceptance that counts; without one, the late one that came last.',
      scope: 'staff:read',
      reply: StaffAcceptance,
      missing: 'remitos/not-accepted',
      shape,
    },
    ({ params }) => anyAcceptanceOfRemito(params.id),
  )

  backoffice.document(
    '/remitos/:id/acceptance/pdf',
    { ...proofPdf(deps.files, 'remitos/not-accepted'), scope: 'staff:read' },
    ({ params }, db) => readProof(deps, 'remitos/not-accepted')(db, null, anyAcceptanceToProve(params.id)),
  )

  backoffice.upload(
    '/remitos/:id/acceptance',
    {
      summary: 'Enter an acceptance that was signed on paper',
      description: `With a scan of the signed remito, a PDF or a picture. It means what it means on the page of the remito: an order that is in transit is delivered by it.

Sent again with the same \`submission_id\`, it is answered as the first time.`,
      scope: 'staff:orders',
      contentTypes: ['multipart/form-data'],
      form: { fields: NewAcceptance, files: { scan: 1, signature: 1, photos: 6 } },
      reply: AcceptanceReceipt,
      problems: [
        'validation/malformed-request',
        'validation/invalid-body',
        'remitos/not-found',
        'remitos/without-order',
        'remitos/not-under-way',
        'remitos/already-accepted',
      ],
    },
    async ({ params, by, request, respond }) => {
      const sent = await readAcceptanceForm(request, formOfStaff)
      requireScan(sent)
      return respond.json(await acceptByStaff(deps, by, params.id, sent))
    },
  )

  backoffice.list(
    '/disputes',
    {
      summary: 'Acceptances with differences, and late ones, newest first',
      description:
        'What somebody has to look into: goods that are missing, damaged or refused, and acceptances that arrived after the delivery had failed or the order was cancelled.',
      scope: 'staff:read',
      filters: DisputeFilters,
      item: Dispute,
      sortKey: byTime,
    },
    ({ query, page }) => disputesNewestFirst(query, page),
  )

  backoffice.row(
    '/disputes/:id',
    {
      summary: 'One disputed acceptance',
      scope: 'staff:read',
      reply: StaffAcceptance,
      missing: 'remitos/acceptance-not-found',
      shape,
    },
    ({ params }) => acceptanceById(params.id),
  )

  backoffice.document(
    '/disputes/:id/pdf',
    { ...proofPdf(deps.files, 'remitos/acceptance-not-found'), scope: 'staff:read' },
    ({ params }, db) => readProof(deps, 'remitos/acceptance-not-found')(db, null, disputeToProve(params.id)),
  )

  backoffice.post(
    '/disputes/:id/settle',
    {
      summary: 'Settle a dispute',
      description: 'Says in a note what was agreed. Nothing else changes.',
      scope: 'staff:orders',
      status: 200,
      body: SettledDispute,
      reply: StaffAcceptance,
      problems: ['remitos/acceptance-not-found', 'remitos/not-disputed'],
    },
    async ({ tx, by, params, body }) => shape(await settleDispute(tx, by, params.id, body.note)),
  )
}
