// A test ping: one immediate attempt, under the same guard and limits as any delivery. It affects no counter.
import { uuidv7 } from 'uuidv7'
import type { Clock } from '../app/deps.ts'
import type { Db } from '../db/pool.ts'
import { problem, throwProblem } from '../problem.ts'
import { type KeyRing, UnreadableSecretError } from './key-ring.ts'
import { type EndpointToSend, endpointToPing } from './queries.ts'
import { type Message, signedRequest } from './request.ts'
import type { DeliveryRequest, Sender } from './send.ts'

export type PingDeps = { db: Db; ring: KeyRing; sender: Sender; clock: Clock }

export const pingDescription =
  'One attempt to send `webhook.test`, with the same address guard and limits as any delivery. It does not count as a success or a failure.'

export async function pingEndpoint(
  { db, ring, sender, clock }: PingDeps,
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
  const request = signPing(ring, endpoint, {
    envelopeId,
    type: 'webhook.test',
    deliveryId: uuidv7(),
    attempt: 1,
    body,
    unixSeconds: Math.floor(clock() / 1000),
  })
  const outcome = await sender.send(request)
  return {
    succeeded: outcome.succeeded,
    response_status: outcome.responseStatus,
    duration_ms: outcome.durationMs,
    error: outcome.error,
    response_excerpt: outcome.excerpt,
  }
}

/** An unreadable secret is a fault of the service and says nothing about the receiver. */
function signPing(ring: KeyRing, endpoint: EndpointToSend, message: Message): DeliveryRequest {
  try {
    return signedRequest(ring, endpoint, message)
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error
    throw problem('server/unavailable', {
      detail:
        'Nothing was sent: the service cannot read the signing secret of this endpoint. This is a fault of the service, not of the receiver.',
      headers: { 'retry-after': '30' },
    })
  }
}
