// The filter of an endpoint, decided in the transaction of the event.
import { type EventType, eventFamilies, eventFamilyOf, eventFilterMembers, eventTypes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { expectFaults } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { sql } from '../db/sql.ts'
import { eventSample } from '../openapi/event-samples.ts'

const { service, warehouse } = await useWarehouse()
const { staff, act } = warehouse

type Client = Awaited<ReturnType<typeof warehouse.aStockedClient>>
type Filter = { destinatario_id?: string[]; product_id?: string[]; status?: string[] } | null

let endpoints = 0
async function anEndpoint({ portal }: Client, filter: Filter, events: readonly string[] = eventTypes) {
  endpoints += 1
  const given = { url: `https://8.8.8.8/filter-${endpoints}`, events, filter }
  const { status, body, text } = await portal.post('/webhooks', given)
  expect(status, text).toBe(201)
  return body.id as string
}

/** The types of the events that were sent to an endpoint, oldest first. */
async function sentTo({ portal }: Client, id: string): Promise<string[]> {
  const { body } = await portal.get(`/webhooks/${id}/deliveries?limit=100`)
  return body.data.map(({ event_type }: { event_type: string }) => event_type).reverse()
}

test('without a filter, or with null or {}, an endpoint gets every event of its types', async () => {
  const client = await warehouse.aStockedClient()
  const ids = [await anEndpoint(client, null), await anEndpoint(client, {})]
  expect((await client.portal.get(`/webhooks/${ids[1]}`)).body.filter).toBeNull()
  await order(client, 1)
  for (const id of ids) expect(await sentTo(client, id)).toEqual(['order.created'])
})

test('orders pass by destinatario, by a product on any line and by status; every member must hold', async () => {
  const client = await warehouse.aStockedClient()
  const otherProduct = await warehouse.aProduct(client.id)
  await warehouse.receive(client.id, { product_id: otherProduct, quantity: 50 })
  const elsewhere = { ...client, destinatarioId: await warehouse.aDestinatario(client) }
  const [mine, theirs] = [client.destinatarioId, elsewhere.destinatarioId]
  const ofOrders = eventTypes.filter((type) => type.startsWith('order.'))
  const filters = {
    mine: { destinatario_id: [mine] },
    both: { destinatario_id: [mine, theirs] },
    otherProduct: { product_id: [otherProduct] },
    anyProduct: { product_id: [otherProduct, client.productId] },
    approved: { status: ['approved', 'cancelled'] },
    mineApproved: { destinatario_id: [mine.toUpperCase()], status: ['approved'] },
    nothing: { destinatario_id: [theirs], product_id: [otherProduct], status: ['delivered'] },
  }
  const ids = new Map<string, string>()
  for (const [name, filter] of Object.entries(filters))
    ids.set(name, await anEndpoint(client, filter, ofOrders))
  const items = [
    { product_id: client.productId, quantity: 1 },
    { product_id: otherProduct, quantity: 1 },
  ]
  const first = await order(client, 1)
  await order(elsewhere, 1, { items })
  await act(first.body.id, 'approve')
  const sent = await Promise.all([...ids].map(async ([name, id]) => [name, await sentTo(client, id)]))
  expect(Object.fromEntries(sent)).toEqual({
    mine: ['order.created', 'order.approved'],
    both: ['order.created', 'order.created', 'order.approved'],
    otherProduct: ['order.created'],
    anyProduct: ['order.created', 'order.created', 'order.approved'],
    approved: ['order.approved'],
    mineApproved: ['order.approved'],
    nothing: [],
  })
})

test('goods pass by product, and what has no such property is not affected by the member', async () => {
  const client = await warehouse.aStockedClient()
  const otherProduct = await warehouse.aProduct(client.id)
  const byProduct = await anEndpoint(client, { product_id: [otherProduct] })
  const byStatus = await anEndpoint(client, {
    status: ['delivered'],
    destinatario_id: [client.destinatarioId],
  })
  await warehouse.receive(client.id, { product_id: client.productId, quantity: 1 })
  await warehouse.receive(client.id, { product_id: otherProduct, quantity: 1, lot_number: 'B' })
  await staff.post('/payments', { client_id: client.id, amount: 1, payment_method: 'qr' })
  await order(client, 1)
  const ofGoods = ['remito.created', 'lot.created', 'stock.changed']
  const counted = (types: string[]) => types.toSorted()
  expect(counted(await sentTo(client, byProduct))).toEqual([...ofGoods, 'payment.received'].toSorted())
  expect(counted(await sentTo(client, byStatus)).filter((type) => type === 'stock.changed')).toHaveLength(2)
  expect(await sentTo(client, byStatus)).toContain('payment.received')
  expect(await sentTo(client, byStatus)).not.toContain('order.created')
})

test('a large import is filtered as well', async () => {
  const client = await warehouse.aStockedClient(0)
  const skus = Array.from({ length: 40 }, (_, n) => `IMP-${client.id.slice(-6)}-${n}`)
  const products = await Promise.all(
    skus.map((sku) => staff.post(`/clients/${client.id}/products`, { name: sku, sku, unit_type: 'caja' })),
  )
  const chosen = [products[3]?.body.id, products[17]?.body.id]
  const filtered = await anEndpoint(client, { product_id: chosen }, ['stock.changed', 'lot.created'])
  const all = await anEndpoint(client, null, ['stock.changed', 'lot.created'])
  const csv = ['sku,lot_number,quantity', ...skus.map((sku) => `${sku},L1,5`)].join('\n')
  const imported = await staff.call('POST', `/stock/imports?client_id=${client.id}`, csv, {
    'content-type': 'text/csv',
  })
  expect(imported.status, imported.text).toBeLessThan(300)
  expect(await sentTo(client, all)).toHaveLength(80)
  expect((await sentTo(client, filtered)).toSorted()).toEqual([
    ...['lot.created', 'lot.created'],
    ...['stock.changed', 'stock.changed'],
  ])
})

test('a replay of the past sends only what passes', async () => {
  const client = await warehouse.aStockedClient()
  const { body } = await order(client, 1)
  await act(body.id, 'approve')
  const id = await anEndpoint(client, { status: ['approved'] }, ['order.*'])
  const replayed = await client.portal.post(`/webhooks/${id}/replay`, { since: '2020-01-01T00:00:00Z' })
  expect(replayed.body, replayed.text).toEqual({ count: 1 })
  expect(await sentTo(client, id)).toEqual(['order.approved'])
})

test('a change replaces or clears it, and takes effect with the next event', async () => {
  const client = await warehouse.aStockedClient()
  const id = await anEndpoint(client, { status: ['delivered'] }, ['order.created'])
  await order(client, 1)
  const changed = await client.portal.patch(`/webhooks/${id}`, { filter: { status: ['pending'] } })
  expect(changed.body.filter).toEqual({ status: ['pending'] })
  await order(client, 1)
  const described = await client.portal.patch(`/webhooks/${id}`, { description: 'ERP' })
  expect(described.body.filter).toEqual({ status: ['pending'] })
  expect((await client.portal.patch(`/webhooks/${id}`, { filter: null })).body.filter).toBeNull()
  await order(client, 1)
  expect(await sentTo(client, id)).toHaveLength(2)
})

test('the members apply to the families that the contract names, by their payload', async () => {
  const passes = async (filter: object, type: EventType) => {
    const { object } = eventSample(type, Date.parse('2026-11-02T12:00:00Z'))
    const body = JSON.stringify({ data: { object } })
    const { passes } = await service.db.one(
      sql<{ passes: boolean }>`
        select passes_filter(${JSON.stringify(filter)}::jsonb, ${type}, ${body}) as passes`,
    )
    return passes
  }
  for (const type of eventTypes) {
    const { filterMembers } = eventFamilies[eventFamilyOf(type)]
    for (const member of eventFilterMembers) {
      // No sample has this value: only events without the property pass.
      const excluded = await passes({ [member]: ['nothing'] }, type)
      expect([type, member, excluded]).toEqual([type, member, !filterMembers.includes(member)])
    }
    const { object } = eventSample(type, 0) as { object: Record<string, unknown> }
    const [item] = [object['distribution_order_items'], object['distribution_remito_items']]
      .flat()
      .filter(Boolean)
    const own = {
      destinatario_id: [object['destinatario_id'] ?? 'x'],
      product_id: [object['product_id'] ?? (item as { product_id?: string } | undefined)?.product_id ?? 'x'],
      status: [object['status'] ?? 'x'],
    }
    expect([type, await passes(own, type)]).toEqual([type, true])
  }
})

test.each([
  [{ status: [] }, 'too_few_items'],
  [{ status: ['lost'] }, 'not_one_of'],
  [{ status: 'pending' }, 'wrong_type'],
  [{ sku: ['x'] }, 'unknown_member'],
  [{ product_id: ['x'] }, 'not_a_uuid'],
  [{ product_id: [uuidv7()] }, 'not_your_product'],
  [{ destinatario_id: [uuidv7()] }, 'unknown_destinatario'],
  [{ product_id: Array.from({ length: 51 }, () => uuidv7()) }, 'too_many_items'],
])('refuses %j', async (filter, code) => {
  const client = await warehouse.aStockedClient(0)
  const given = { url: 'https://8.8.8.8/refused', events: ['order.created'], filter }
  expect(expectFaults(await client.portal.post('/webhooks', given))).toContain(code)
})

test("refuses another client's product and destinatario", async () => {
  const [client, other] = [await warehouse.aStockedClient(0), await warehouse.aStockedClient(0)]
  const filter = { product_id: [client.productId, other.productId], destinatario_id: [other.destinatarioId] }
  const given = { url: 'https://8.8.8.8/refused', events: ['order.created'], filter }
  const { body } = await client.portal.post('/webhooks', given)
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/filter/destinatario_id/0',
    '/filter/product_id/1',
  ])
})

test('an endpoint without a filter costs nothing: its events are not even parsed', async () => {
  const [client, filtered] = [await warehouse.aStockedClient(), await warehouse.aStockedClient()]
  await anEndpoint(client, null)
  await anEndpoint(filtered, { status: ['pending'] })
  await service.db.run(sql`alter function passes_filter rename to real_filter`)
  await service.db.run(sql`
    create function passes_filter(jsonb, text, text) returns boolean language plpgsql
    as 'begin raise exception ''called''; end'`)
  expect((await order(client, 1)).status).toBe(201)
  expect((await order(filtered, 1)).status).toBe(500)
  await service.db.run(sql`drop function passes_filter`)
  await service.db.run(sql`alter function real_filter rename to passes_filter`)
  expect((await order(filtered, 1)).status).toBe(201)
})
