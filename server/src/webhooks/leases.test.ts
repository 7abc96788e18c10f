// One worker holds a delivery at a time, and a result counts once, even if it arrives late, twice or out of
// order.

import { setTimeout as delay } from 'node:timers/promises'
import { fault } from '@anden/contract/values'
import { beforeEach, describe, expect, test } from 'vitest'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import { expireLease } from '../../tests/harness/webhook-data.ts'
import { sql } from '../db/sql.ts'
import { type AttemptResult, recordResults } from './record.ts'
import { createSender } from './send.ts'

let receiver: Receiver
const webhooks = await useWebhooks()
beforeEach(async () => {
  receiver = await startReceiver()
  return async () => {
    await webhooks.db.run(sql`update deliveries set status = 'failed' where status = 'pending'`)
    await receiver.stop()
  }
})

test('four workers send each of two thousand deliveries exactly once', async () => {
  const clients = await Promise.all(
    Array.from({ length: 10 }, (_, i) => webhooks.aSubscriber(`${receiver.url}/${i}`)),
  )
  for (const client of clients) await webhooks.addDue(client, 200)
  const workers = Array.from({ length: 4 }, () => webhooks.aWorker())
  await receiver.arrived(2_000)
  await Promise.all(workers.map((worker) => worker.settled()))
  expect(receiver.received).toHaveLength(2_000)
  const ids = new Set(receiver.received.map(({ headers }) => headers['service-delivery-id']))
  expect(ids.size).toBe(2_000)
  for (const client of clients) {
    expect(await client.endpoint()).toMatchObject({ consecutive_failures: 0, last_failure_at: null })
  }
  const left = sql`select id from deliveries where status <> 'succeeded' or attempts <> 1 or lease is not null`
  expect(await webhooks.db.rows(left)).toEqual([])
  await Promise.all(workers.map((worker) => worker.stop()))
}, 120_000)

describe('a result under a lost lease', () => {
  test('is ignored by the delivery, the endpoint and the attempt log', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const held = receiver.holdAnswers()
    await webhooks.pay(client)
    // With its only slot taken, its poll cannot claim the lost delivery again.
    const policy = { ...webhooks.service.deps.webhooks, concurrency: 1 }
    const slow = webhooks.aWorker({ webhooks: policy })
    await receiver.arrived(1)
    await expireLease(webhooks.db, client)
    const other = webhooks.aWorker()
    await receiver.arrived(2)
    held[1]?.(200)
    await other.settled()
    const after = await client.newestDelivery()
    expect(after).toMatchObject({ status: 'succeeded', attempts: 1 })
    held[0]?.(500)
    await slow.stop()
    await other.stop()
    expect(await client.newestDelivery()).toEqual(after)
    expect(await client.endpoint()).toMatchObject({ consecutive_failures: 0, last_failure_at: null })
  })

  test('is ignored in a batch that also holds the valid result', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    await webhooks.pay(client)
    const { id } = await client.newestDelivery()
    const [lost, held] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    await webhooks.db.run(sql`update deliveries set lease = ${held} where id = ${id}`)
    const result = (lease: string, error: string): AttemptResult => ({
      deliveryId: id,
      endpointId: client.webhookId,
      lease,
      attempts: 0,
      succeeded: false,
      responseStatus: null,
      durationMs: 1,
      error,
      failure: fault('tls_failed', { reason: error }),
      excerpt: null,
      finishedAt: performance.now(),
    })
    const both = [result(lost, 'lost'), result(held, 'held')]
    const record = () => recordResults(webhooks.db, both, webhooks.service.deps.webhooks, async () => {})
    await record()
    // As if the commit succeeded but its reply was lost: the result buffer writes the batch again.
    await record()
    const after = await client.newestDelivery()
    expect(after).toMatchObject({ status: 'pending', attempts: 1 })
    expect(after.attempt_log).toEqual([
      expect.objectContaining({
        number: 1,
        error: 'held',
        failure: { code: 'tls_failed', params: { reason: 'held' } },
      }),
    ])
    expect(await client.endpoint()).toMatchObject({
      consecutive_failures: 1,
      last_failure_reason: 'held',
      last_failure: { code: 'tls_failed', params: { reason: 'held' } },
    })
  })
})

test('a lookup that never ends times out within the lease, so no other worker sends meanwhile', async () => {
  const client = await webhooks.aSubscriber('http://erp.bodega.example/hooks')
  await webhooks.pay(client)
  const timeoutMs = 400
  const sender = createSender({ timeoutMs, allowPrivate: true, resolve: () => new Promise(() => {}) })
  const policy = { ...webhooks.service.deps.webhooks, timeoutMs }
  const workers = [0, 1].map(() => webhooks.aWorker({ sender, webhooks: policy }))
  await Promise.all(workers.map((worker) => worker.settled()))
  const { attempt_log, ...delivery } = await client.newestDelivery()
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1 })
  expect(attempt_log).toEqual([expect.objectContaining({ error: 'timed out after 0.4 s' })])
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('deliveries of a claim that returned too late are not sent; its lease expires', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  await webhooks.pay(client)
  const { db } = webhooks.service
  let delayed = 0
  const slow: typeof db = {
    ...db,
    async rows(statement) {
      const rows = await db.rows(statement)
      if (rows.length > 0 && delayed++ === 0) await delay(1_200)
      return rows
    },
  }
  const policy = { ...webhooks.service.deps.webhooks, timeoutMs: 1_000, leaseMarginMs: 2_000 }
  const worker = webhooks.aWorker({ db: slow, webhooks: policy })
  await receiver.arrived(1)
  await worker.settled()
  expect(delayed).toBeGreaterThan(1)
  expect(receiver.received).toHaveLength(1)
  expect(await client.newestDelivery()).toMatchObject({ status: 'succeeded', attempts: 1 })
  await worker.stop()
})

test('a manual retry does not wait for the attempt in flight, whose result is then ignored', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  const held = receiver.holdAnswers()
  await webhooks.pay(client)
  const worker = webhooks.aWorker()
  await receiver.arrived(1)
  await client.change({ status: 'paused' })
  await client.change({ status: 'active' })
  const { id } = await client.newestDelivery()
  expect((await client.retry(id)).status).toBe(202)
  worker.wake()
  await receiver.arrived(2)
  held[1]?.(200)
  held[0]?.(500)
  await worker.stop()
  const { attempt_log, ...delivery } = await client.newestDelivery()
  expect(delivery).toMatchObject({ status: 'succeeded', attempts: 1 })
  expect(attempt_log).toHaveLength(1)
  expect(await client.endpoint()).toMatchObject({ consecutive_failures: 0 })
})
