import { RemitoAcceptance } from '@anden/contract'
import type { FileLinks } from '../attachments/files.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { acceptanceToProve } from './proof/document.ts'
import { type ProofDeps, proofPdf, readProof } from './proof/route.ts'
import { acceptanceOfRemito } from './queries.ts'
import { forClient } from './read.ts'

export function acceptancesPortal(portal: Router<PortalPrincipal>, deps: ProofDeps, links: FileLinks) {
  // No topic, so it is not cached: every read signs new links.
  portal.row(
    '/remitos/:id/acceptance',
    {
      summary: 'How the recipient accepted the goods of a remito',
      description:
        'Who accepted, when by the clock of the phone and when the service got it, each line with what was accepted, missing, damaged and refused, and the signature and the photos by signed links.',
      scope: 'read:remitos',
      reply: RemitoAcceptance,
      missing: 'remitos/not-accepted',
      shape: forClient(links),
    },
    ({ client, params }) => acceptanceOfRemito(client.id, params.id),
  )

  portal.document(
    '/remitos/:id/acceptance/pdf',
    { ...proofPdf(deps.files, 'remitos/not-accepted'), scope: 'read:remitos' },
    ({ client, params }, db) =>
      readProof(deps, 'remitos/not-accepted')(db, client.id, acceptanceToProve(client.id, params.id)),
  )
}
