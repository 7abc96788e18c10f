// The test ping, from the portal and from the back office: one signed attempt that changes nothing.
import { expect, test } from 'vitest'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { answering } from '../../tests/harness/receiver.ts'
import { verifySignature } from './sign.ts'

const receiver = await useReceiver(answering(200, 'received'))
const webhooks = await useWebhooks()
const client = await webhooks.aSubscriber(receiver.url)
const { api } = await client.aUser()
const before = await client.endpoint()

test.each([
  ['the portal', () => api.post(`${client.path}/test`)],
  ['the back office', () => webhooks.staff.post(`/clients/${client.id}${client.path}/test`)],
])('%s sends one signed webhook.test and returns what the receiver answered', async (_, ping) => {
  const count = receiver.received.length
  const answer = await ping()
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      succeeded: true,
      response_status: 200,
      duration_ms: expect.any(Number),
      error: null,
      failure: null,
      response_excerpt: 'received',
    },
  ])
  expect(receiver.received).toHaveLength(count + 1)
  const { body = '', headers } = receiver.received[count] ?? {}
  const envelope = JSON.parse(body)
  expect(envelope).toMatchObject({
    type: 'webhook.test',
    data: { object: { endpoint_id: client.webhookId } },
  })
  expect(envelope.id).toMatch(/^evt_test_/)
  const signature = String(headers?.['service-signature'])
  const nowSeconds = Date.now() / 1000
  expect(verifySignature(signature, { secret: client.secret, body, nowSeconds })).toEqual({ valid: true })
  expect(await client.endpoint()).toEqual(before)
  expect(await client.deliveries()).toEqual([])
})

test.each([
  ['the portal', () => api.post(`${client.path}/test`, { type: 'order.approved' })],
  [
    'the back office',
    () => webhooks.staff.post(`/clients/${client.id}${client.path}/test`, { type: 'order.approved' }),
  ],
])('%s sends a signed sample of an event, marked as a test, that counts nowhere', async (_, send) => {
  const count = receiver.received.length
  expect((await send()).body).toMatchObject({ succeeded: true, response_status: 200 })
  const { body = '', headers } = receiver.received[count] ?? {}
  expect(JSON.parse(body)).toMatchObject({
    id: expect.stringMatching(/^evt_test_/),
    type: 'order.approved',
    data: { object: { status: 'approved', previous_status: 'pending' } },
  })
  const signature = String(headers?.['service-signature'])
  const nowSeconds = Date.now() / 1000
  expect(verifySignature(signature, { secret: client.secret, body, nowSeconds })).toEqual({ valid: true })
  expect(await client.endpoint()).toEqual(before)
  expect(await client.deliveries()).toEqual([])
})

test('an unknown type is refused, and nothing is sent', async () => {
  const count = receiver.received.length
  const answer = await api.post(`${client.path}/test`, { type: 'order.aproved' })
  expectProblem(answer, 'validation/invalid-body')
  expect(receiver.received).toHaveLength(count)
})

test('a ping that fails says why, with what the receiver answered', async () => {
  receiver.respond(answering(503, 'closed for the day'))
  const { body } = await api.post(`${client.path}/test`)
  expect(body).toMatchObject({
    succeeded: false,
    response_status: 503,
    error: 'HTTP 503',
    failure: { code: 'http_status', params: { status: 503 } },
    response_excerpt: 'closed for the day',
  })
  expect(await client.endpoint()).toEqual(before)
})

test("a client cannot ping another client's endpoint", async () => {
  const other = await (await webhooks.service.aClient()).aUser()
  const count = receiver.received.length
  expectProblem(await other.api.post(`${client.path}/test`), 'webhooks/not-found')
  expect(receiver.received).toHaveLength(count)
})
