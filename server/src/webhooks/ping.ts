// A test ping: one attempt, now, under the same guard and limits as any delivery. It counts nowhere.
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/pool.ts'
import type { Clock } from '../deps.ts'
import { throwProblem } from '../http/problems.ts'
import type { KeyRing } from './key-ring.ts'
import { endpointToPing } from './queries.ts'
import { sendParcel } from './request.ts'
import type { Sender } from './send.ts'

export type PingTools = { db: Db; ring: KeyRing; sender: Sender; clock: Clock }

export async function pingEndpoint(
  { db, ring, sender, clock }: PingTools,
  clientId: string,
  endpointId: string,
) {
  const endpoint =
    (await db.maybeOne(endpointToPing(clientId, endpointId))) ?? throwProblem('webhooks/not-found')
  const envelopeId = `evt_test_${uuidv7()}`
  const body = JSON.stringify({
    id: envelopeId,
    type: 'webhook.test',
    created_at: new Date(clock()).toISOString(),
    api_version: 'v1',
    data: { object: { message: 'This is a test of your webhook endpoint.', endpoint_id: endpointId } },
  })
  const outcome = await sendParcel(sender, ring, endpoint, {
    envelopeId,
    type: 'webhook.test',
    deliveryId: uuidv7(),
    attempt: 1,
    body,
    unixSeconds: Math.floor(clock() / 1000),
  })
  return {
    succeeded: outcome.succeeded,
    response_status: outcome.responseStatus,
    duration_ms: outcome.durationMs,
    error: outcome.error,
  }
}
