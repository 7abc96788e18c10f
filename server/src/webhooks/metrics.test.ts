import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { answering } from '../../tests/harness/receiver.ts'
import { sql } from '../db/sql.ts'

const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'trace', base: null },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(chunk))
      done()
    },
  }),
)
const receiver = await useReceiver()
const webhooks = await useWebhooks({ log })
const client = await webhooks.aSubscriber(receiver.url)

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${webhooks.service.url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? Number.NaN)
}

test('metrics report the backlog and the age of its oldest delivery', async () => {
  expect(await metric('anden_webhook_backlog')).toBe(0)
  expect(await metric('anden_webhook_oldest_due_seconds')).toBe(0)
  await webhooks.addDue(client, 7)
  await webhooks.db.run(sql`
    update deliveries set next_attempt_at = now() - interval '100 s'
    where id in (select id from deliveries order by id limit 1)`)
  await webhooks.db.run(sql`
    update deliveries set next_attempt_at = now() + interval '1 hour'
    where id in (select id from deliveries order by id desc limit 2)`)
  expect(await metric('anden_webhook_backlog')).toBe(5)
  expect(await metric('anden_webhook_oldest_due_seconds')).toBeGreaterThanOrEqual(100)
})

/** Counted since the process started; other test files may have run in it before this one. */
async function attemptsSoFar() {
  const count = async (name: string) => (await metric(name)) || 0
  return {
    succeeded: await count('anden_webhook_attempts_total{outcome="succeeded"}'),
    failed: await count('anden_webhook_attempts_total{outcome="failed"}'),
    timed: await count('anden_webhook_attempt_seconds_count'),
    seconds: await count('anden_webhook_attempt_seconds_sum'),
  }
}

test('metrics count attempts by outcome and measure their duration', async () => {
  const before = await attemptsSoFar()
  const worker = webhooks.aWorker()
  await worker.settled()
  receiver.respond(answering(500, 'confidential business text'))
  await webhooks.pay(client, 2)
  await worker.settled()
  const after = await attemptsSoFar()
  expect(after.succeeded - before.succeeded).toBe(5)
  expect(after.failed - before.failed).toBe(2)
  expect(after.timed - before.timed).toBe(7)
  expect(after.seconds).toBeGreaterThan(before.seconds)
  expect(await metric('anden_webhook_backlog')).toBe(0)
})

test('each attempt is one log line, without bodies or secrets', async () => {
  const attempts = lines.filter((line) => /^deliver/.test(String(line['msg'])))
  expect(attempts).toHaveLength(7)
  expect(new Set(attempts.map((line) => line['delivery_id'])).size).toBe(7)
  expect(attempts.at(-1)).toEqual({
    level: 30,
    time: expect.any(Number),
    msg: 'delivery failed',
    delivery_id: expect.any(String),
    endpoint_id: client.webhookId,
    event_id: expect.any(String),
    event_type: 'payment.received',
    attempt: 1,
    status: 500,
    duration_ms: expect.any(Number),
    error: 'HTTP 500',
  })
  const text = JSON.stringify(lines)
  expect(text).not.toContain('whsec_')
  expect(text).not.toContain('api_version')
  expect(text).not.toContain('business')
})

test('metrics say nothing of the deliveries of a sandbox, which are made all the same', async () => {
  const sandbox = await webhooks.service.aSandboxOf(client)
  const subscription = { url: receiver.url, events: ['payment.received'] }
  const { body: endpoint } = await sandbox.portal.post('/webhooks', subscription)
  await webhooks.addDue({ id: sandbox.id, webhookId: endpoint.id }, 3)
  expect(await metric('anden_webhook_backlog')).toBe(0)
  expect(await metric('anden_webhook_oldest_due_seconds')).toBe(0)
  const before = await attemptsSoFar()
  await webhooks.aWorker().settled()
  const { data } = (await sandbox.portal.get(`/webhooks/${endpoint.id}/deliveries`)).body
  expect(data.map(({ attempts }: { attempts: number }) => attempts)).toEqual([1, 1, 1])
  expect(await attemptsSoFar()).toEqual(before)
})
