import { Writable } from 'node:stream'
import { pino } from 'pino'
import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import type { Subscriber } from '../../tests/harness/subscribers.ts'
import { sql } from '../db/sql.ts'

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
let receiver: Receiver
const webhooks = await useWebhooks({ log, webhooks: { faultRetryMs: 20 } })
const worker = webhooks.aWorker()
beforeEach(async () => {
  receiver = await startReceiver()
  return () => receiver.stop()
})

const rotate = ({ portal, path }: Subscriber, body?: object) => portal.post(`${path}/rotate-secret`, body)

/** Which of these secrets verify the newest delivery, by a third-party library. */
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
  test('returns a new secret, which alone signs from then on', async () => {
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

  test('signs with both secrets during the overlap, and only then', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const { body } = await rotate(client, { overlap_seconds: 3600 })
    const secrets = [body.signing_secret, client.secret]
    expect(await verifiedBy(client, secrets)).toEqual([true, true])
    await webhooks.db.run(sql`
      update webhook_endpoints set previous_secret_until = previous_secret_until - interval '1 hour'
      where id = ${client.webhookId}`)
    expect(await verifiedBy(client, secrets)).toEqual([true, false])
  })

  test('without an overlap ends the current one', async () => {
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
  test('appears in the responses to creation and rotation, and in no other response, log line, audit entry or column', async () => {
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

  test('that cannot be decrypted counts as no failed attempt, and pending deliveries are sent once it can', async () => {
    const [mine, other] = [await webhooks.aSubscriber(receiver.url), await webhooks.aSubscriber(receiver.url)]
    await webhooks.db.run(sql`
      update webhook_endpoints set secret = (select secret from webhook_endpoints where id = ${other.webhookId})
      where id = ${mine.webhookId}`)
    await webhooks.addDue(mine, 30)
    await worker.settled()
    expect(receiver.received).toEqual([])
    const untouched = { status: 'active', consecutive_failures: 0, last_failure_at: null }
    expect(await mine.endpoint()).toMatchObject({ ...untouched, last_failure_reason: null })
    const waiting = await mine.deliveries()
    expect(waiting).toHaveLength(30)
    for (const one of waiting) expect(one).toMatchObject({ status: 'pending', attempts: 0 })
    expect((await mine.newestDelivery()).attempt_log).toEqual([])

    const ping = await webhooks.staff.post(`/clients/${mine.id}/webhooks/${mine.webhookId}/test`)
    expect(ping.status).toBe(503)
    expect(ping.body.detail).toContain('a fault of the service')
    const readyz = await fetch(`${webhooks.service.url}/readyz`)
    expect(readyz.status).toBe(503)
    expect(await readyz.text()).toContain('signing secret cannot be read')
    const metrics = await (await fetch(`${webhooks.service.url}/metrics`)).text()
    expect(metrics).toMatch(/^anden_webhook_not_sent_total\{reason="unreadable_secret"\} [1-9]/m)
    expect(logged.match(/could not sign or send/g)).toHaveLength(1)

    const { body } = await rotate(mine)
    expect(await verifiedBy(mine, [body.signing_secret])).toEqual([true])
    await receiver.arrived(31)
    await worker.settled()
    expect((await mine.deliveries()).every((one: { status: string }) => one.status === 'succeeded')).toBe(
      true,
    )
    expect((await fetch(`${webhooks.service.url}/readyz`)).status).toBe(200)
  })

  test('an exception while sending is logged and counts as no failed attempt', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const failing = webhooks.aWorker({
      sender: { ...webhooks.sender, send: () => Promise.reject(new TypeError('sender threw unexpectedly')) },
      webhooks: { ...webhooks.service.deps.webhooks, faultRetryMs: 60_000 },
    })
    await worker.stop()
    await webhooks.addDue(client, 1)
    await failing.settled()
    expect(logged).toContain('sender threw unexpectedly')
    expect(await client.endpoint()).toMatchObject({ status: 'active', consecutive_failures: 0 })
    expect(await client.deliveries()).toMatchObject([{ status: 'pending', attempts: 0 }])
    await webhooks.aWorker().settled()
    expect(await client.deliveries()).toMatchObject([{ status: 'succeeded', attempts: 1 }])
  })
})
