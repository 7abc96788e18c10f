import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { answering, type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { ageDeliveries } from '../../tests/harness/webhook-data.ts'
import { leaseDeliveriesTo, onDueDeliveries } from './hand-over.ts'
import { notifyOwners } from './record.ts'
import { createSender } from './send.ts'
import { startWorker } from './worker.ts'

let receiver: Receiver
const sender = createSender({ timeoutMs: 1_000, allowPrivate: true })
const { service, warehouse } = await useWarehouse({ sender })
const worker = startWorker(service.deps, sender, notifyOwners(service.deps.webhooks))
onDueDeliveries(service.db, worker.wake)
leaseDeliveriesTo(service.db, worker.lessee)
afterAll(async () => {
  await worker.stop()
  await sender.close()
})
beforeEach(async () => {
  receiver = await startReceiver()
  return () => receiver.stop()
})

async function aSubscriber(events: string[]) {
  const client = await warehouse.aStockedClient(100)
  const { status, body, text } = await client.portal.post('/webhooks', { url: receiver.url, events })
  expect(status, text).toBe(201)
  const deliveries = (query = '') =>
    client.portal.get(`/webhooks/${body.id}/deliveries${query}`).then((answer) => answer.body.data)
  const endpoint = () => client.portal.get(`/webhooks/${body.id}`).then((answer) => answer.body)
  return { ...client, webhook: body, deliveries, endpoint }
}

describe('a delivery', () => {
  test("arrives with the feed's envelope and its headers, and is listed as succeeded", async () => {
    const client = await aSubscriber(['order.created'])
    const { body: placed } = await order(client, 1)
    await receiver.arrived(1)
    await worker.settled()
    const [request] = receiver.received
    const envelope = JSON.parse(request?.body ?? '')
    expect(envelope).toMatchObject({ type: 'order.created', api_version: 'v1' })
    expect(envelope.data.object.id).toBe(placed.id)
    const { body: feed } = await client.portal.get('/events?type=order.created')
    expect(feed.data[0]).toEqual(envelope)
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'service-event-id': envelope.id,
      'service-event-type': 'order.created',
      'service-delivery-attempt': '1',
      'webhook-id': envelope.id,
    })
    const [delivery] = await client.deliveries()
    expect(delivery).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      response_status: 200,
      next_attempt_at: null,
    })
    const { body: detail } = await client.portal.get(
      `/webhooks/${client.webhook.id}/deliveries/${delivery.id}`,
    )
    expect(detail.body).toBe(request?.body)
    expect(await client.endpoint()).toMatchObject({ consecutive_failures: 0, status: 'active' })
  })

  test('follows the retry schedule and is abandoned after the seventh failure', async () => {
    receiver.respond(answering(503, 'busy'))
    const client = await aSubscriber(['order.created'])
    await order(client, 1)
    await receiver.arrived(1)
    await worker.settled()
    for (const [retry, waitSeconds] of [30, 300, 1_800, 7_200, 21_600, 86_400].entries()) {
      await ageDeliveries(service.db, waitSeconds + 1)
      worker.wake()
      await receiver.arrived(retry + 2)
      await worker.settled()
    }
    expect(receiver.received).toHaveLength(7)
    expect(new Set(receiver.received.map((one) => one.body)).size).toBe(1)
    const [delivery] = await client.deliveries()
    expect(delivery).toMatchObject({ status: 'abandoned', attempts: 7, response_status: 503 })
    expect(await client.endpoint()).toMatchObject({
      consecutive_failures: 7,
      last_failure_reason: 'HTTP 503',
      last_failure: { code: 'http_status', params: { status: 503 } },
    })
  })

  test('stops after ten consecutive failures of its endpoint, and is recovered after re-activation', async () => {
    receiver.respond(answering(500))
    const client = await aSubscriber(['order.created'])
    for (let i = 0; i < 12; i++) await order(client, 1)
    await receiver.arrived(10)
    await worker.settled()
    expect(await client.endpoint()).toMatchObject({ status: 'paused' })
    expect(await client.deliveries('?status=pending')).toEqual([])
    await order(client, 1)
    expect(await client.deliveries('?status=failed&limit=100')).toHaveLength(13)
    receiver.respond(answering(200))
    await client.portal.patch(`/webhooks/${client.webhook.id}`, { status: 'active' })
    const recovered = await client.portal.post(`/webhooks/${client.webhook.id}/recover`, {})
    expect(recovered).toMatchObject({ status: 202, body: { count: 13 } })
    await worker.settled()
    expect(await client.deliveries('?status=succeeded&limit=100')).toHaveLength(13)
    expect(await client.endpoint()).toMatchObject({ status: 'active', consecutive_failures: 0 })
  })
})
