// The other direction: what the service sends, described under `webhooks`.
import { type EventType, eventPayloads, OneOf, Timestamp } from '@anden/contract'
import { Type } from 'typebox'
import { exampleOf } from './example.ts'

const causes: Record<EventType, string> = {
  'order.created': 'The client created an order',
  'order.approved': 'The warehouse approved an order',
  'order.rejected': 'The warehouse rejected an order',
  'order.in_preparation': 'An order is being prepared',
  'order.in_transit': 'An order is on its way',
  'order.delivered': 'An order was delivered',
  'order.failed_delivery': 'A delivery attempt failed',
  'order.cancelled': 'An order was cancelled',
  'remito.created': 'A remito (ingreso or egreso) was issued',
  'remito.voided': 'A remito was voided',
  'payment.received': 'A payment was recorded',
  'credit_note.issued': 'A credit note was issued',
  'stock.changed': 'The stock of a product changed, for any cause',
  'lot.created': 'A new lot exists',
  'lot.depleted': 'A lot went from more than 0 to 0',
  'lot.expiring': 'Daily at 08:00 UTC, for each lot with goods in it that expires within 30 days',
}

const sent = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
})

const headers = [
  sent(
    'Service-Signature',
    '`t=<unix_ts>,v1=<hmac_hex>`: HMAC-SHA256 of `<unix_ts>.<raw body>` under the signing secret. A second `v1` while two secrets overlap. Refuse a timestamp that is more than 300 s off, and compare in constant time',
    't=1793627110,v1=8d2c1f…',
  ),
  sent(
    'Service-Event-Id',
    "The envelope's `id`: process each one once",
    'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  ),
  sent('Service-Event-Type', "The envelope's `type`", 'stock.changed'),
  sent('Service-Delivery-Id', 'The delivery, as in its history', '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'),
  sent('Service-Delivery-Attempt', 'From 1', '1'),
  sent(
    'webhook-id',
    'Standard Webhooks: the same as Service-Event-Id',
    'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  ),
  sent('webhook-timestamp', 'Standard Webhooks', '1793627110'),
  sent('webhook-signature', 'Standard Webhooks', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
]

export function describeWebhooks(refer: (schema: unknown) => unknown) {
  return Object.fromEntries(
    (Object.keys(eventPayloads) as EventType[]).map((type) => [type, { post: operation(type, refer) }]),
  )
}

function operation(type: EventType, refer: (schema: unknown) => unknown) {
  const envelope = Type.Object({
    id: Type.String({ examples: ['evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'] }),
    type: OneOf([type]),
    created_at: Timestamp,
    api_version: OneOf(['v1']),
    data: Type.Object({ object: eventPayloads[type] }),
  })
  return {
    operationId: `on${type.replace(/(^|[._])(\w)/g, (_match, _dot, letter: string) => letter.toUpperCase())}`,
    summary: causes[type],
    tags: ['webhooks'],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refer(envelope), example: exampleOf(envelope) } },
    },
    responses: {
      '2XX': { description: 'Received. Answer within 10 seconds' },
      default: {
        description:
          'Anything else, or no answer in time: it is sent again, 7 attempts in all over about 33 hours',
      },
    },
  }
}
