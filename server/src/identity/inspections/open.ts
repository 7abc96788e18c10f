// Seeing the portal as a client sees it. Who looked at which client, and when, is in the audit log; the requests
// themselves are reads, and are not in the client's log of requests.
import type { Inspection } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../audit/record.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Author } from '../../deps.ts'
import { requireClient } from '../clients.ts'
import { openInspection } from './queries.ts'

const inspectionMs = 3_600_000

type Inspected = { sessionId: string; clientId: string; now: number }

export async function inspectClient(
  tx: Transaction,
  by: Author,
  { sessionId, clientId, now }: Inspected,
): Promise<Inspection> {
  await requireClient(tx, clientId)
  const expiresAt = new Date(now + inspectionMs).toISOString()
  const inspection = await tx.one(openInspection({ id: uuidv7(), sessionId, clientId, expiresAt }))
  recordAudit(tx, by, {
    clientId,
    action: 'clients.inspect',
    subjectId: clientId,
    after: { expires_at: expiresAt },
  })
  return inspection
}
