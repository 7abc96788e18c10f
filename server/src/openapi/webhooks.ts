// Describes the requests that the service sends, under `webhooks` of the OpenAPI document.
import { type EventType, eventPayloads, Id, OneOf, Timestamp, Type } from '@anden/contract'
import type { TSchema } from 'typebox'
import { eventSample } from './event-samples.ts'
import { exampleOf } from './example.ts'
import type { FigureTexts } from './figures.ts'

const causes: Record<EventType, string> = {
  'order.created': 'The client created an order',
  'order.approved': 'The warehouse approved an order',
  'order.rejected': 'The warehouse rejected an order',
  'order.in_preparation': 'An order is being prepared',
  'order.in_transit': 'An order is in transit',
  'order.delivered': 'An order was delivered',
  'order.failed_delivery': 'A delivery attempt failed',
  'order.cancelled': 'An order was cancelled',
  'remito.created': 'A remito (ingreso or egreso) was issued',
  'remito.voided': 'A remito was voided',
  'payment.received': 'A payment was recorded',
  'credit_note.issued': 'A credit note was issued',
  'stock.changed': 'The stock of a product changed, for any cause',
  'lot.created': 'A lot was created',
  'lot.depleted': 'The quantity of a lot went from more than 0 to 0',
  'lot.expiring': 'Daily at 08:00 UTC, for each lot with a quantity above 0 that expires within 30 days',
  'lot.held': 'The warehouse put a lot on hold: it is neither picked nor available',
  'lot.released': 'The warehouse released a lot that was on hold',
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
})

const headers = [
  header(
    'Service-Signature',
    '`t=<unix_ts>,v1=<hmac_hex>`: HMAC-SHA256 of `<unix_ts>.<raw body>`, keyed with the signing secret. There is a second `v1` while two secrets overlap. Reject a timestamp that is more than 300 s off, and compare in constant time',
    't=1793627110,v1=8d2c1f…',
  ),
  header(
    'Service-Event-Id',
    "The envelope's `id`: process each one once",
    'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  ),
  header('Service-Event-Type', "The envelope's `type`", 'stock.changed'),
  header(
    'Service-Delivery-Id',
    'The `id` of the delivery in the delivery history',
    '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  ),
  header('Service-Delivery-Attempt', 'Number of the attempt, starting at 1', '1'),
  header(
    'webhook-id',
    'Standard Webhooks: same as Service-Event-Id',
    'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  ),
  header('webhook-timestamp', 'Standard Webhooks: Unix time of the attempt', '1793627110'),
  header(
    'webhook-signature',
    'Standard Webhooks: signature',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

type SentEvent = {
  type: string
  id: string
  summary: string
  payload: TSchema
  example: unknown
  description?: string
}

/** When the samples in the reference happened: the contract's example of a timestamp. */
const sampleMs = Date.parse(String(exampleOf(Timestamp)))

const events: SentEvent[] = (Object.keys(eventPayloads) as EventType[]).map((type) => ({
  type,
  id: 'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  summary: causes[type],
  payload: eventPayloads[type],
  example: eventSample(type, sampleMs).object,
}))

const PingPayload = Type.Object({
  message: Type.String({ examples: ['This is a test of your webhook endpoint.'] }),
  endpoint_id: Id,
})

const testPing: SentEvent = {
  type: 'webhook.test',
  id: 'evt_test_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  summary: 'A test ping, sent manually',
  description:
    'It cannot be subscribed to, is attempted once, and counts neither as a success nor as a failure. Verify its signature and respond with 2xx, but do not treat it as a business event.',
  payload: PingPayload,
  example: exampleOf(PingPayload),
}

export function describeWebhooks(refer: (schema: unknown) => unknown, figures: FigureTexts) {
  return Object.fromEntries(
    [...events, testPing].map((event) => [event.type, { post: operation(event, refer, figures) }]),
  )
}

function operation(
  { type, id, summary, description, payload, example }: SentEvent,
  refer: (schema: unknown) => unknown,
  { receiverTimeout, attempts }: FigureTexts,
) {
  const envelope = Type.Object({
    id: Type.String({ examples: [id] }),
    type: OneOf([type]),
    created_at: Timestamp,
    api_version: OneOf(['v1']),
    data: Type.Object({ object: payload }),
  })
  const envelopeExample = { ...(exampleOf(envelope) as object), data: { object: example } }
  return {
    operationId: `on${type.replace(/(^|[._])(\w)/g, (_match, _dot, letter: string) => letter.toUpperCase())}`,
    summary,
    ...(description ? { description } : {}),
    tags: ['webhooks'],
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refer(envelope), example: envelopeExample } },
    },
    responses: {
      '2XX': { description: `Received. Respond within ${receiverTimeout}` },
      default: {
        description:
          type === testPing.type
            ? 'Any other status, or no response in time: the test failed and is not retried'
            : `Any other status, or no response in time: the delivery is retried, ${attempts} in total`,
      },
    },
  }
}
