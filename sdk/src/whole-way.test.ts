// The life of an order through the SDK alone: placed by the client, approved by the ERP, with its remito, its
// webhooks and the feed of events.
import { expect, test, vi } from 'vitest'
import { useReceiver, useWebhooks } from '../../server/tests/harness/prologue.ts'
import { until } from '../../server/tests/harness/until.ts'
import type { AndenEvent } from './index.ts'
import { allRows, backofficeOf, stockedClient } from './testing/clients.ts'

const timeoutMs = 240_000
vi.setConfig({ testTimeout: timeoutMs + 60_000 })

const receiver = await useReceiver()
const { service, aWorker } = await useWebhooks()
const backoffice = await backofficeOf(service)
const { anden, product, anOrder } = await stockedClient(service, backoffice)

test('an order goes from the client to the warehouse and back, as remito, webhooks and feed', async () => {
  aWorker()
  const events = ['order.created', 'order.approved', 'remito.created'] as const
  const endpoint = await anden.webhooks.create({ url: receiver.url, events: [...events] })
  expect(endpoint.signing_secret).toMatch(/^whsec_/)
  // The feed lags behind while any transaction runs on the same server, including those of other tests.
  const past = () => anden.events.list({ order: 'asc' })
  await until('the ingreso is in the feed', async () => (await past()).data.length === 3, timeoutMs)
  const start = (await past()).next_cursor ?? undefined

  const placed = await anden.orders.create(anOrder(12))
  expect(placed.status).toBe('pending')
  const pending = await allRows(backoffice.orders.list({ status: 'pending' }))
  expect(pending.map(({ id }) => id)).toEqual([placed.id])
  const approved = await backoffice.orders.update(placed.id, { action: 'approve' })
  expect(approved.status).toBe('approved')

  const [remito] = await allRows(anden.remitos.list({ source_order_id: placed.id }))
  expect(remito?.type).toBe('egreso')
  const detail = await anden.remitos.get(remito?.id ?? '')
  expect(detail.distribution_remito_items.map((item) => [item.lot_number, item.quantity])).toEqual([
    ['L1', 12],
  ])
  expect((await anden.remitos.pdf.get(detail.id)).type).toBe('application/pdf')
  expect((await anden.stock.get(product.id)).quantity).toBe(88)

  const stop = new AbortController()
  const followed: AndenEvent[] = []
  for await (const event of anden.events.follow(start, { pollMs: 20, signal: stop.signal })) {
    followed.push(event)
    if (event.type === 'stock.changed') expect(event.data.object.new_quantity).toBe(88)
    if (followed.length === 4) stop.abort()
  }
  expect(followed.map(({ type }) => type).sort()).toEqual([...events, 'stock.changed'].sort())

  await receiver.arrived(events.length)
  const delivered = receiver.received.map(({ body }) => JSON.parse(body) as AndenEvent)
  expect(delivered.map(({ id }) => id).sort()).toEqual(
    followed
      .filter(({ type }) => type !== 'stock.changed')
      .map(({ id }) => id)
      .sort(),
  )
})
