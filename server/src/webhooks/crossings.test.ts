// Races between a delivery in flight and its endpoint, its transaction and the clock.

import { beforeEach, describe, expect, test } from 'vitest'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { answering, type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import { sql } from '../db/sql.ts'
import { publish } from '../events/publish.ts'
import { claimDue, failUnsent } from './claim.ts'

let receiver: Receiver
const webhooks = await useWebhooks()
beforeEach(async () => {
  receiver = await startReceiver()
  return async () => {
    await webhooks.db.run(sql`update deliveries set status = 'failed' where status = 'pending'`)
    await receiver.stop()
  }
})

test('an endpoint deleted during an attempt is not paused, and no mail is sent', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  const held = receiver.holdAnswers()
  await webhooks.pay(client, 2)
  const policy = { ...webhooks.service.deps.webhooks, pauseAfter: 1 }
  const worker = webhooks.aWorker({ webhooks: policy })
  await receiver.arrived(2)
  await client.portal.delete(client.path)
  held[0]?.(500)
  held[1]?.(200)
  await worker.stop()
  const ended = sql`select status from deliveries where endpoint_id = ${client.webhookId} order by status`
  expect(await webhooks.db.rows(ended)).toEqual([{ status: 'failed' }, { status: 'succeeded' }])
  expect(await webhooks.db.rows(sql`select id from graphile_worker._private_jobs`)).toEqual([])
  const endpoint = sql`
    select status, consecutive_failures from webhook_endpoints where id = ${client.webhookId}`
  expect(await webhooks.db.rows(endpoint)).toEqual([{ status: 'active', consecutive_failures: 0 }])
})

describe('an event published while its endpoint is being paused', () => {
  const claim = (lease: string) =>
    webhooks.db.rows(
      claimDue({
        lease,
        leaseMs: 30_000,
        count: 10,
        capPerEndpoint: 10,
        loads: new Map(),
        firstWaitSeconds: 0,
      }),
    )

  test('is not retried when the attempt already in flight fails', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const held = receiver.holdAnswers()
    await webhooks.pay(client, 1)
    const worker = webhooks.aWorker()
    await receiver.arrived(1)
    // As if inserted after the pause failed the pending deliveries, and before the pause was committed.
    await webhooks.db.run(sql`update webhook_endpoints set status = 'paused' where id = ${client.webhookId}`)
    held[0]?.(500)
    await worker.stop()
    expect(await client.newestDelivery()).toMatchObject({
      status: 'failed',
      attempts: 1,
      next_attempt_at: null,
    })
  })

  test('is stored as failed without an attempt', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    await client.change({ status: 'paused' })
    await webhooks.addDue(client, 3)
    const worker = webhooks.aWorker()
    await worker.settled()
    const stopped = { status: 'failed', attempts: 0, next_attempt_at: null }
    expect(await client.deliveries()).toEqual(Array(3).fill(expect.objectContaining(stopped)))
    await client.change({ status: 'active' })
    await client.recover()
    await worker.settled()
    expect(receiver.received).toHaveLength(3)
    await worker.stop()
  })

  test('stays pending if the endpoint is active again before the claim is released', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    await client.change({ status: 'paused' })
    await webhooks.addDue(client, 1)
    const lease = '00000000-0000-4000-8000-000000000003'
    const [claimed] = await claim(lease)
    expect(claimed).toMatchObject({ endpoint_id: client.webhookId, active: false })
    await client.change({ status: 'active' })
    expect((await client.recover()).body).toEqual({ count: 0 })
    await webhooks.db.run(failUnsent([claimed?.id ?? ''], lease))
    const worker = webhooks.aWorker()
    await receiver.arrived(1)
    await worker.stop()
    expect(await client.newestDelivery()).toMatchObject({ status: 'succeeded' })
  })
})

test('deliveries are sent only after commit, and a rollback leaves none', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  const worker = webhooks.aWorker()
  const { db } = webhooks.service
  const object = { id: 'cn_1', number: '1', amount: 1, description: null, created_at: '' }
  await client.change({ events: ['credit_note.issued'] })
  const creditNote = { clientId: client.id, type: 'credit_note.issued' as const, object }
  const undone = db.transaction(async (tx) => {
    publish(tx, [creditNote])
    await tx.flush()
    await worker.settled()
    throw new Error('the change fails')
  })
  await expect(undone).rejects.toThrow('the change fails')
  expect(await client.deliveries()).toEqual([])
  await db.transaction(async (tx) => {
    publish(tx, [creditNote])
    await tx.flush()
    worker.wake()
    await worker.settled()
    expect(receiver.received).toEqual([])
  })
  worker.wake()
  await receiver.arrived(1)
  await worker.stop()
})

test("leases and schedules follow the database's clock, not the process's", async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  const realNow = Date.now
  let jumpMs = 0
  const jumping = () => realNow() + jumpMs
  Date.now = jumping
  try {
    receiver.respond(answering(500))
    const worker = webhooks.aWorker({ clock: jumping })
    for (const jump of [-86_400_000, 86_400_000]) {
      jumpMs = jump
      await webhooks.pay(client)
      worker.wake()
      await worker.settled()
      const delivery = await client.newestDelivery()
      const { started_at, duration_ms } = delivery.attempt_log[0]
      expect(delivery).toMatchObject({ status: 'pending', attempts: 1 })
      expect(Date.parse(delivery.next_attempt_at)).toBe(Date.parse(started_at) + duration_ms + 30_000)
      expect(Math.abs(Date.parse(started_at) - realNow())).toBeLessThan(60_000)
    }
    // The process's clock is a day ahead, and still nothing is due early.
    expect(receiver.received).toHaveLength(2)
    const held = receiver.holdAnswers()
    await webhooks.pay(client)
    worker.wake()
    await receiver.arrived(3)
    const other = webhooks.aWorker({ clock: jumping })
    await other.settled()
    expect(receiver.received).toHaveLength(3)
    held[0]?.(200)
    await Promise.all([worker.stop(), other.stop()])
  } finally {
    Date.now = realNow
  }
})
