// Deliveries that the writes of a process insert under a lease of its own worker: sent without a claim, and otherwise
// like any other.
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { countConcurrent, type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import type { Subscriber } from '../../tests/harness/subscribers.ts'
import { until } from '../../tests/harness/until.ts'
import { expireLease } from '../../tests/harness/webhook-data.ts'
import type { AppDeps } from '../app/deps.ts'
import { createDb, type Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { publish } from '../events/publish.ts'
import { leaseDeliveriesTo, onDueDeliveries } from './hand-over.ts'
import type { Worker } from './worker.ts'

let receiver: Receiver
const webhooks = await useWebhooks({ webhooks: { maxBirthAgeMs: 60_000 } })
const { db } = webhooks.service
const nobody = { offer: () => null }
beforeEach(async () => {
  receiver = await startReceiver()
  return async () => {
    leaseDeliveriesTo(db, nobody)
    await receiver.stop()
    await db.run(sql`update deliveries set status = 'failed' where status = 'pending'`)
  }
})

/** The worker of the process that serves the requests of the test. */
async function ownWorker(changes: Partial<AppDeps> = {}, writer: Db = db): Promise<Worker> {
  const worker = webhooks.aWorker({ db, ...changes })
  onDueDeliveries(db, worker.wake)
  leaseDeliveriesTo(writer, worker.lessee)
  await until('it has nothing to claim', () => offers(worker))
  return worker
}

function offers({ lessee }: Worker): boolean {
  const offer = lessee.offer()
  offer?.ended([], 'not committed')
  return offer !== null
}

const policy = (changes: Partial<AppDeps['webhooks']>) => ({
  webhooks: { ...webhooks.service.deps.webhooks, ...changes },
})
const deferred = () => Promise.withResolvers<void>()
const object = { id: 'cn_1', number: '1', amount: 1, description: null, created_at: '' }
const aCreditNoteSubscriber = () => webhooks.aSubscriber(receiver.url, ['credit_note.issued'])
const publishTo = (tx: Transaction, { id }: Subscriber) =>
  publish(tx, [{ clientId: id, type: 'credit_note.issued', object }])
const leaseOf = ({ webhookId }: Subscriber) =>
  db.one(sql<{ lease: string | null; status: string; seconds: number }>`
    select lease, status, extract(epoch from leased_until - clock_timestamp())::float8 as seconds
    from deliveries where endpoint_id = ${webhookId}`)

test('a new delivery is sent under the lease that it was inserted with, without a claim', async () => {
  const claims: unknown[] = []
  const counting: Db = {
    ...db,
    async rows(statement) {
      const rows = await db.rows(statement)
      if (statement.text.includes('with recursive waiting')) claims.push(...rows)
      return rows
    },
  }
  const worker = await ownWorker({ db: counting })
  const client = await webhooks.aSubscriber(receiver.url)
  const held = receiver.holdAnswers()
  await webhooks.pay(client)
  await receiver.arrived(1)
  const { lease, seconds } = await leaseOf(client)
  expect(lease).not.toBeNull()
  expect(seconds).toBeLessThanOrEqual(30)
  held[0]?.(200)
  await worker.settled()
  expect(claims).toEqual([])
  const { attempt_log, ...delivery } = await client.newestDelivery()
  expect(delivery).toMatchObject({ status: 'succeeded', attempts: 1, next_attempt_at: null })
  expect(attempt_log).toHaveLength(1)
  expect(receiver.received[0]?.headers['service-delivery-id']).toBe(delivery.id)
  await worker.stop()
})

test('it has the signature and the body that a claimed one has', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  const worker = await ownWorker()
  await webhooks.pay(client)
  await worker.settled()
  const [sent] = receiver.received
  const { id, body } = await client.newestDelivery()
  expect(sent?.body).toBe(body)
  // A manual retry is claimed.
  await client.change({ status: 'paused' })
  await client.change({ status: 'active' })
  await db.run(sql`update deliveries set status = 'failed' where id = ${id}`)
  expect((await client.retry(id)).status).toBe(202)
  await receiver.arrived(2)
  const again = receiver.received[1]
  expect(again?.body).toBe(sent?.body)
  const names = (headers: object) => Object.keys(headers).sort()
  expect(names(again?.headers ?? {})).toEqual(names(sent?.headers ?? {}))
  await worker.stop()
})

test('while deliveries of others are due and wait, none is leased to a newer one', async () => {
  const slow = await webhooks.aSubscriber(`${receiver.url}/slow`)
  const quick = await webhooks.aSubscriber(`${receiver.url}/quick`)
  receiver.respond(({ path }, response) => path.endsWith('/quick') && response.end())
  const worker = await ownWorker(policy({ concurrency: 10 }))
  await webhooks.addDue(slow, 3)
  worker.wake()
  // Its share is one slot of ten: two more wait for it.
  await receiver.arrived(1)
  expect(offers(worker)).toBe(false)
  await webhooks.pay(quick)
  await receiver.arrived(2)
  expect(offers(worker)).toBe(false)
  await receiver.stop()
  await worker.stop()
})

test('concurrent writes do not exceed the share of their endpoint', async () => {
  const mostAtOnce = countConcurrent(receiver)
  const worker = await ownWorker(policy({ concurrency: 20 }))
  const client = await webhooks.aSubscriber(receiver.url)
  await Promise.all(Array.from({ length: 30 }, () => webhooks.pay(client)))
  await worker.settled()
  expect(receiver.received).toHaveLength(30)
  expect(mostAtOnce()).toBeLessThanOrEqual(2)
  await worker.stop()
})

test('a claim that is under way while leased deliveries begin does not exceed the share of their endpoint', async () => {
  const client = await aCreditNoteSubscriber()
  const [asked, answer, commit] = [deferred(), deferred(), deferred()]
  const slowToClaim: Db = {
    ...db,
    async rows(statement) {
      const rows = await db.rows(statement)
      if (rows.length > 0 && statement.text.includes('with recursive waiting')) {
        asked.resolve()
        await answer.promise
      }
      return rows
    },
  }
  // Its share is two slots of twenty.
  const worker = await ownWorker({ db: slowToClaim, ...policy({ concurrency: 20 }) })
  const inserted = [deferred(), deferred()]
  const leased = inserted.map(({ resolve }) =>
    db.transaction(async (tx) => {
      publishTo(tx, client)
      await tx.flush()
      resolve()
      await commit.promise
    }),
  )
  await Promise.all(inserted.map(({ promise }) => promise))
  await webhooks.addDue(client, 1)
  worker.wake()
  await asked.promise
  const held = receiver.holdAnswers()
  commit.resolve()
  await Promise.all(leased)
  await receiver.arrived(2)
  answer.resolve()
  await until('the third is released', async () => {
    const free = await db.rows(sql`
      select from deliveries where endpoint_id = ${client.webhookId} and status = 'pending' and lease is null`)
    return free.length === 1
  })
  expect(receiver.received).toHaveLength(2)
  for (const respond of held) respond(200)
  receiver.respond((_, response) => response.end())
  await worker.settled()
  expect(receiver.received).toHaveLength(3)
  await worker.stop()
})

test('what is committed beyond the share of its endpoint is released, and the worker has not settled before that', async () => {
  const client = await aCreditNoteSubscriber()
  const [asked, release, commit] = [deferred(), deferred(), deferred()]
  const slowToRelease: Db = {
    ...db,
    async run(statement) {
      if (statement.text.includes('set lease = null')) {
        asked.resolve()
        await release.promise
      }
      return db.run(statement)
    },
  }
  const worker = await ownWorker({ db: slowToRelease, ...policy({ concurrency: 20 }) })
  const inserted = [deferred(), deferred(), deferred()]
  const leased = inserted.map(({ resolve }) =>
    db.transaction(async (tx) => {
      publishTo(tx, client)
      await tx.flush()
      resolve()
      await commit.promise
    }),
  )
  await Promise.all(inserted.map(({ promise }) => promise))
  const held = receiver.holdAnswers()
  commit.resolve()
  await Promise.all(leased)
  await asked.promise
  await receiver.arrived(1)
  for (const respond of held) respond(200)
  receiver.respond((_, response) => response.end())
  const first = await Promise.race([worker.settled().then(() => 'settled'), sleep(100, 'releasing')])
  expect(first).toBe('releasing')
  release.resolve()
  await worker.settled()
  expect(receiver.received).toHaveLength(3)
  await worker.stop()
})

test('of more endpoints than are offered for, each gets its delivery once', async () => {
  const client = await webhooks.aSubscriber(`${receiver.url}/0`)
  const events = ['payment.received']
  for (let i = 1; i < 12; i++) await client.portal.post('/webhooks', { url: `${receiver.url}/${i}`, events })
  const worker = await ownWorker(policy({ concurrency: 100 }))
  await webhooks.pay(client)
  await receiver.arrived(12)
  await worker.settled()
  const paths = Array.from({ length: 12 }, (_, i) => `/hooks/${i}`)
  expect(receiver.received.map(({ path }) => path).sort()).toEqual(paths.sort())
  await worker.stop()
})

test('a change that is rolled back sends nothing, and its slots are free again', async () => {
  const client = await aCreditNoteSubscriber()
  const worker = await ownWorker(policy({ concurrency: 1 }))
  const undone = db.transaction(async (tx) => {
    publishTo(tx, client)
    await tx.flush()
    throw new Error('the change fails')
  })
  await expect(undone).rejects.toThrow('the change fails')
  expect(offers(worker)).toBe(true)
  await db.transaction(async (tx) => publishTo(tx, client))
  await worker.settled()
  expect(receiver.received).toHaveLength(1)
  await worker.stop()
})

test('what is rolled back to a savepoint is not sent, although its transaction commits', async () => {
  const kept = await aCreditNoteSubscriber()
  const undone = await aCreditNoteSubscriber()
  const worker = await ownWorker()
  await db.transaction(async (tx) => {
    publishTo(tx, kept)
    await tx.run(sql`savepoint work`)
    publishTo(tx, undone)
    await tx.run(sql`rollback to savepoint work`)
  })
  await receiver.arrived(1)
  await worker.settled()
  expect(receiver.received).toHaveLength(1)
  expect(await kept.deliveries()).toEqual([expect.objectContaining({ status: 'succeeded', attempts: 1 })])
  expect(await undone.deliveries()).toEqual([])
  await worker.stop()
})

test('an endpoint that is paused while a slow change commits gets nothing', async () => {
  const client = await aCreditNoteSubscriber()
  const worker = await ownWorker(policy({ maxBirthAgeMs: 0 }))
  await db.transaction(async (tx) => {
    publishTo(tx, client)
    await tx.flush()
    expect((await client.change({ status: 'paused' })).status).toBe(200)
  })
  await until('its delivery has failed', async () => (await leaseOf(client)).status === 'failed')
  expect(receiver.received).toEqual([])
  expect(await client.deliveries()).toEqual([expect.objectContaining({ status: 'failed', attempts: 0 })])
  await worker.stop()
})

test('a delivery to a paused endpoint is stored as failed, and not sent', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  await client.change({ status: 'paused' })
  const worker = await ownWorker()
  await webhooks.pay(client)
  expect(await leaseOf(client)).toMatchObject({ status: 'failed', lease: null })
  await worker.settled()
  expect(receiver.received).toEqual([])
  await worker.stop()
})

test('a failure follows the schedule', async () => {
  receiver.respond((_, response) => response.writeHead(500).end())
  const client = await webhooks.aSubscriber(receiver.url)
  const worker = await ownWorker()
  await webhooks.pay(client)
  await worker.settled()
  const { attempt_log, ...delivery } = await client.newestDelivery()
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1 })
  const [{ started_at, duration_ms }] = attempt_log
  expect(Date.parse(delivery.next_attempt_at)).toBe(Date.parse(started_at) + duration_ms + 30_000)
  expect(await leaseOf(client)).toMatchObject({ lease: null })
  await worker.stop()
})

test('a fault of the service itself counts no attempt and releases the delivery', async () => {
  const sender = { send: () => Promise.reject(new Error('a fault')), close: async () => {} }
  const worker = await ownWorker({ sender })
  const client = await webhooks.aSubscriber(receiver.url)
  await webhooks.pay(client)
  await until('it is released', async () => (await leaseOf(client)).lease === null)
  expect(await client.newestDelivery()).toMatchObject({ status: 'pending', attempts: 0, attempt_log: [] })
  await worker.stop()
})

test('nothing is leased if the schedule begins with a wait, and after the worker was asked to stop', async () => {
  const later = webhooks.aWorker({ db, ...policy({ retryScheduleSeconds: [5, 30] }) })
  await later.settled()
  expect(offers(later)).toBe(false)
  const worker = await ownWorker()
  const stopped = worker.stop()
  expect(offers(worker)).toBe(false)
  await Promise.all([stopped, later.stop()])
})

test('a delivery whose commit was not confirmed waits for its lease, and is then sent once', async () => {
  const client = await aCreditNoteSubscriber()
  const proxy = await cuttingAtCommit(webhooks.service.database.directUrl)
  const writer = createDb({ url: proxy.url, maxConnections: 1 })
  const worker = await ownWorker(policy({ concurrency: 1 }), writer)
  await expect(writer.transaction(async (tx) => publishTo(tx, client))).rejects.toThrow()
  expect(await leaseOf(client)).toMatchObject({ status: 'pending', lease: expect.any(String) })
  expect(offers(worker)).toBe(true)
  await worker.settled()
  expect(receiver.received).toEqual([])
  await expireLease(db, client)
  worker.wake()
  await receiver.arrived(1)
  await worker.settled()
  expect(await client.deliveries()).toEqual([expect.objectContaining({ status: 'succeeded', attempts: 1 })])
  await worker.stop()
  await writer.close()
  proxy.stop()
})

/** Passes everything on, except the confirmation of a commit: instead of that, the connection is cut. */
async function cuttingAtCommit(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.pipe(upstream)
    upstream.on('data', (chunk) => (chunk.includes('COMMIT\0') ? end() : client.write(chunk)))
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url.href, stop: () => server.close() }
}
