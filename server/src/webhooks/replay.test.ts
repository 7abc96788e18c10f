// Past events are sent to an endpoint again, or for the first time.
import { eventTypes, maxReplayed } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { answering, type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import type { Subscriber } from '../../tests/harness/subscribers.ts'
import { sql } from '../db/sql.ts'

let receiver: Receiver
const webhooks = await useWebhooks({ asDocumented: true })
const worker = webhooks.aWorker()
beforeEach(async () => {
  receiver = await startReceiver()
  return () => receiver.stop()
})

const dayOf = (day: number) => `2026-10-0${day}T12:00:00.000Z`
const since = dayOf(1)

/** Nine events, one per day: payments, orders and remitos in turns. Nothing was delivered. */
async function past({ id }: { id: string }): Promise<string[]> {
  const rows = await webhooks.db.rows(sql<{ id: string; day: number }>`
    insert into events (id, client_id, type, body, created_at)
    select new_id(), ${id}, (array['payment.received', 'order.created', 'remito.created'])[1 + (day - 1) % 3],
      '{"day":' || day || '}', timestamptz '2026-10-01T12:00:00Z' + (day - 1) * interval '1 day'
    from generate_series(1, 9) as day
    returning id, extract(day from created_at)::int as day`)
  return rows.sort((one, other) => one.day - other.day).map((row) => row.id)
}

const subscribed = () => webhooks.aSubscriber(receiver.url, ['payment.received', 'order.*'])
const daysReceived = () => receiver.received.map(({ body }) => JSON.parse(body).day).sort()

const auditEntries = (client: Subscriber) =>
  webhooks.db.rows(sql<{ after: object }>`
    select after from audit_entries where client_id = ${client.id} and action = 'webhooks.replay'`)

describe('POST /webhooks/{id}/replay', () => {
  test.each<[object, number[]]>([
    [{ since }, [1, 2, 4, 5, 7, 8]],
    [{ since: '2020-01-01T00:00:00Z' }, [1, 2, 4, 5, 7, 8]],
    [{ since: dayOf(5) }, [5, 7, 8]],
    [{ since: '2026-10-05T12:00:00.001Z' }, [7, 8]],
    [{ since, until: dayOf(5) }, [1, 2, 4]],
    [{ since, until: '2026-10-05T13:00:00.001+01:00' }, [1, 2, 4, 5]],
    [{ since, event_types: ['order.created'] }, [2, 5, 8]],
    [
      { since, event_types: ['order.created', 'order.approved', 'payment.received'], until: dayOf(4) },
      [1, 2],
    ],
    [{ since, event_types: ['remito.created'] }, []],
    [{ since, event_types: ['remito.created', 'payment.received'] }, [1, 4, 7]],
    [{ since, event_types: null, until: null, dry_run: false }, [1, 2, 4, 5, 7, 8]],
    [{ since: '2100-01-01T00:00:00Z' }, []],
  ])('with %j sends the events of the days %j, from before the endpoint existed', async (body, days) => {
    const client = await subscribed()
    await past(client)
    const dry = await client.replay({ ...body, dry_run: true })
    expect([dry.status, dry.body]).toEqual([202, { count: days.length }])
    expect(await client.deliveries()).toEqual([])
    const answer = await client.replay(body)
    expect([answer.status, answer.body]).toEqual([202, { count: days.length }])
    await worker.settled()
    expect(daysReceived()).toEqual(days)
    expect(await client.deliveries('status=succeeded')).toHaveLength(days.length)
  })

  test('sends what has been delivered again, with the same id and body', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    await webhooks.pay(client)
    await worker.settled()
    expect((await client.replay({ since })).body).toEqual({ count: 1 })
    await worker.settled()
    const [first, again] = receiver.received
    expect(again?.body).toBe(first?.body)
    const [newest, oldest] = await client.deliveries()
    expect(newest.event_id).toBe(oldest.event_id)
    expect(newest.id).not.toBe(oldest.id)
    expect(again?.headers['service-delivery-attempt']).toBe('1')
  })

  test('creates pending deliveries, of the subscriptions of now', async () => {
    const client = await subscribed()
    await past(client)
    await client.change({ events: ['remito.*'] })
    receiver.respond(answering(503))
    expect((await client.replay({ since })).body).toEqual({ count: 3 })
    expect(await client.deliveries('status=pending&event_type=remito.created')).toHaveLength(3)
    await client.change({ events: ['*'] })
    // The three that are pending arrive anyway.
    expect((await client.replay({ since })).body).toEqual({ count: 6 })
    expect((await client.replay({ since })).body).toEqual({ count: 0 })
  })

  test('sends each event once in ten concurrent requests', async () => {
    const client = await subscribed()
    await past(client)
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.replay({ since })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202))
    expect(answers.map(({ body }) => body.count).sort()).toEqual([...Array.from({ length: 9 }, () => 0), 6])
  })

  test("never sends another client's events, nor to the client's other endpoint", async () => {
    const client = await subscribed()
    const other = await subscribed()
    await past(other)
    expect((await client.replay({ since })).body).toEqual({ count: 0 })
    for (const dry_run of [true, false]) {
      const answer = await client.portal.post(`${other.path}/replay`, { since, dry_run })
      expectRefusal(answer, 'webhooks/not-found')
    }
    const second = { url: `${receiver.url}/second`, events: [...eventTypes] }
    const { body } = await other.portal.post('/webhooks', second)
    expect((await other.replay({ since })).body).toEqual({ count: 6 })
    expect((await other.portal.get(`/webhooks/${body.id}/deliveries`)).body.data).toEqual([])
  })

  test('refuses while the endpoint is paused, but counts', async () => {
    const client = await subscribed()
    await past(client)
    await client.change({ status: 'paused' })
    expectRefusal(await client.replay({ since }), 'webhooks/endpoint-paused')
    expect((await client.replay({ since, dry_run: true })).body).toEqual({ count: 6 })
    expect(await client.deliveries()).toEqual([])
  })

  test('is in the audit log, a dry run is not', async () => {
    const client = await subscribed()
    await past(client)
    await client.replay({ since, dry_run: true })
    expect(await auditEntries(client)).toEqual([])
    await client.replay({ since, event_types: ['order.created'] })
    const after = { since, until: null, event_types: ['order.created'], count: 3 }
    expect(await auditEntries(client)).toEqual([{ after }])
  })

  test('does not find an endpoint that does not exist', async () => {
    const { portal } = await subscribed()
    expectRefusal(await portal.post(`/webhooks/${uuidv7()}/replay`, { since }), 'webhooks/not-found')
  })

  test('refuses more events than it sends at once, also to count them', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    await webhooks.db.transaction(async (tx) => {
      await tx.allowSlowStatements(60_000)
      await tx.run(sql`
        insert into events (id, client_id, type, body, created_at)
        select new_id(), ${client.id}, 'payment.received', '{}', timestamptz '2026-10-01T12:00:00Z' + i * interval '1 s'
        from generate_series(1, ${maxReplayed + 1}::int) as i`)
    })
    expectRefusal(await client.replay({ since }), 'webhooks/replay-too-large')
    expectRefusal(await client.replay({ since, dry_run: true }), 'webhooks/replay-too-large')
    const last = new Date(Date.parse(since) + 2_000).toISOString()
    expect((await client.replay({ since: last, dry_run: true })).body).toEqual({ count: maxReplayed })
    expect(await client.deliveries()).toEqual([])
  }, 60_000)

  test.each([
    {},
    { since: null },
    { since: 'yesterday' },
    { since: '2026-10-01' },
    { since, until: 1 },
    { since: dayOf(3), until: dayOf(2) },
    { since, event_types: [] },
    { since, event_types: ['order.lost'] },
    { since, event_types: ['order.created', 'order.created'] },
    { since, include_abandoned: true },
    { since, dry_run: 'yes' },
  ])('refuses %j', async (body) => {
    const client = await webhooks.aSubscriber(receiver.url)
    expectRefusal(await client.replay(body), 'validation/invalid-body', { errors: expect.any(Array) })
  })
})
