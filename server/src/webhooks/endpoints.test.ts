import { eventTypes } from '@anden/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../db/sql.ts'
import type { Caller } from '../testing/http.ts'
import { expectRefusal } from '../testing/problem-answers.ts'
import { race, tally, times } from '../testing/race.ts'
import { startWebhooks, type Webhooks } from '../testing/subscribers.ts'
import { checkUrl } from './url-rule.ts'

let webhooks: Webhooks
beforeAll(async () => {
  const urlRule = (url: string) => checkUrl(url, { allowPrivate: false, resolve: async () => [] })
  webhooks = await startWebhooks({ urlRule })
})
afterAll(() => webhooks.stop())

const aClient = () => webhooks.service.aClient()
const url = 'https://erp.bodega.example/hooks'
const events = ['payment.received', 'order.created']
const create = (portal: Caller, more: object = {}) => portal.post('/webhooks', { url, events, ...more })
const deliveriesOf = (webhookId: string) =>
  sql<{ status: string }>`select status from deliveries where endpoint_id = ${webhookId}`
const failing = (webhookId: string, count: number) =>
  sql`update webhook_endpoints set consecutive_failures = ${count} where id = ${webhookId}`
const statuses = async (webhookId: string) =>
  (await webhooks.db.rows(deliveriesOf(webhookId))).map(({ status }) => status)

describe('POST /webhooks', () => {
  test('answers with the endpoint, its secret and a warning, and with nothing else', async () => {
    const { portal } = await aClient()
    const { status, headers, body } = await create(portal, { description: 'ERP' })
    expect(status).toBe(201)
    expect(headers.get('location')).toMatch(new RegExp(`/webhooks/${body.id}$`))
    expect(body).toEqual({
      id: expect.any(String),
      url,
      description: 'ERP',
      events,
      status: 'active',
      created_at: expect.any(String),
      signing_secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
      signing_secret_warning: expect.stringMatching(/not shown again/),
    })
    const { signing_secret, signing_secret_warning, ...shown } = body
    expect((await portal.get(`/webhooks/${body.id}`)).body).toEqual({
      ...shown,
      consecutive_failures: 0,
      last_success_at: null,
      last_failure_at: null,
      last_failure_reason: null,
      updated_at: body.created_at,
    })
  })

  test('makes twenty endpoints of twenty-five at once, and room again when one goes', async () => {
    const { portal } = await aClient()
    const answers = await race(
      times(25, (i) => () => create(portal, { url: `https://erp.bodega.example/${i}` })),
    )
    expect(tally(answers)).toEqual({ '201': 20, '409 webhooks/endpoint-limit-reached': 5 })
    const { body } = await portal.get('/webhooks')
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toHaveLength(20)
    expectRefusal(await create(portal), 'webhooks/endpoint-limit-reached')
    await portal.delete(`/webhooks/${body.data[0].id}`)
    expect((await create(portal)).status).toBe(201)
  })

  test('takes a URL once per client, also when it comes ten times at once', async () => {
    const { portal } = await aClient()
    const answers = await race(times(10, () => () => create(portal)))
    expect(tally(answers)).toEqual({ '201': 1, '409 webhooks/duplicate-url': 9 })
    // The same place in another notation.
    expectRefusal(
      await create(portal, { url: 'https://ERP.bodega.example:443/hooks#x' }),
      'webhooks/duplicate-url',
    )
    expect((await create((await aClient()).portal)).status).toBe(201)
    const { body } = await portal.get('/webhooks')
    await portal.delete(`/webhooks/${body.data[0].id}`)
    expect((await create(portal)).status).toBe(201)
  })

  test.each([
    'http://erp.bodega.example/hooks',
    'https://user:password@erp.bodega.example/',
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
    'https://localhost/',
    'ftp://erp.bodega.example/',
    'nonsense',
  ])('refuses %s, and says why', async (forbidden) => {
    const { portal } = await aClient()
    const { body } = await create(portal)
    for (const answer of [
      await create(portal, { url: forbidden }),
      await portal.patch(`/webhooks/${body.id}`, { url: forbidden }),
    ]) {
      const members = { errors: [{ pointer: '/url', detail: expect.any(String) }] }
      const { detail, errors } = expectRefusal(answer, 'webhooks/url-not-allowed', members)
      expect(errors[0].detail).toBe(detail)
    }
    expect((await portal.get(`/webhooks/${body.id}`)).body.url).toBe(url)
  })

  test.each([
    ['none', [], '/events'],
    ['one twice', ['order.created', 'order.created'], '/events'],
    ['one that there is not', ['order.created', 'order.eaten'], '/events/1'],
    ['the test ping', ['webhook.test'], '/events/0'],
    ['seventeen', [...eventTypes, 'order.created'], '/events'],
  ])('refuses %s among the events', async (_, given, pointer) => {
    const { portal } = await aClient()
    const answer = await create(portal, { events: given })
    const { errors } = expectRefusal(answer, 'validation/invalid-body', { errors: expect.any(Array) })
    expect(errors[0].pointer).toBe(pointer)
  })

  test('takes all sixteen events', async () => {
    const { portal } = await aClient()
    const { body } = await create(portal, { events: eventTypes })
    expect(body.events).toEqual(eventTypes)
    expect(body.events).toHaveLength(16)
  })
})

describe('PATCH /webhooks/{id}', () => {
  test('changes what it names and leaves the rest', async () => {
    const { portal } = await aClient()
    const { body: made } = await create(portal, { description: 'ERP' })
    const path = `/webhooks/${made.id}`
    const { body: before } = await portal.get(path)
    const changes = [
      { url: 'https://erp.bodega.example/other' },
      { events: ['lot.depleted'] },
      { description: 'Otro' },
      { description: null },
      { status: 'paused' },
    ]
    let expected = before
    for (const change of changes) {
      const { status, body } = await portal.patch(path, change)
      expect(status).toBe(200)
      expected = { ...expected, ...change, updated_at: body.updated_at }
      expect(body).toEqual(expected)
    }
    expect((await portal.get(path)).body).toEqual(expected)
  })

  test('with {} answers the endpoint unchanged, and writes nothing', async () => {
    const { portal, id: clientId } = await aClient()
    const { body: made } = await create(portal)
    const { body: before } = await portal.get(`/webhooks/${made.id}`)
    const { status, body } = await portal.patch(`/webhooks/${made.id}`, {})
    expect([status, body]).toEqual([200, before])
    const { body: audit } = await webhooks.staff.get(`/audit?client_id=${clientId}`)
    expect(audit.data.map((entry: { action: string }) => entry.action)).toEqual(['webhooks.create'])
  })

  test.each([
    { consecutive_failures: 0 },
    { signing_secret: 'whsec_00' },
    { status: 'broken' },
    { url: null },
    { events: [] },
  ])('refuses %j', async (change) => {
    const { portal } = await aClient()
    const { body } = await create(portal)
    const answer = await portal.patch(`/webhooks/${body.id}`, change)
    expectRefusal(answer, 'validation/invalid-body', { errors: expect.any(Array) })
  })

  test('refuses the URL of another endpoint, and takes its own', async () => {
    const { portal } = await aClient()
    const { body: one } = await create(portal)
    await create(portal, { url: `${url}/2` })
    expectRefusal(await portal.patch(`/webhooks/${one.id}`, { url: `${url}/2` }), 'webhooks/duplicate-url')
    expect((await portal.patch(`/webhooks/${one.id}`, { url })).status).toBe(200)
  })

  test('pausing ends what is pending and keeps what comes; re-activating starts with no failures', async () => {
    const client = await aClient()
    const { body: made } = await create(client.portal)
    const path = `/webhooks/${made.id}`
    await webhooks.pay(client)
    await client.portal.patch(path, { status: 'paused' })
    expect(await statuses(made.id)).toEqual(['failed'])
    await webhooks.pay(client)
    const { body: list } = await client.portal.get(`${path}/deliveries`)
    const stopped = { status: 'failed', attempts: 0, next_attempt_at: null, delivered_at: null }
    expect(list.data).toEqual([expect.objectContaining(stopped), expect.objectContaining(stopped)])
    await webhooks.db.run(failing(made.id, 7))
    const { body: paused } = await client.portal.patch(path, { description: 'still paused' })
    expect(paused).toMatchObject({ status: 'paused', consecutive_failures: 7 })
    const { body: active } = await client.portal.patch(path, { status: 'active' })
    expect(active).toMatchObject({ status: 'active', consecutive_failures: 0 })
    // What was missed is for the client to recover.
    expect(await statuses(made.id)).toEqual(['failed', 'failed'])
    await webhooks.db.run(failing(made.id, 3))
    const { body: again } = await client.portal.patch(path, { status: 'active' })
    expect(again).toMatchObject({ status: 'active', consecutive_failures: 3 })
  })
})

describe('DELETE /webhooks/{id}', () => {
  test('ends what is pending, and the endpoint is not there any more', async () => {
    const client = await aClient()
    const { body: made } = await create(client.portal)
    await webhooks.pay(client)
    const path = `/webhooks/${made.id}`
    const { body: list } = await client.portal.get(`${path}/deliveries`)
    const delivery = `${path}/deliveries/${list.data[0].id}`
    const gone = await client.portal.delete(path)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect(await statuses(made.id)).toEqual(['failed'])
    await webhooks.pay(client)
    expect(await statuses(made.id)).toEqual(['failed'])
    const { portal } = client
    for (const answer of [
      await portal.get(path),
      await portal.patch(path, { status: 'active' }),
      await portal.delete(path),
      await portal.post(`${path}/rotate-secret`),
      await portal.post(`${path}/recover`),
      await portal.get(`${path}/deliveries`),
      await portal.post(`${delivery}/retry`),
      await webhooks.staff.post(`/clients/${client.id}/webhooks/${made.id}/test`),
    ]) {
      expectRefusal(answer, 'webhooks/not-found')
    }
    expectRefusal(await portal.get(delivery), 'deliveries/not-found')
    expect((await portal.get('/webhooks')).body).toEqual({ data: [] })
    expect((await webhooks.staff.get(`/clients/${client.id}/webhooks`)).body).toEqual({ data: [] })
  })
})
