// Samples of events, sent as tests to the endpoints of a client.
import { type EventType, eventTypes } from '@anden/contract'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { answering } from '../../tests/harness/receiver.ts'
import { sql } from '../db/sql.ts'
import { eventSample } from '../openapi/event-samples.ts'
import { createSender } from './send.ts'
import { keyRing } from './sign.ts'
import { triggerEvent } from './test-event.ts'

const receiver = await useReceiver(answering(200, 'received'))
const webhooks = await useWebhooks()
const { db, clock, secrets } = webhooks.service.deps
const deps = { db, clock, sender: webhooks.sender, ring: keyRing(secrets) }
const client = await webhooks.aSubscriber(receiver.url, eventTypes)
const { webhooks: stripe } = new Stripe('sk_test_unused')

const trigger = (type: EventType, endpointId: string | null = null, by = deps) =>
  triggerEvent(by, { clientId: client.id, endpointId, ...eventSample(type, clock()) })
const receivedAfter = async <Result>(work: () => Promise<Result>) => {
  const count = receiver.received.length
  return { result: await work(), received: receiver.received.slice(count) }
}
/** Everything that a trigger could leave behind. */
const traces = () =>
  db.one(sql<{ events: number; deliveries: number; audited: number; ledger: number }>`
    select (select count(*) from events) as events, (select count(*) from deliveries) as deliveries,
      (select count(*) from audit_entries) as audited, (select count(*) from stock_ledger) as ledger`)

test.each(eventTypes)('%s arrives signed, marked as a test, and changes nothing', async (type) => {
  const before = [await traces(), await client.endpoint()]
  const sample = eventSample(type, clock())
  const { result, received } = await receivedAfter(() =>
    triggerEvent(deps, { clientId: client.id, endpointId: null, ...sample }),
  )
  expect(result).toEqual({
    id: expect.stringMatching(/^evt_test_[0-9a-f-]{36}$/),
    type,
    deliveries: [
      {
        endpoint_id: client.webhookId,
        url: receiver.url,
        succeeded: true,
        response_status: 200,
        duration_ms: expect.any(Number),
        error: null,
        failure: null,
        response_excerpt: 'received',
      },
    ],
  })
  expect(received).toHaveLength(1)
  const { body = '', headers = {} } = received[0] ?? {}
  const event = stripe.constructEvent(body, String(headers['service-signature']), client.secret)
  expect(event).toEqual({
    id: result.id,
    type,
    created_at: expect.stringMatching(/Z$/),
    api_version: 'v1',
    livemode: true,
    data: { object: sample.object },
  })
  expect(headers).toMatchObject({
    'service-event-id': result.id,
    'service-event-type': type,
    'webhook-id': result.id,
    'service-delivery-attempt': '1',
  })
  expect([await traces(), await client.endpoint()]).toEqual(before)
})

test('goes to every active endpoint that subscribes to the type, with the same id, and to no other', async () => {
  const path = (name: string) => `${receiver.url}/${name}`
  const add = async (name: string, events: readonly EventType[]) =>
    (await client.portal.post('/webhooks', { url: path(name), events })).body.id as string
  await add('second', ['lot.created', 'lot.depleted'])
  await add('other-type', ['lot.expiring'])
  const paused = await add('paused', ['lot.created'])
  await client.portal.patch(`/webhooks/${paused}`, { status: 'paused' })

  const { received } = await receivedAfter(() => trigger('lot.created'))
  expect(received.map((one) => one.path).sort()).toEqual(['/hooks', '/hooks/second'])
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)

  const named = await receivedAfter(() => trigger('lot.created', paused))
  expect(named.received.map((one) => one.path)).toEqual(['/hooks/paused'])
})

test('is signed with both secrets while a rotation overlaps', async () => {
  const { body: rotated } = await client.portal.post(`${client.path}/rotate-secret`, { overlap_seconds: 600 })
  const { received } = await receivedAfter(() => trigger('payment.received', client.webhookId))
  const { body = '', headers = {} } = received[0] ?? {}
  for (const secret of [client.secret, rotated.signing_secret]) {
    stripe.constructEvent(body, String(headers['service-signature']), secret)
  }
})

test("never goes to another client's endpoint", async () => {
  const other = await webhooks.aSubscriber(receiver.url, eventTypes)
  const { result, received } = await receivedAfter(() => trigger('order.created', other.webhookId))
  expect([result.deliveries, received]).toEqual([[], []])
})

test('a failure says why and counts as none', async () => {
  const before = await client.endpoint()
  receiver.respond(answering(503, 'closed for the day'))
  const { deliveries } = await trigger('order.created', client.webhookId)
  expect(deliveries).toMatchObject([
    { succeeded: false, response_status: 503, error: 'HTTP 503', response_excerpt: 'closed for the day' },
  ])
  expect(await client.endpoint()).toEqual(before)
  receiver.respond(answering(200, 'received'))
})

test('the address guard is the one of real deliveries', async () => {
  const guarded = createSender({ timeoutMs: 10_000, allowPrivate: false })
  const { result, received } = await receivedAfter(() =>
    trigger('order.created', client.webhookId, { ...deps, sender: guarded }),
  )
  await guarded.close()
  expect(result.deliveries).toMatchObject([
    { succeeded: false, response_status: null, error: expect.stringMatching(/^address not allowed/) },
  ])
  expect(received).toEqual([])
})
