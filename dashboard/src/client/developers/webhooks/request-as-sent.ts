// The request of one attempt, as the receiver got it. The signature is not stored: each attempt computes it from the
// time, the body and the secret.
import type { WebhookDeliveryDetail } from '@anden/sdk'

export function headersAsSent(
  url: string,
  { id, event_id, event_type }: WebhookDeliveryDetail,
  attempt: { number: number; started_at: string },
): string {
  const { host, pathname, search } = new URL(url)
  const time = Math.floor(Date.parse(attempt.started_at) / 1000)
  return [
    `POST ${pathname}${search}`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'User-Agent: Anden-Webhooks/1',
    `Service-Event-Id: evt_${event_id}`,
    `Service-Event-Type: ${event_type}`,
    `Service-Delivery-Id: ${id}`,
    `Service-Delivery-Attempt: ${attempt.number}`,
    `Service-Signature: t=${time},v1=…`,
    `webhook-id: evt_${event_id}`,
    `webhook-timestamp: ${time}`,
    'webhook-signature: v1,…',
  ].join('\n')
}

/** Indents JSON for reading. Any other text is returned unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
