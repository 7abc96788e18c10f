// An endpoint with auto_resume is tried again after an automatic pause. The tests age the pause instead of waiting.
import { autoResumePolicy } from '@anden/contract'
import { beforeEach, expect, test } from 'vitest'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { answering, type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import type { Subscriber } from '../../tests/harness/subscribers.ts'
import { sql } from '../db/sql.ts'
import { trialMinutes } from './trials.ts'

const webhooks = await useWebhooks({ webhooks: { retryScheduleSeconds: [0, 86_400], pauseAfter: 3 } })
const worker = webhooks.aWorker()
let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver(answering(500))
  return () => receiver.stop()
})

async function settle() {
  worker.wake()
  await worker.settled()
}

/** Paused by three failures, with a fourth event that came during the pause. */
async function aPausedClient(change: object = { auto_resume: true }) {
  const client = await webhooks.aSubscriber(receiver.url)
  await client.change(change)
  await webhooks.pay(client, 3)
  await settle()
  await webhooks.pay(client)
  expect(await client.endpoint()).toMatchObject({ status: 'paused', consecutive_failures: 3 })
  receiver.received.length = 0
  return client
}

/** As if so many minutes had passed since the pause. */
const age = ({ webhookId }: Subscriber, minutes: number) =>
  webhooks.db.run(sql`
    update webhook_endpoints set auto_paused_at = auto_paused_at - ${minutes}::double precision * interval '1 min',
      next_trial_at = next_trial_at - ${minutes}::double precision * interval '1 min'
    where id = ${webhookId}`)

const health = async (client: Subscriber) => (await client.portal.get(`${client.path}/health`)).body

test('the policy: 1, 5, 15 and 60 minutes, then every hour for a day', () => {
  expect(trialMinutes.slice(0, 6)).toEqual([1, 5, 15, 60, 120, 180])
  expect(trialMinutes.at(-1)).toBe(autoResumePolicy.untilAfterMinutes)
  expect(trialMinutes).toHaveLength(27)
})

test('tries the oldest failed delivery at each of these times and never earlier, and gives up after a day', async () => {
  const client = await aPausedClient()
  const oldest = (await client.deliveries('status=failed')).at(-1)
  let passed = 0
  for (const [index, minutes] of trialMinutes.entries()) {
    const { next_trial_at, paused_since } = await health(client)
    expect(Date.parse(next_trial_at) - Date.parse(paused_since)).toBe(minutes * 60_000)
    await age(client, minutes - passed - 0.5)
    await settle()
    expect(receiver.received).toHaveLength(index)
    await age(client, 0.5)
    passed = minutes
    await settle()
    expect(receiver.received).toHaveLength(index + 1)
  }
  const ids = receiver.received.map(({ headers }) => headers['service-delivery-id'])
  expect(new Set(ids)).toEqual(new Set([oldest.id]))
  expect(await client.endpoint()).toMatchObject({ status: 'paused', consecutive_failures: 3 })
  expect(await client.detail(oldest.id)).toMatchObject({
    status: 'failed',
    attempts: 28,
    next_attempt_at: null,
  })
  expect(await health(client)).toMatchObject({ paused_by: 'failures', next_trial_at: null })
  await age(client, 100 * 24 * 60)
  await settle()
  expect(receiver.received).toHaveLength(27)
})

test('a 2xx re-activates the endpoint and recovers the rest', async () => {
  const client = await aPausedClient()
  receiver.respond(answering(204))
  await age(client, 1)
  await settle()
  expect(receiver.received).toHaveLength(4)
  expect(await client.deliveries('status=succeeded')).toHaveLength(4)
  expect(await client.endpoint()).toMatchObject({ status: 'active', consecutive_failures: 0 })
  expect(await health(client)).toMatchObject({ paused_by: null, next_trial_at: null, missed: 0 })
  await webhooks.pay(client)
  await settle()
  expect(receiver.received).toHaveLength(5)
})

test('after another pause it begins again', async () => {
  const client = await aPausedClient()
  receiver.respond(answering(204))
  await age(client, 1)
  await settle()
  receiver.respond(answering(500))
  await webhooks.pay(client, 3)
  await settle()
  const { next_trial_at, paused_since, paused_by } = await health(client)
  expect(paused_by).toBe('failures')
  expect(Date.parse(next_trial_at) - Date.parse(paused_since)).toBe(60_000)
})

test('a trial that nobody could make is not made up for: the next one is', async () => {
  const client = await aPausedClient()
  await age(client, 200)
  await settle()
  await settle()
  expect(receiver.received).toHaveLength(1)
  const { next_trial_at, paused_since } = await health(client)
  expect(Date.parse(next_trial_at) - Date.parse(paused_since)).toBe(240 * 60_000)
})

test('any number of processes make one trial', async () => {
  const client = await aPausedClient()
  const others = Array.from({ length: 4 }, () => webhooks.aWorker())
  await age(client, 1)
  await Promise.all([...others, worker].map((one) => one.settled()))
  expect(receiver.received).toHaveLength(1)
  await Promise.all(others.map((one) => one.stop()))
})

test('is off unless it is asked for', async () => {
  const client = await aPausedClient({ description: 'x' })
  expect((await client.endpoint()).auto_resume).toBe(false)
  await age(client, 1)
  await settle()
  expect(receiver.received).toHaveLength(0)
  expect(await health(client)).toMatchObject({ next_trial_at: null })
})

test.each([
  ['pauses it', { status: 'paused' }],
  ['pauses it, and asks for auto_resume', { status: 'paused', auto_resume: true }],
  ['turns it off', { auto_resume: false }],
])('ends when the client %s', async (_what, change) => {
  const client = await aPausedClient()
  await client.change(change)
  await age(client, 1)
  await settle()
  expect(receiver.received).toHaveLength(0)
  expect(await health(client)).toMatchObject({ next_trial_at: null })
})

test('ends with a re-activation, and a later pause by the client is not tried', async () => {
  const client = await aPausedClient()
  await client.change({ status: 'active' })
  expect(await health(client)).toMatchObject({ next_trial_at: null, paused_by: null })
  await client.change({ status: 'paused' })
  await age(client, 24 * 60)
  await settle()
  expect(receiver.received).toHaveLength(0)
})

test('any other change leaves it, and turned on during a pause it counts from the pause', async () => {
  const client = await aPausedClient({ description: 'x' })
  await age(client, 10)
  await client.change({ auto_resume: true })
  await client.change({ description: 'y' })
  const { next_trial_at, paused_since } = await health(client)
  expect(Date.parse(next_trial_at) - Date.parse(paused_since)).toBe(15 * 60_000)
})

test.each(['paused', 'deleted'])(
  'a success that arrives after the client has %s it re-activates nothing',
  async (how) => {
    const client = await aPausedClient()
    const held = receiver.holdAnswers()
    await age(client, 1)
    worker.wake()
    const settled = worker.settled()
    await receiver.arrived(1)
    if (how === 'paused') await client.change({ status: 'paused' })
    else await client.portal.delete(client.path)
    held[0]?.(200)
    await settled
    const rows = await webhooks.db.rows(sql<{ status: string }>`
    select status from webhook_endpoints where id = ${client.webhookId}`)
    expect(rows).toEqual([{ status: 'paused' }])
    expect(receiver.received).toHaveLength(1)
  },
)

test('a success of an attempt from before the pause re-activates nothing', async () => {
  const client = await webhooks.aSubscriber(receiver.url)
  await client.change({ auto_resume: true })
  const held = receiver.holdAnswers()
  await webhooks.pay(client, 4)
  worker.wake()
  const settled = worker.settled()
  await receiver.arrived(4)
  for (const answer of held.slice(0, 3)) answer(500)
  await expect.poll(async () => (await client.endpoint()).status).toBe('paused')
  held[3]?.(200)
  await settled
  expect(await client.endpoint()).toMatchObject({ status: 'paused' })
})

test('the mail about the pause says that it is tried again', async () => {
  await aPausedClient()
  const jobs = await webhooks.db.rows(sql<{ payload: { text: string } }>`
    select payload from graphile_worker._private_jobs order by id desc limit 1`)
  expect(jobs[0]?.payload.text).toContain('durante un día seguimos probando')
  expect(jobs[0]?.payload.text).toContain('we keep trying for a day')
})
