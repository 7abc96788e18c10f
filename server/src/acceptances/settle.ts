import { recordAudit } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import { type AcceptanceDetail, acceptanceById, lockDispute, openDisputes, settle } from './queries.ts'

export async function settleDispute(
  tx: Transaction,
  by: Author,
  id: string,
  note: string,
): Promise<AcceptanceDetail> {
  const dispute = (await tx.maybeOne(lockDispute(id))) ?? throwProblem('remitos/acceptance-not-found')
  if (dispute.dispute !== 'open') throw problem('remitos/not-disputed')
  tx.pipeline(settle(id, by.actor, note))
  recordAudit(tx, by, {
    clientId: dispute.client_id,
    action: 'remitos.settle',
    subjectId: dispute.remito_id,
    after: { acceptance_id: id, note },
  })
  return tx.one(acceptanceById(id))
}

/** How many wait, for the start page of the staff. */
export const disputesToSettle = (at: Queryable) => at.one(openDisputes)
