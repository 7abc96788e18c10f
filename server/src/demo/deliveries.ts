// An endpoint with a past: it took most of what it was sent, then failed ten times in a row and was paused.
// It lies at a reserved name and is paused before anybody could claim for it: nothing is ever really sent.

import { randomUUID } from 'node:crypto'
import { eventTypes } from '@anden/contract'
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Author } from '../http/route.ts'
import type { SecretKeys } from '../secrets.ts'
import { addEndpoint } from '../webhooks/endpoints.ts'
import { type AttemptResult, recordIn } from '../webhooks/record.ts'

const policy = {
  retryScheduleSeconds: [0, 30, 300],
  timeoutMs: 10_000,
  concurrency: 1,
  pauseAfter: 10,
  allowPrivate: false,
}

export async function addDemoEndpoint(tx: Transaction, by: Author, clientId: string, secrets: SecretKeys) {
  const given = {
    url: `https://erp.${clientId.slice(-4)}.example/webhooks`,
    events: eventTypes,
    description: 'ERP',
  }
  const { id } = await addEndpoint(tx, by, clientId, given, secrets)
  return id
}

export async function playDeliveries(tx: Transaction, endpointId: string): Promise<void> {
  const lease = randomUUID()
  const pending = await tx.rows(leaseAll(endpointId, lease))
  const results = pending.map(({ id }, index): AttemptResult => {
    const succeeded = index < pending.length - policy.pauseAfter
    return {
      deliveryId: id,
      endpointId,
      lease,
      attempts: 0,
      succeeded,
      responseStatus: succeeded ? 200 : 503,
      durationMs: 40 + ((index * 37) % 160),
      error: succeeded ? null : 'HTTP 503',
      excerpt: succeeded ? 'ok' : 'Service Unavailable',
      // One after another, and none before there was anything to deliver.
      finishedAt: performance.now() - (pending.length - index),
    }
  })
  await recordIn(tx, results, policy, 0)
}

const leaseAll = (endpointId: string, lease: string) =>
  sql<{ id: string }>`
    with leased as (
      update deliveries set lease = ${lease}
      where endpoint_id = ${endpointId} and status = 'pending'
      returning id, event_id)
    select id from leased order by event_id`
