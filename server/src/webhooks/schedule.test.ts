// The whole 33-hour schedule: the tests age the deliveries instead of waiting.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { answering, type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import { type Subscriber, startWebhooks } from '../../tests/harness/subscribers.ts'
import { ageDeliveries } from '../../tests/harness/webhook-data.ts'
import { readConfig } from '../config/settings.ts'
import { sql } from '../db/sql.ts'

let receiver: Receiver
const webhooks = await useWebhooks({ asDocumented: true })
const worker = webhooks.aWorker()
beforeEach(async () => {
  receiver = await startReceiver(answering(500))
})
afterEach(async () => {
  await webhooks.db.run(sql`update deliveries set status = 'failed' where status = 'pending'`)
  await worker.settled()
  await receiver.stop()
})

const day = 86_400
const waits = [30, 300, 1_800, 7_200, 21_600, day]
const age = (seconds: number) => ageDeliveries(webhooks.db, seconds)
const mails = () => webhooks.db.rows(sql`select payload from graphile_worker._private_jobs order by id`)

/** Sends all due deliveries and returns the newest one afterwards. */
async function settle(client: Subscriber) {
  worker.wake()
  await worker.settled()
  const [newest] = await client.deliveries()
  return client.detail(newest.id)
}

test('no attempt starts before its delay, counted from the end of the previous one', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  await webhooks.pay(client)
  let delivery = await settle(client)
  for (const [index, wait] of waits.entries()) {
    expect(delivery).toMatchObject({ status: 'pending', attempts: index + 1 })
    const { started_at, duration_ms } = delivery.attempt_log.at(-1)
    const due = Date.parse(delivery.next_attempt_at)
    expect(due).toBe(Date.parse(started_at) + duration_ms + wait * 1000)
    await age((due - Date.now()) / 1000 - 20)
    expect((await settle(client)).attempts).toBe(index + 1)
    await age(20)
    delivery = await settle(client)
  }
  expect(delivery).toMatchObject({ status: 'abandoned', attempts: 7, next_attempt_at: null })
  await age(30 * day)
  expect(await settle(client)).toEqual(delivery)
  expect(receiver.received).toHaveLength(7)
  expect(receiver.received.map(({ headers }) => headers['service-delivery-attempt'])).toEqual([...'1234567'])
  expect(await client.endpoint()).toMatchObject({ status: 'active', consecutive_failures: 7 })
})

test('a retry restarts the schedule and continues the attempt log', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  await webhooks.pay(client)
  await settle(client)
  for (const wait of waits) {
    await age(wait + 1)
    await settle(client)
  }
  await client.change({ status: 'paused' })
  await client.change({ status: 'active' })
  const { id } = await settle(client)
  await client.retry(id)
  expect(await client.detail(id)).toMatchObject({ status: 'pending', attempts: 0, delivered_at: null })
  const again = await settle(client)
  expect(again).toMatchObject({ status: 'pending', attempts: 1 })
  const last = again.attempt_log.at(-1)
  expect(last.number).toBe(8)
  expect(Date.parse(again.next_attempt_at)).toBe(Date.parse(last.started_at) + last.duration_ms + 30_000)
  await age(31)
  receiver.respond(answering(204))
  expect(await settle(client)).toMatchObject({ status: 'succeeded', attempts: 2 })
  expect(receiver.received.at(-1)?.headers['service-delivery-attempt']).toBe('2')
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
})

test('the tenth consecutive failure, across deliveries, pauses the endpoint and sends one mail', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  const before = (await mails()).length
  await webhooks.pay(client, 3)
  for (const wait of [0, 30, 300]) {
    await age(wait + 1)
    await settle(client)
  }
  expect(await client.endpoint()).toMatchObject({ status: 'active', consecutive_failures: 9 })
  expect(await mails()).toHaveLength(before)
  await age(1_801)
  await settle(client)
  const endpoint = await client.endpoint()
  expect(endpoint).toMatchObject({
    status: 'paused',
    consecutive_failures: 10,
    last_failure_reason: 'HTTP 500',
    last_success_at: null,
    last_failure_at: expect.any(String),
  })
  const stopped = { status: 'failed', next_attempt_at: null }
  expect(await client.deliveries()).toEqual(Array(3).fill(expect.objectContaining(stopped)))
  await webhooks.pay(client)
  await age(day)
  expect(await settle(client)).toMatchObject({ ...stopped, attempts: 0, attempt_log: [] })
  expect(await mails()).toHaveLength(before + 1)
})

test('a success resets the failure count', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  await webhooks.pay(client)
  for (const [wait, status, failures] of [
    [0, 500, 1],
    [30, 404, 2],
    [300, 200, 0],
  ] as const) {
    await age(wait + 1)
    receiver.respond(answering(status))
    await settle(client)
    expect(await client.endpoint()).toMatchObject({ consecutive_failures: failures })
  }
  receiver.respond(answering(302))
  await webhooks.pay(client)
  await settle(client)
  expect(await client.endpoint()).toMatchObject({
    consecutive_failures: 1,
    last_failure_reason: 'HTTP 302: redirects are not followed',
  })
})

test('a success that arrives after a pause is recorded, and the failure count stays', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  await webhooks.pay(client)
  await settle(client)
  const answers: ((status: number) => void)[] = []
  receiver.respond((_, response) => answers.push((status) => response.writeHead(status).end()))
  await webhooks.pay(client, 2)
  worker.wake()
  await receiver.arrived(3)
  await client.change({ status: 'paused' })
  answers[0]?.(200)
  answers[1]?.(500)
  await worker.settled()
  const late = await client.deliveries('status=succeeded')
  expect(late).toEqual([expect.objectContaining({ attempts: 1, delivered_at: expect.any(String) })])
  const stopped = { status: 'failed', attempts: 1, next_attempt_at: null }
  expect(await client.deliveries('status=failed')).toEqual(Array(2).fill(expect.objectContaining(stopped)))
  expect(await client.endpoint()).toMatchObject({ status: 'paused', consecutive_failures: 1 })
})

test('WEBHOOK_RETRY_SCHEDULE accepts decimals and an initial delay, and its length is the number of attempts', async () => {
  const config = readConfig({ WEBHOOK_RETRY_SCHEDULE: '60.5, 0.25,0' })
  const { retryScheduleSeconds } = config.webhooks
  expect(retryScheduleSeconds).toEqual([60.5, 0.25, 0])
  const other = await startWebhooks({ webhooks: { retryScheduleSeconds } })
  try {
    const own = other.aWorker()
    const client = await other.aSubscriber(receiver.url)
    await other.pay(client)
    await ageDeliveries(other.db, 30)
    await own.settled()
    expect(receiver.received).toHaveLength(0)
    const [{ id }] = await client.deliveries()
    await ageDeliveries(other.db, 30.5)
    own.wake()
    await receiver.arrived(3)
    await own.settled()
    const { attempt_log, ...delivery } = await client.detail(id)
    expect(delivery).toMatchObject({ status: 'abandoned', attempts: 3, next_attempt_at: null })
    const [first, second] = attempt_log
    const between = Date.parse(second.started_at) - Date.parse(first.started_at) - first.duration_ms
    expect(between).toBeGreaterThanOrEqual(250)
  } finally {
    await other.stop()
  }
})
