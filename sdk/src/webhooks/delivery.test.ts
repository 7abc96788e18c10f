// A receiver of the SDK in Express, and the service that delivers to it: real events, retries and rotations.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useWebhooks } from '../../../server/tests/harness/prologue.ts'
import { until } from '../../../server/tests/harness/until.ts'
import { expressWebhook } from './express.ts'
import { type AndenEvent, isTestEvent } from './index.ts'

const secrets: string[] = []
const handled: AndenEvent[] = []
const errors: unknown[] = []
let failures = 0
beforeEach(() => {
  handled.length = 0
  errors.length = 0
  failures = 0
})

function handler(event: AndenEvent) {
  handled.push(event)
  if (failures-- > 0) throw new Error('the database is away')
}
// The secret is known only once the endpoint exists, so the receiver is made for each request.
const app = express().post('/hooks', (request, response) =>
  expressWebhook({ secret: secrets, onError: (error) => errors.push(error) }, handler)(request, response),
)
const server = createServer(app)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const webhooks = await useWebhooks({ webhooks: { retryScheduleSeconds: [0, 0.05, 0.05] } })
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
const client = await webhooks.aSubscriber(url)
secrets.push(client.secret)
webhooks.aWorker()

const statusOf = async () => (await client.newestDelivery()).status

test('gets a real event, typed and verified', async () => {
  await webhooks.pay(client)
  await until('it is delivered', async () => (await statusOf()) === 'succeeded')
  const [event] = handled
  expect(event?.type === 'payment.received' && event.data.object.payment_method).toBe('qr')
  expect(event && isTestEvent(event)).toBe(false)
})

test('gets an event again, with the same id, after its handler has thrown', async () => {
  failures = 1
  await webhooks.pay(client)
  await until('it is delivered', async () => (await statusOf()) === 'succeeded')
  expect(handled.map(({ id }) => id)).toEqual([handled[0]?.id, handled[0]?.id])
  expect((await client.newestDelivery()).attempts).toBe(2)
  expect(errors).toEqual([Error('the database is away')])
})

test('accepts deliveries with the old secret and with the new one while a rotation overlaps', async () => {
  const { body } = await client.portal.post(`${client.path}/rotate-secret`, { overlap_seconds: 600 })
  await webhooks.pay(client)
  await until('it is delivered', async () => (await statusOf()) === 'succeeded')
  secrets.splice(0, 1, body.signing_secret)
  await webhooks.pay(client)
  await until('both are handled', () => handled.length === 2)
  expect(errors).toEqual([])
})

test('answers the test ping itself, and a delivery that is signed with another secret with 400', async () => {
  const { api } = await client.aUser()
  const ping = await api.post(`${client.path}/test`)
  expect(ping.body).toMatchObject({ succeeded: true, response_status: 200 })
  secrets.splice(0, 1, `whsec_${'0'.repeat(64)}`)
  expect((await api.post(`${client.path}/test`)).body).toMatchObject({
    succeeded: false,
    response_status: 400,
    response_excerpt: expect.stringContaining('"reason":"no-match"'),
  })
  expect(handled).toEqual([])
})
