import { describe, expect, test } from 'vitest'
import type { Caller } from '../../tests/harness/http.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { sql } from '../db/sql.ts'

const webhooks = await useWebhooks()

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

describe('PATCH /webhooks/{id}', () => {
  test('changes only the given members', async () => {
    const { portal } = await aClient()
    const { body: made } = await create(portal, { description: 'ERP' })
    const path = `/webhooks/${made.id}`
    const { body: before } = await portal.get(path)
    const changes = [
      { url: 'https://erp.bodega.example/other' },
      { events: ['lot.depleted'], event_patterns: ['lot.depleted'] },
      { description: 'Otro' },
      { description: null },
      { status: 'paused' },
    ]
    let expected = before
    for (const { event_patterns, ...change } of changes) {
      const { status, body } = await portal.patch(path, change)
      expect(status).toBe(200)
      const patterns = event_patterns ? { event_patterns } : {}
      expected = { ...expected, ...change, ...patterns, updated_at: body.updated_at }
      expect(body).toEqual(expected)
    }
    expect((await portal.get(path)).body).toEqual(expected)
  })

  test('with {} returns the endpoint unchanged, and writes nothing', async () => {
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

  test("refuses another endpoint's URL, and accepts its own", async () => {
    const { portal } = await aClient()
    const { body: one } = await create(portal)
    await create(portal, { url: `${url}/2` })
    expectRefusal(await portal.patch(`/webhooks/${one.id}`, { url: `${url}/2` }), 'webhooks/duplicate-url')
    expect((await portal.patch(`/webhooks/${one.id}`, { url })).status).toBe(200)
  })

  test('pausing fails pending deliveries and stores new ones as failed; re-activating resets the failure count', async () => {
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
    // Missed deliveries stay failed until the client recovers them.
    expect(await statuses(made.id)).toEqual(['failed', 'failed'])
    await webhooks.db.run(failing(made.id, 3))
    const { body: again } = await client.portal.patch(path, { status: 'active' })
    expect(again).toMatchObject({ status: 'active', consecutive_failures: 3 })
  })
})

describe('DELETE /webhooks/{id}', () => {
  test('fails pending deliveries, and every route of the endpoint answers 404', async () => {
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
