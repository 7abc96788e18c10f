// What goes over the wire: the same body at each attempt, signed anew with the time of the attempt.
import type { KeyRing } from './key-ring.ts'
import type { EndpointToSend } from './queries.ts'
import type { Request } from './send.ts'
import { signatureHeaders } from './sign.ts'

export type Parcel = {
  envelopeId: string
  type: string
  deliveryId: string
  attempt: number
  body: string
  unixSeconds: number
}

/** Throws UnreadableSecretError where the secret was sealed under another SECRET_KEY. */
export function deliveryRequest(ring: KeyRing, endpoint: EndpointToSend, parcel: Parcel): Request {
  return {
    url: endpoint.url,
    body: parcel.body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Anden-Webhooks/1',
      'Service-Event-Id': parcel.envelopeId,
      'Service-Event-Type': parcel.type,
      'Service-Delivery-Id': parcel.deliveryId,
      'Service-Delivery-Attempt': String(parcel.attempt),
      ...signatureHeaders(ring.keysOf(endpoint), parcel),
    },
  }
}
