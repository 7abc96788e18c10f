// A test event: one immediate attempt, under the same guard and limits as any delivery, with an id that begins with
// `evt_test_`. It affects no counter and is not in the delivery history.

import type { EventPayload, EventType } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/database.ts'
import { isLive } from '../db/environment.ts'
import type { Clock } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import { type EndpointToSend, endpointsToTrigger, endpointToTest } from './queries.ts'
import { type Message, renderPayload, signedRequest } from './request.ts'
import type { DeliveryRequest, Sender } from './send.ts'
import { type KeyRing, UnreadableSecretError } from './sign.ts'

export type PingDeps = { db: Db; ring: KeyRing; sender: Sender; clock: Clock }

type TestEvent = { id: string; type: string; body: string }

/** `object` is the payload as JSON. */
function createTestEvent(clientId: string, type: string, object: string, nowMs: number): TestEvent {
  const id = `evt_test_${uuidv7()}`
  const created = new Date(nowMs).toISOString()
  const body = `{"id":"${id}","type":"${type}","created_at":"${created}","api_version":"v1","livemode":${isLive(clientId)},"data":{"object":${object}}}`
  return { id, type, body }
}

async function sendTestEvent(
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
    failure: outcome.failure,
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

// A test of an endpoint: the event `webhook.test`, which exists for no other purpose, or a sample of a real event.
export const pingDescription =
  'One attempt to send `webhook.test`, or a sample of the event in `type`, with the same address guard and limits as any delivery. It does not count as a success or a failure. The id of the event starts with `evt_test_`.'

export type TestDeps = PingDeps & {
  sampleOf: (type: EventType, nowMs: number) => { object: EventPayload<EventType> }
}

export async function pingEndpoint(
  deps: TestDeps,
  clientId: string,
  endpointId: string,
  type: EventType | undefined,
) {
  const endpoint =
    (await deps.db.maybeOne(endpointToTest(clientId, endpointId))) ?? throwProblem('webhooks/not-found')
  const now = deps.clock()
  const payload = type ? renderPayload(type, deps.sampleOf(type, now).object) : pingPayload(endpointId)
  return sendTestEvent(deps, endpoint, createTestEvent(clientId, type ?? 'webhook.test', payload, now))
}

const pingPayload = (endpointId: string) =>
  JSON.stringify({ message: 'This is a test of your webhook endpoint.', endpoint_id: endpointId })

// Sends a sample of an event to a client's endpoints, as a test event: nothing is published or recorded. Each endpoint
// gets the same bytes, as with a real event.
export type Trigger<Type extends EventType = EventType> = {
  clientId: string
  /** null: every active endpoint that subscribes to the type. */
  endpointId: string | null
  type: Type
  object: EventPayload<Type>
}

export async function triggerEvent(deps: PingDeps, { clientId, endpointId, type, object }: Trigger) {
  const endpoints = await deps.db.rows(
    endpointId === null ? endpointsToTrigger(clientId, type) : endpointToTest(clientId, endpointId),
  )
  const event = createTestEvent(clientId, type, renderPayload(type, object), deps.clock())
  const deliveries = await Promise.all(
    endpoints.map(async (endpoint) => ({
      endpoint_id: endpoint.id,
      url: endpoint.url,
      ...(await sendTestEvent(deps, endpoint, event)),
    })),
  )
  return { id: event.id, type, deliveries }
}
