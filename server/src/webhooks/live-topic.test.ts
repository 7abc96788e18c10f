// What the live stream reports about webhooks: endpoints that change, and attempts that are recorded.
import { describe, expect, test } from 'vitest'
import { bearer, listen } from '../../tests/harness/live-client.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { until } from '../../tests/harness/until.ts'
import { portalPrefix } from '../app/routes.ts'
import { sql } from '../db/sql.ts'
import { recordResults } from './record.ts'

const receiver = await useReceiver()
const webhooks = await useWebhooks({ live: { pollMs: 20 } })
const { db, service } = webhooks
const portal = service.url + portalPrefix

const versionOf = async (clientId: string) =>
  (
    await db.one(sql<{ version: number }>`
      select version from client_versions where client_id = ${clientId} and topic = 'webhooks'`)
  ).version

describe('the topic of webhooks', () => {
  test('is reported when an attempt is recorded, and not when an event is published', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const stream = await listen(portal, bearer(client.token))
    const before = await versionOf(client.id)
    await webhooks.pay(client)
    expect(await versionOf(client.id)).toBe(before)
    const worker = webhooks.aWorker()
    await receiver.arrived(1)
    await until('it is reported', () =>
      stream.changes.some(({ topic, version }) => topic === 'webhooks' && version > before),
    )
    await worker.stop()
    await stream.leave()
  })

  test('changes once per batch, however many results and endpoints of the client it has', async () => {
    const client = await webhooks.aSubscriber(receiver.url)
    const hook = { url: `${receiver.url}/second`, events: ['payment.received'] }
    const { body: second } = await client.portal.post('/webhooks', hook)
    await webhooks.addDue(client, 20)
    await webhooks.addDue({ id: client.id, webhookId: second.id }, 20)
    const leased = await db.rows(sql<{ id: string; endpoint_id: string; lease: string }>`
      update deliveries set lease = new_id(), leased_until = now() + interval '1 minute'
      where client_id = ${client.id} returning id, endpoint_id, lease`)
    const results = leased.map(({ id, endpoint_id, lease }) => ({
      ...{ deliveryId: id, endpointId: endpoint_id, lease, attempts: 0, finishedAt: performance.now() },
      ...{ succeeded: true, responseStatus: 200, durationMs: 1, error: null, failure: null, excerpt: null },
    }))
    const before = await versionOf(client.id)
    await recordResults(db, results, service.deps.webhooks, async () => undefined)
    expect(results).toHaveLength(40)
    expect(await versionOf(client.id)).toBe(before + 1)
  })

  test('is not reported to a key that may not read webhooks', async () => {
    const client = await service.aClient({
      scopes: ['write:webhooks', 'write:destinatarios', 'read:destinatarios'],
    })
    const stream = await listen(portal, bearer(client.token))
    const hook = { url: `${receiver.url}/none`, events: ['order.created'] }
    expect((await client.portal.post('/webhooks', hook)).status).toBe(201)
    await client.portal.post('/destinatarios', { name: 'Vinoteca' })
    await stream.heard('destinatarios')
    expect(stream.changes.map(({ topic }) => topic)).not.toContain('webhooks')
    await stream.leave()
  })
})
