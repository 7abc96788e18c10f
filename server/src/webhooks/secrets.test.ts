import { Writable } from 'node:stream'
import { pino } from 'pino'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../db/sql.ts'
import { expectRefusal } from '../testing/problem-answers.ts'
import { type Receiver, startReceiver } from '../testing/receiver.ts'
import { type Subscriber, startWebhooks, type Webhooks } from '../testing/subscribers.ts'
import type { Worker } from './worker.ts'

let logged = ''
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  }),
)
let webhooks: Webhooks
let worker: Worker
let receiver: Receiver
beforeAll(async () => {
  webhooks = await startWebhooks({ log })
  worker = webhooks.aWorker()
})
afterAll(() => webhooks.stop())
beforeEach(async () => {
  receiver = await startReceiver()
  return () => receiver.stop()
})

const rotate = ({ portal, path }: Subscriber, body?: object) => portal.post(`${path}/rotate-secret`, body)

/** Somebody else's verification of the newest delivery: which of the secrets it holds under. */
async function verifiedBy(client: Subscriber, secrets: readonly string[]): Promise<boolean[]> {
  const before = receiver.received.length
  await webhooks.pay(client)
  worker.wake()
  await receiver.arrived(before + 1)
  await worker.settled()
  const { body = '', headers } = receiver.received.at(-1) ?? {}
  return secrets.map((secret) => {
    try {
      Stripe.webhooks.constructEvent(body, headers?.['service-signature'] ?? '', secret)
      return true
    } catch {
      return false
    }
  })
}

describe('POST /webhooks/{id}/rotate-secret', () => {
  test('answers with a new secret, which signs at once and alone', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    expect(await verifiedBy(client, [client.secret])).toEqual([true])
    for (const given of [undefined, {}, { overlap_seconds: 0 }]) {
      const { status, body } = await rotate(client, given)
      expect(status).toBe(200)
      expect(body).toEqual({
        id: client.webhookId,
        signing_secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
        signing_secret_warning: expect.any(String),
      })
      expect(await verifiedBy(client, [body.signing_secret, client.secret])).toEqual([true, false])
    }
  })

  test('lets the old secret sign beside the new for as long as it is told, and no longer', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const { body } = await rotate(client, { overlap_seconds: 3600 })
    const secrets = [body.signing_secret, client.secret]
    expect(await verifiedBy(client, secrets)).toEqual([true, true])
    await webhooks.db.run(sql`
      update webhook_endpoints set previous_secret_until = previous_secret_until - interval '1 hour'
      where id = ${client.webhookId}`)
    expect(await verifiedBy(client, secrets)).toEqual([true, false])
  })

  test('without an overlap ends one that is running', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    await rotate(client, { overlap_seconds: 604_800 })
    const { body } = await rotate(client)
    expect(await verifiedBy(client, [body.signing_secret, client.secret])).toEqual([true, false])
  })

  test.each([-1, 604_801, 1.5, '60', null])('refuses an overlap of %j', async (overlap_seconds) => {
    const client = await webhooks.aSubscriber(receiver.url)
    const answer = await rotate(client, { overlap_seconds })
    const { errors } = expectRefusal(answer, 'validation/invalid-body', { errors: expect.any(Array) })
    expect(errors[0].pointer).toBe('/overlap_seconds')
  })
})

describe('a signing secret', () => {
  test('is shown on creation and rotation, and is in no other answer, log line, audit entry or column', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const { body: rotated } = await rotate(client, { overlap_seconds: 60 })
    await verifiedBy(client, [])
    const { portal, path } = client
    const texts = [
      await portal.get('/webhooks'),
      await portal.get(path),
      await portal.patch(path, { description: 'ERP' }),
      await portal.get(`${path}/deliveries`),
      await portal.get('/events'),
      await webhooks.staff.get(`/clients/${client.id}/webhooks`),
      await webhooks.staff.post(`/clients/${client.id}/webhooks/${client.webhookId}/test`),
      await webhooks.staff.get(`/audit?client_id=${client.id}`),
    ].map(({ text }) => text)
    const rows = await webhooks.db.rows(sql<{ row: string }>`
      select concat(webhook_endpoints::text, encode(secret, 'escape'), encode(previous_secret, 'escape')) as row
      from webhook_endpoints
      union all select deliveries::text from deliveries
      union all select audit_entries::text from audit_entries`)
    expect(rows.length).toBeGreaterThan(4)
    expect(logged).toContain('"msg":"delivered"')
    for (const secret of [client.secret, rotated.signing_secret]) {
      const hex = Buffer.from(secret).toString('hex')
      for (const text of [...texts, ...rows.map(({ row }) => row), logged]) {
        expect(text).not.toContain(secret.slice('whsec_'.length))
        expect(text).not.toContain(hex.slice(12, 60))
      }
    }
    expect(logged).not.toContain('whsec_')
  })

  test('does not open under another endpoint: nothing is sent, until it is rotated', async () => {
    const [mine, other] = [await webhooks.aSubscriber(receiver.url), await webhooks.aSubscriber(receiver.url)]
    await webhooks.db.run(sql`
      update webhook_endpoints set secret = (select secret from webhook_endpoints where id = ${other.webhookId})
      where id = ${mine.webhookId}`)
    await webhooks.pay(mine)
    await worker.settled()
    const reason = 'the signing secret cannot be read: rotate it'
    expect(await mine.endpoint()).toMatchObject({ consecutive_failures: 1, last_failure_reason: reason })
    const ping = await webhooks.staff.post(`/clients/${mine.id}/webhooks/${mine.webhookId}/test`)
    expect(ping.body).toMatchObject({ succeeded: false, response_status: null, error: reason })
    expect(receiver.received).toEqual([])
    const { body } = await rotate(mine)
    expect(await verifiedBy(mine, [body.signing_secret])).toEqual([true])
  })
})
