// The HTTP request of one attempt. The body is the same for every attempt; the signature covers the attempt's time.

import { type EventPayload, type EventType, eventPayloads } from '@anden/contract'
import build from 'fast-json-stringify'
import type { LeasedDelivery } from './hand-over.ts'
import type { EndpointToSend } from './queries.ts'
import type { DeliveryRequest } from './send.ts'
import { type KeyRing, signatureHeaders } from './sign.ts'

export type Message = {
  envelopeId: string
  type: string
  deliveryId: string
  attempt: number
  body: string
  unixSeconds: number
}

/** Throws UnreadableSecretError if the secret was sealed under another SECRET_KEY. */
export function signedRequest(ring: KeyRing, endpoint: EndpointToSend, message: Message): DeliveryRequest {
  return {
    url: endpoint.url,
    body: message.body,
    headers: {
      ...ring.headersOf(endpoint),
      'Content-Type': 'application/json',
      'User-Agent': 'Anden-Webhooks/1',
      'Service-Event-Id': message.envelopeId,
      'Service-Event-Type': message.type,
      'Service-Delivery-Id': message.deliveryId,
      'Service-Delivery-Attempt': String(message.attempt),
      ...signatureHeaders(ring.keysOf(endpoint), message),
    },
  }
}

/** Throws UnreadableSecretError, as above. */
export function deliveryRequest(ring: KeyRing, delivery: LeasedDelivery, nowMs: number): DeliveryRequest {
  const { endpoint_id, url, secret, previous_secret, own_headers } = delivery
  const endpoint = { id: endpoint_id, url, secret, previous_secret, own_headers }
  return signedRequest(ring, endpoint, {
    envelopeId: `evt_${delivery.event_id}`,
    type: delivery.event_type,
    deliveryId: delivery.id,
    attempt: delivery.attempts + 1,
    body: delivery.body,
    unixSeconds: Math.floor(nowMs / 1000),
  })
}

// The JSON of a payload: exactly the fields of its schema, in their order.

/** Compiled for the first event of each type: compiling all of them takes 0.05 s of CPU time. */
const serializers: Partial<Record<EventType, (object: unknown) => string>> = {}

export function renderPayload<Type extends EventType>(type: Type, object: EventPayload<Type>): string {
  const serialize = serializers[type] ?? build(eventPayloads[type] as object)
  serializers[type] = serialize
  return serialize(object)
}
