// Manual retries: one delivery, or everything that an endpoint missed.
import type { Recover } from '@anden/contract'
import { timestampOf } from '@anden/contract/validation'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, refuseMember, throwProblem } from '../problem.ts'
import { requireEndpoint } from './endpoints.ts'
import { announceDeliveries } from './hand-over.ts'
import {
  countMissed,
  endpointById,
  lockDelivery,
  type Missed,
  makeDue,
  retryDelivery,
  retryMissed,
} from './queries.ts'

export async function requireActive(tx: Transaction, clientId: string, id: string) {
  const endpoint = await requireEndpoint(tx, clientId, id)
  if (endpoint.status === 'paused') throw problem('webhooks/endpoint-paused')
  return endpoint
}

export async function retryOne(
  tx: Transaction,
  by: Author,
  clientId: string,
  endpointId: string,
  deliveryId: string,
) {
  const endpoint = await requireEndpoint(tx, clientId, endpointId)
  const delivery =
    (await tx.maybeOne(lockDelivery(clientId, endpointId, deliveryId))) ??
    throwProblem('deliveries/not-found')
  if (delivery.status !== 'failed' && delivery.status !== 'abandoned') {
    throw problem('webhooks/delivery-not-retryable', {
      detail: `Only a failed or abandoned delivery can be retried; this one is ${delivery.status}.`,
      current_status: delivery.status,
    })
  }
  if (endpoint.status === 'paused') throw problem('webhooks/endpoint-paused')
  await tx.run(retryDelivery(deliveryId))
  announceDeliveries(tx)
  recordAudit(tx, by, { clientId, action: 'deliveries.retry', subjectId: deliveryId })
  return { id: deliveryId, status: 'pending' as const }
}

/** What the endpoints of a client are to be sent later is due now. The schedule goes on from there. */
export async function stopWaiting(tx: Transaction, clientId: string): Promise<void> {
  if ((await tx.run(makeDue(clientId))) > 0) announceDeliveries(tx)
}

/** Everything that an endpoint missed, or the selected part of it, in one transaction. */
export async function recoverMissed(
  tx: Transaction,
  by: Author,
  clientId: string,
  endpointId: string,
  selection: Recover,
) {
  const missed = missedBy(endpointId, selection)
  if (selection.dry_run) return countAll(tx, clientId, endpointId, missed)
  await requireActive(tx, clientId, endpointId)
  let count = 0
  for (const one of missed) count += await tx.run(retryMissed(one))
  if (count > 0) announceDeliveries(tx)
  recordAudit(tx, by, { clientId, action: 'webhooks.recover', subjectId: endpointId, after: { count } })
  return { count }
}

/** A paused endpoint is counted, too: how much it missed is worth knowing before it is re-activated. */
async function countAll(tx: Transaction, clientId: string, endpointId: string, missed: readonly Missed[]) {
  if (!(await tx.maybeOne(endpointById(clientId, endpointId)))) throw problem('webhooks/not-found')
  let total = 0
  for (const one of missed) total += (await tx.one(countMissed(one))).count
  return { count: total }
}

function missedBy(endpointId: string, { event_types, include_abandoned, ...range }: Recover): Missed[] {
  const since = range.since ? timestampOf(range.since) : null
  const until = range.until ? timestampOf(range.until) : null
  if (since !== null && until !== null && since > until) refuseMember('/until', fault('until_before_since'))
  const statuses = include_abandoned ? (['failed', 'abandoned'] as const) : (['failed'] as const)
  return statuses.flatMap((status) =>
    (event_types ?? [null]).map((eventType) => ({ endpointId, status, eventType, since, until })),
  )
}
