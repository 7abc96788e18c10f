// One delivery to the receiver, with the headers and the body that the service would send.
import { createHmac, randomUUID } from 'node:crypto'
import type { AndenEvent } from '../generated/schemas.ts'
import { innermost } from '../innermost.ts'
import { sign } from '../webhooks/signature.ts'

/** As long as the service waits by default. */
const timeoutMs = 10_000

export type Forwarded = { event: AndenEvent; deliveryId: string; attempts: number }

/** What came of it, for people: `200`, or why there is no status. */
export async function forward(url: string, secret: string, sent: Forwarded): Promise<string> {
  sent.attempts += 1
  const { event, deliveryId, attempts } = sent
  // The feed has optional members last, a delivery has "data" last: the bytes are those of a delivery.
  const { data, ...envelope } = event
  const body = JSON.stringify({ ...envelope, data })
  const unixSeconds = Math.floor(Date.now() / 1_000)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Anden-Webhooks/1',
        'Service-Event-Id': event.id,
        'Service-Event-Type': event.type,
        'Service-Delivery-Id': deliveryId,
        'Service-Delivery-Attempt': String(attempts),
        ...(await sign(body, secret, { timestamp: unixSeconds })),
        'webhook-id': event.id,
        'webhook-timestamp': String(unixSeconds),
        'webhook-signature': `v1,${standardSignature(secret, `${event.id}.${unixSeconds}.${body}`)}`,
      },
    })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
      ? `no answer within ${timeoutMs / 1_000} s`
      : String(innermost(error))
  }
}

/** That of Standard Webhooks, whose libraries decode what follows the prefix of the secret as base64. */
const standardSignature = (secret: string, message: string) =>
  createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(message)
    .digest('base64')

export const newDelivery = (event: AndenEvent): Forwarded => ({
  event,
  deliveryId: randomUUID(),
  attempts: 0,
})
