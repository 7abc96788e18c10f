// A test event: one immediate attempt, under the same guard and limits as any delivery, with an id that begins with
// `evt_test_`. It affects no counter and is not in the delivery history.
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/database.ts'
import type { Clock } from '../deps.ts'
import { problem } from '../problem.ts'
import { type KeyRing, UnreadableSecretError } from './key-ring.ts'
import type { EndpointToSend } from './queries.ts'
import { type Message, signedRequest } from './request.ts'
import type { DeliveryRequest, Sender } from './send.ts'

export type PingDeps = { db: Db; ring: KeyRing; sender: Sender; clock: Clock }

type TestEvent = { id: string; type: string; body: string }

/** `object` is the payload as JSON. */
export function createTestEvent(type: string, object: string, nowMs: number): TestEvent {
  const id = `evt_test_${uuidv7()}`
  const created = new Date(nowMs).toISOString()
  const body = `{"id":"${id}","type":"${type}","created_at":"${created}","api_version":"v1","data":{"object":${object}}}`
  return { id, type, body }
}

export async function sendTestEvent(
  { ring, sender, clock }: Pick<PingDeps, 'ring' | 'sender' | 'clock'>,
  endpoint: EndpointToSend,
  { id, type, body }: TestEvent,
) {
  const request = signTestEvent(ring, endpoint, {
    envelopeId: id,
    type,
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
function signTestEvent(ring: KeyRing, endpoint: EndpointToSend, message: Message): DeliveryRequest {
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
