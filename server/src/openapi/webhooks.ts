// Describes the requests that the service sends, under `webhooks` of the OpenAPI document.
import {
  eventPayloads,
  eventTexts,
  eventTypes,
  Id,
  livemode,
  Named,
  OneOf,
  Timestamp,
  Type,
  testEvent,
} from '@anden/contract'
import type { TSchema } from 'typebox'
import { exampleOf } from './components.ts'
import { eventSample } from './event-samples.ts'
import type { FigureTexts } from './texts.ts'

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

const events: SentEvent[] = eventTypes.map((type) => ({
  type,
  id: 'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  summary: eventTexts[type].en,
  payload: eventPayloads[type],
  example: eventSample(type, sampleMs).object,
}))

const PingPayload = Type.Object({
  message: Type.String({ examples: ['This is a test of your webhook endpoint.'] }),
  endpoint_id: Id,
})

const testPing: SentEvent = {
  type: testEvent.type,
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

/** `Order…Event` and so on: the envelope with the payload of one type. */
const envelopeOf = ({ type, id, payload }: Pick<SentEvent, 'type' | 'id' | 'payload'>) =>
  Named(`${pascalCase(type)}Event`, {
    id: Type.String({ examples: [id] }),
    type: OneOf([type]),
    created_at: Timestamp,
    api_version: OneOf(['v1']),
    livemode,
    data: Type.Object({ object: payload }),
  })

/** What the feed lists: `type` says which. */
export const eventOfEveryType = (refer: (schema: unknown) => unknown) => ({
  title: 'Event',
  description:
    'The envelope of an event, as the feed lists it and webhooks deliver it. `type` says what `data.object` is',
  anyOf: events.map((event) => refer(envelopeOf(event))),
})

const pascalCase = (type: string) =>
  type.replace(/(^|[._])(\w)/g, (_match, _dot, letter: string) => letter.toUpperCase())

function operation(
  { type, id, summary, description, payload, example }: SentEvent,
  refer: (schema: unknown) => unknown,
  { receiverTimeout, attempts }: FigureTexts,
) {
  const envelope = envelopeOf({ type, id, payload })
  const envelopeExample = { ...(exampleOf(envelope) as object), data: { object: example } }
  return {
    operationId: `on${pascalCase(type)}`,
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
