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

/** One delivery per day with each of these statuses. */
async function past(client: Subscriber, ...endings: string[]): Promise<string[]> {
  await webhooks.db.run(sql`
    with event as (
      insert into events (id, client_id, type, body, created_at)
      select new_id(), ${client.id}, case day % 2 when 1 then 'payment.received' else 'order.created' end, '{}',
        timestamptz '2026-10-01T12:00:00Z' + (day - 1) * interval '1 day'
      from generate_series(1, ${endings.length}::int) as day
      returning id, client_id, type, created_at)
    insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, attempts, created_at)
    select new_id(), client_id, ${client.webhookId}, id, type,
      (${endings}::text[])[extract(day from created_at)], 3, created_at
    from event`)
  const rows = await webhooks.db.rows(sql<{ id: string }>`
    select id from deliveries where endpoint_id = ${client.webhookId} order by created_at`)
  return rows.map(({ id }) => id)
}

describe('POST /webhooks/{id}/deliveries/{delivery_id}/retry', () => {
  test.each(['failed', 'abandoned'])('resends a delivery that is %s', async (ending) => {
    const client = await webhooks.aSubscriber(receiver.url)
    const [id = ''] = await past(client, ending)
    const { status, body } = await client.retry(id)
    expect([status, body]).toEqual([202, { id, status: 'pending' }])
    worker.wake()
    await receiver.arrived(1)
    await worker.settled()
    expect(receiver.received[0]?.headers['service-delivery-attempt']).toBe('1')
    expect(await client.detail(id)).toMatchObject({ status: 'succeeded', attempts: 1 })
  })

  test('refuses a delivery that succeeded or is still pending', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const [succeeded = ''] = await past(client, 'succeeded')
    const members = (current_status: string) => ({ current_status })
    expectRefusal(await client.retry(succeeded), 'webhooks/delivery-not-retryable', members('succeeded'))
    receiver.respond(answering(500))
    await webhooks.pay(client)
    await worker.settled()
    const [{ id }] = await client.deliveries()
    expectRefusal(await client.retry(id), 'webhooks/delivery-not-retryable', members('pending'))
  })

  test('refuses while the endpoint is paused', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const [id = ''] = await past(client, 'failed')
    await client.change({ status: 'paused' })
    expectRefusal(await client.retry(id), 'webhooks/endpoint-paused')
    await client.change({ status: 'active' })
    expect((await client.retry(id)).status).toBe(202)
  })

  test('takes effect once in ten concurrent requests', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const [id = ''] = await past(client, 'failed')
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.retry(id)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    await worker.settled()
    expect(receiver.received).toHaveLength(1)
  })

  test("does not find a delivery of the client's other endpoint", async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const [id] = await past(client, 'failed')
    const { body: other } = await client.portal.post('/webhooks', {
      url: `${receiver.url}/2`,
      events: ['order.created'],
    })
    const path = `/webhooks/${other.id}/deliveries/${id}`
    expectRefusal(await client.portal.get(path), 'deliveries/not-found')
    expectRefusal(await client.portal.post(`${path}/retry`), 'deliveries/not-found')
  })
})

describe('POST /webhooks/{id}/recover', () => {
  const endings = ['failed', 'succeeded', 'abandoned', 'failed', 'pending', 'abandoned', 'failed']
  test.each([
    [undefined, 3],
    [{}, 3],
    [{ include_abandoned: true }, 5],
    [{ since: dayOf(4) }, 2],
    [{ since: '2026-10-04T12:00:00.001Z' }, 1],
    [{ since: dayOf(4), include_abandoned: true }, 3],
    [{ since: null, include_abandoned: false }, 3],
    [{ since: dayOf(8) }, 0],
    [{ until: dayOf(4) }, 1],
    [{ until: '2026-10-04T12:00:00.001Z' }, 2],
    [{ since: dayOf(2), until: '2026-10-06T13:00:00.001+01:00', include_abandoned: true }, 3],
    [{ event_types: ['payment.received'] }, 2],
    [{ event_types: ['order.created', 'payment.received'], include_abandoned: true }, 5],
    [{ event_types: ['order.created'], include_abandoned: true, since: dayOf(5) }, 1],
    [{ event_types: ['lot.created'] }, 0],
    [{ event_types: null, until: null, dry_run: false }, 3],
  ])('with %j resends %i missed deliveries', async (body, count) => {
    const client = await webhooks.aSubscriber(receiver.url)
    await past(client, ...endings)
    // The pending one is not due, and stays unchanged.
    const before = await client.deliveries('status=pending')
    const dry = await client.recover({ ...body, dry_run: true })
    expect([dry.status, dry.body]).toEqual([202, { count }])
    expect(await client.recover(body)).toMatchObject({ status: 202, body: { count } })
    expect((await client.recover(body)).body).toEqual({ count: 0 })
    await worker.settled()
    expect(receiver.received).toHaveLength(count)
    expect(await client.deliveries('status=succeeded')).toHaveLength(1 + count)
    expect(await client.deliveries('status=pending')).toEqual(before)
  })

  test('refuses while the endpoint is paused', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    await client.change({ status: 'paused' })
    const refused = expectRefusal(await client.recover(), 'webhooks/endpoint-paused')
    expect(refused.detail).toContain('Re-activate it first')
  })

  test('changes and records nothing in a dry run, which works while the endpoint is paused', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    await past(client, ...endings)
    await client.change({ status: 'paused' })
    const deliveries = await client.deliveries()
    const entries = sql<{ count: number }>`select count(*) as count from audit_entries`
    const audited = await webhooks.db.one(entries)
    const { status, body } = await client.recover({ include_abandoned: true, dry_run: true })
    // Pausing has stopped the pending one.
    expect([status, body]).toEqual([202, { count: 6 }])
    expect(await client.deliveries()).toEqual(deliveries)
    expect(await webhooks.db.one(entries)).toEqual(audited)
  })

  test('does not count the deliveries of another client', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const other = await webhooks.aSubscriber(receiver.url)
    await past(other, 'failed')
    const answer = await client.portal.post(`${other.path}/recover`, { dry_run: true })
    expectRefusal(answer, 'webhooks/not-found')
  })

  test.each([
    { since: 'yesterday' },
    { since: '2026-10-01' },
    { until: 1 },
    { since: dayOf(3), until: dayOf(2) },
    { event_types: [] },
    { event_types: ['order.lost'] },
    { event_types: ['order.created', 'order.created'] },
    { include_abandoned: 'yes' },
    { dry_run: 'yes' },
  ])('refuses %j', async (body) => {
    const client = await webhooks.aSubscriber(receiver.url)
    expectRefusal(await client.recover(body), 'validation/invalid-body', { errors: expect.any(Array) })
  })
})

describe('GET /webhooks/{id}/deliveries', () => {
  const endings = ['failed', 'succeeded', 'abandoned', 'failed', 'pending', 'abandoned', 'failed']
  test.each([
    ['', [7, 6, 5, 4, 3, 2, 1]],
    ['status=failed', [7, 4, 1]],
    ['status=abandoned', [6, 3]],
    ['event_type=order.created', [6, 4, 2]],
    ['status=failed&event_type=payment.received', [7, 1]],
    ['event_type=lot.created', []],
  ])('lists newest first, page by page, with %s', async (query, days) => {
    const client = await webhooks.aSubscriber(receiver.url)
    const ids = await past(client, ...endings)
    const seen: string[] = []
    let cursor = ''
    do {
      const path = `${client.path}/deliveries?limit=2&${query}${cursor && `&cursor=${cursor}`}`
      const { body } = await client.portal.get(path.replace('&&', '&').replace(/&$/, ''))
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      expect(body.has_more).toBe(body.next_cursor !== null)
      cursor = body.next_cursor ?? ''
    } while (cursor)
    expect(seen).toEqual(days.map((day) => ids[day - 1]))
  })

  test.each(['status=lost', 'event_type=webhook.test', 'event=x'])('refuses %s', async (query) => {
    const client = await webhooks.aSubscriber(receiver.url)
    const answer = await client.portal.get(`${client.path}/deliveries?${query}`)
    expectRefusal(answer, 'validation/invalid-parameter', { errors: expect.any(Array) })
  })

  test('returns one delivery with its attempt log', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    receiver.respond(answering(503, 'ocupado'))
    await webhooks.pay(client)
    await worker.settled()
    await client.change({ status: 'paused' })
    await client.change({ status: 'active' })
    receiver.respond(answering(202, 'gracias'))
    await client.recover()
    await worker.settled()
    const [listed] = await client.deliveries()
    const { attempt_log, body, ...rest } = await client.detail(listed.id)
    expect(rest).toEqual(listed)
    expect(body).toBe(receiver.received[0]?.body)
    expect(listed).toEqual({
      id: expect.any(String),
      event_type: 'payment.received',
      event_id: JSON.parse(receiver.received[0]?.body ?? '').id.slice('evt_'.length),
      status: 'succeeded',
      attempts: 1,
      response_status: 202,
      duration_ms: expect.any(Number),
      created_at: expect.any(String),
      delivered_at: expect.any(String),
      next_attempt_at: null,
    })
    const attempt = { started_at: expect.any(String), duration_ms: expect.any(Number) }
    expect(attempt_log).toEqual([
      {
        ...attempt,
        number: 1,
        response_status: 503,
        error: 'HTTP 503',
        failure: { code: 'http_status', params: { status: 503 } },
        response_excerpt: 'ocupado',
      },
      {
        ...attempt,
        number: 2,
        response_status: 202,
        error: null,
        failure: null,
        response_excerpt: 'gracias',
      },
    ])
    const last = attempt_log[1]
    expect(Date.parse(last.started_at) + last.duration_ms).toBe(Date.parse(listed.delivered_at))
  })
})
