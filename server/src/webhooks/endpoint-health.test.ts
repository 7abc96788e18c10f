// The health of an endpoint: its latest attempts, its pause, and what it has missed.
import { maxAttemptsShown } from '@anden/contract'
import { expect, test } from 'vitest'
import { planCost } from '../../tests/harness/plans.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { answering } from '../../tests/harness/receiver.ts'
import { sql } from '../db/sql.ts'
import { healthOf } from './queries.ts'

const receiver = await useReceiver()
const webhooks = await useWebhooks({ webhooks: { pauseAfter: 3, retryScheduleSeconds: [0, 3600] } })
const { db } = webhooks
type Subscriber = Awaited<ReturnType<typeof webhooks.aSubscriber>>
const healthFor = async ({ portal, path }: Subscriber) => (await portal.get(`${path}/health`)).body

/** Deliveries with one attempt each, a second apart, the newest last. */
const addAttempted = ({ id, webhookId }: Subscriber, count: number, status: string, error: string | null) =>
  db.run(sql`
    with event as (
      insert into events (id, client_id, type, body)
      select new_id(), ${id}, 'payment.received', '{}' from generate_series(1, ${count}::int)
      returning id, client_id, type)
    insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, attempts, created_at, attempt_log)
    select new_id(), client_id, ${webhookId}, id, type, ${status}, 1,
      timestamptz '2026-05-01T00:00:00Z' + number * interval '1 s',
      jsonb_build_array(jsonb_build_object('number', 1, 'response_status', 200, 'duration_ms', number, 'error', ${error}::text,
        'started_at', to_char(timestamp '2026-05-01 00:00:00' + number * interval '1 s', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from (select *, row_number() over () as number from event) as event`)

test('an endpoint without attempts has none', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  expect(await healthFor(client)).toEqual({
    attempts: [],
    success_share: null,
    p50_ms: null,
    p95_ms: null,
    paused_by: null,
    paused_since: null,
    next_trial_at: null,
    missed: 0,
  })
})

test('shows the attempts as they were made, and the pause that they led to', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  const worker = webhooks.aWorker()
  await webhooks.pay(client)
  await receiver.arrived(1)
  await worker.settled()
  receiver.respond(answering(503))
  await webhooks.pay(client, 3)
  await receiver.arrived(4)
  await worker.settled()
  await worker.stop()
  // Published during the pause: never attempted.
  await webhooks.pay(client, 2)
  const health = await healthFor(client)
  expect(health.attempts.map(({ response_status }: { response_status: number }) => response_status)).toEqual([
    503, 503, 503, 200,
  ])
  expect(health.attempts[0]).toEqual({
    delivery_id: expect.any(String),
    started_at: expect.any(String),
    response_status: 503,
    duration_ms: expect.any(Number),
    succeeded: false,
  })
  const { last_failure_at } = await client.endpoint()
  expect(health).toMatchObject({
    success_share: 0.25,
    paused_by: 'failures',
    paused_since: last_failure_at,
    missed: 5,
  })
  const { body } = await client.recover({ dry_run: true })
  expect(body.count).toBe(health.missed)
})

test('says who has paused it', async () => {
  const client = await webhooks.aSubscriber(`${receiver.url}/by-hand`)
  const { body } = await client.change({ status: 'paused' })
  expect(await healthFor(client)).toMatchObject({ paused_by: 'client', paused_since: body.updated_at })
  await client.change({ status: 'active' })
  expect(await healthFor(client)).toMatchObject({ paused_by: null, paused_since: null })
})

test('has the latest hundred attempts, with their median and 95th percentile, from the newest deliveries', async () => {
  const client = await webhooks.aSubscriber(`${receiver.url}/many`)
  await addAttempted(client, 250, 'succeeded', null)
  await addAttempted(client, 250, 'abandoned', 'HTTP 503')
  const { attempts, ...figures } = await healthFor(client)
  expect(attempts).toHaveLength(maxAttemptsShown)
  expect(figures).toMatchObject({ success_share: 0.5, p50_ms: 225, p95_ms: 248 })
  const connection = await db.connect()
  await connection.query('analyze deliveries')
  const cost = await planCost(connection, healthOf(client.id, client.webhookId, 10))
  await connection.end()
  expect(cost.seqScans.filter((table) => table === 'deliveries')).toEqual([])
  expect(cost.rowsRead['deliveries']).toBeLessThanOrEqual(2 * maxAttemptsShown)
})
