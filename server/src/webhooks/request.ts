// What goes over the wire: the same body at each attempt, signed anew with the time of the attempt.
import type { KeyRing } from './key-ring.ts'
import type { EndpointToSend } from './queries.ts'
import type { Outcome, Sender } from './send.ts'
import { signatureHeaders } from './sign.ts'

export type Parcel = {
  envelopeId: string
  type: string
  deliveryId: string
  attempt: number
  body: string
  unixSeconds: number
}

/** One attempt. A secret that does not open was sealed under another SECRET_KEY. */
export async function sendParcel(
  sender: Sender,
  ring: KeyRing,
  endpoint: EndpointToSend,
  parcel: Parcel,
): Promise<Outcome> {
  try {
    return await sender.send(deliveryRequest(ring, endpoint, parcel))
  } catch {
    const error = 'the signing secret cannot be read: rotate it'
    return { succeeded: false, responseStatus: null, durationMs: 0, error, excerpt: null }
  }
}

function deliveryRequest(ring: KeyRing, endpoint: EndpointToSend, parcel: Parcel) {
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
