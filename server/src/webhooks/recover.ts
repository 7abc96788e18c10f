// Manual retries: one delivery, or everything that an endpoint missed.
import { recordAudit } from '../audit/record.ts'
import type { Author } from '../author.ts'
import type { Transaction } from '../db/pool.ts'
import { problem, throwProblem } from '../problem.ts'
import { lockDelivery, retryDelivery, retryMissed } from './delivery-queries.ts'
import { requireEndpoint } from './endpoints.ts'

async function requireActive(tx: Transaction, clientId: string, id: string) {
  const endpoint = await requireEndpoint(tx, clientId, id)
  if (endpoint.status === 'paused') throw problem('webhooks/endpoint-paused')
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
  tx.announce('deliveries')
  await recordAudit(tx, by, { clientId, action: 'deliveries.retry', subjectId: deliveryId })
  return { id: deliveryId, status: 'pending' as const }
}

/** Everything that an endpoint missed, in one transaction. */
export async function recoverMissed(
  tx: Transaction,
  by: Author,
  clientId: string,
  endpointId: string,
  { since, include_abandoned }: { since?: string | null; include_abandoned?: boolean },
) {
  await requireActive(tx, clientId, endpointId)
  let count = await tx.run(retryMissed(endpointId, 'failed', since ?? null))
  if (include_abandoned) count += await tx.run(retryMissed(endpointId, 'abandoned', since ?? null))
  if (count > 0) tx.announce('deliveries')
  await recordAudit(tx, by, { clientId, action: 'webhooks.recover', subjectId: endpointId, after: { count } })
  return { count }
}
