// A pending order is changed, by its client or by the staff.
import type { OrderDetail, StaffOrderDetail } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import type { HttpAnswer } from '../../tests/harness/http.ts'
import { expectFaults, expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order, type Warehouse } from '../../tests/harness/warehouse.ts'
import { sql } from '../db/sql.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
type Change = Record<string, unknown>

const update = ({ portal }: Client, { id, revision }: OrderDetail, change: Change) =>
  portal.patch(`/orders/${id}`, { action: 'update', if_revision: revision, ...change })
const updateByStaff = (id: string, change: Change) =>
  staff.patch(`/orders/${id}`, { action: 'update', reason: 'Lo pidió por teléfono', ...change })
const stockOf = async ({ portal }: Client, productId: string) =>
  (await portal.get(`/stock/${productId}`)).body
const eventsOf = async ({ portal }: Client, id: string) =>
  (await portal.get(`/events?object_id=${id}&order=asc&limit=100`)).body.data
const expectFault = (answer: HttpAnswer<ReturnType<typeof JSON.parse>>, pointer: string, code: string) => {
  expect(answer.body.errors[0].pointer).toBe(pointer)
  expect(expectFaults(answer)).toEqual([code])
}
const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

async function placed(client: Client, more: Change = {}): Promise<OrderDetail> {
  const { status, body, text } = await order(client, 4, more)
  expect(status, text).toBe(201)
  return body
}

async function aSecondProduct(client: Client, quantity = 50) {
  const id = await warehouse.aProduct(client.id)
  await warehouse.receive(client.id, { product_id: id, quantity })
  return id
}

describe('a client that updates a pending order', () => {
  test('changes what it sends, reserves the new goods, keeps the rest, and finds who changed what', async () => {
    const client = await warehouse.aStockedClient(10)
    const second = await aSecondProduct(client)
    const { productId: product_id } = client
    const before = await placed(client, { notes: 'Por la mañana' })
    expect(before).toMatchObject({ revision: 1, changes: [] })
    const etags = async () =>
      Promise.all(
        ['/orders', '/stock'].map(async (path) => (await client.portal.get(path)).headers.get('etag')),
      )
    const unchanged = await etags()
    const items = [
      { product_id: second, quantity: 3 },
      { product_id, quantity: 10, notes: 'Todas' },
    ]
    const { status, body, text } = await update(client, before, { items, reference: 'OC-7' })
    expect(status, text).toBe(200)
    const listed = await etags()
    expect(listed.map((etag, index) => etag === unchanged[index])).toEqual([false, false])
    const [added, kept] = body.distribution_order_items
    expect(kept).toMatchObject({ ...before.distribution_order_items[0], quantity: 10, notes: 'Todas' })
    const labels = [added.products, kept.products]
    expect(body).toEqual({
      ...before,
      duplicate_of: undefined,
      revision: 2,
      reference: 'OC-7',
      updated_at: moment,
      distribution_order_items: [
        { id: added.id, ...items[0], vintage_year: null, notes: null, products: labels[0] },
        { id: kept.id, ...items[1], vintage_year: null, products: labels[1] },
      ],
      changes: [
        {
          revision: 2,
          at: moment,
          by_warehouse: false,
          by_name: before.placed_by,
          reason: null,
          fields: [{ field: 'reference', before: null, after: 'OC-7', before_name: null, after_name: null }],
          lines: [
            {
              id: kept.id,
              product_id,
              vintage_year: null,
              products: labels[1],
              before: { quantity: 4, notes: null },
              after: { quantity: 10, notes: 'Todas' },
            },
            {
              id: added.id,
              product_id: second,
              vintage_year: null,
              products: labels[0],
              before: null,
              after: { quantity: 3, notes: null },
            },
          ],
        },
      ],
    })
    expect((await client.portal.get(`/orders/${before.id}`)).body).toEqual(body)
    expect(await stockOf(client, product_id)).toMatchObject({ reserved_quantity: 10, available_quantity: 0 })
    expect(await stockOf(client, second)).toMatchObject({ reserved_quantity: 3 })
    const events = await eventsOf(client, before.id)
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['order.created', 'order.updated'])
    expect(events[1].data.object).toMatchObject({
      revision: 2,
      previous_status: 'pending',
      changes: body.changes,
    })
    const { body: removed } = await update(client, body, { items: [{ product_id: second, quantity: 3 }] })
    expect(removed).toMatchObject({ revision: 3, distribution_order_items: [{ id: added.id }] })
    expect(removed.changes[1].lines).toMatchObject([{ id: kept.id, after: null }])
    expect(await stockOf(client, product_id)).toMatchObject({ reserved_quantity: 0, available_quantity: 10 })
  })

  test('writes nothing if everything stays as it is', async () => {
    const client = await warehouse.aStockedClient(10)
    const second = await aSecondProduct(client)
    const items = [client.productId, second].map((product_id) => ({ product_id, quantity: 4 }))
    const before = await placed(client, { notes: 'Por la mañana', items })
    const same = [
      {},
      { notes: 'Por la mañana', destinatario_id: before.destinatario_id, delivery_type: 'envio' },
      { items: items.toReversed() },
    ]
    for (const change of same) {
      const { status, body } = await update(client, before, change)
      expect([status, body]).toEqual([200, { ...before, duplicate_of: undefined }])
    }
    expect(await eventsOf(client, before.id)).toHaveLength(1)
    const { count } = await service.db.one(sql<{ count: number }>`
      select count(*)::int as count from audit_entries where subject_id = ${before.id}`)
    expect(count).toBe(1)
  })

  test('reserves as a new order does, what the order has itself counting as free, or changes nothing', async () => {
    const client = await warehouse.aStockedClient(0)
    const { productId: product_id } = client
    await warehouse.receive(
      client.id,
      { product_id, quantity: 6, vintage_year: 2020, lot_number: 'A' },
      { product_id, quantity: 6, vintage_year: 2021, lot_number: 'B' },
    )
    const other = await placed(client, { items: [{ product_id, quantity: 4, vintage_year: 2021 }] })
    const mine = await placed(client, { items: [{ product_id, quantity: 5 }] })
    const asked = (quantity: number, vintage_year: number | null = null) =>
      update(client, mine, { items: [{ product_id, quantity, vintage_year }], notes: 'Otra' })
    const refused = expectRefusal(await asked(9), 'orders/insufficient-stock', {
      shortages: expect.anything(),
    })
    expect(refused['shortages']).toMatchObject([{ product_id, requested: 9, available: 8 }])
    expectRefusal(await asked(3, 2021), 'orders/insufficient-stock', { shortages: expect.anything() })
    expect((await client.portal.get(`/orders/${mine.id}`)).body).toMatchObject({ revision: 1, notes: null })
    const { body } = await asked(6, 2020)
    expect(body.revision).toBe(2)
    expect(body.changes[0].lines).toMatchObject([
      { vintage_year: null, after: null },
      { vintage_year: 2020, before: null, after: { quantity: 6 } },
    ])
    // Fewer of its own are free for the others, and what it keeps is not asked for again.
    expect(
      (await update(client, other, { items: [{ product_id, quantity: 6, vintage_year: 2021 }] })).status,
    ).toBe(200)
    const gone = { product_id, delta: -8, reason: 'Rotura' }
    expect((await staff.post('/stock/adjustments', gone)).status).toBe(201)
    const noted = [{ product_id, quantity: 6, vintage_year: 2020, notes: 'Frágil' }]
    expect((await update(client, body, { items: noted })).status).toBe(200)
  })

  test('with another recipient or way of delivery gets the delivery of a new order, except for what is sent', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: cellar } = await client.portal.post('/destinatarios', {
      name: 'Bodegón Sur',
      address: 'Belgrano 9',
      city: 'Maipú',
      phone: '2',
    })
    const before = await placed(client, { delivery_city: 'Luján' })
    const noAddress = { delivery_address: null, delivery_province: null }
    expect(before).toMatchObject({ ...noAddress, delivery_city: 'Luján', delivery_contact: 'Vinoteca, 1' })
    const { body: moved } = await update(client, before, { destinatario_id: cellar.id })
    expect(moved).toMatchObject({
      destinatario_id: cellar.id,
      delivery_address: 'Belgrano 9',
      delivery_city: 'Maipú',
      delivery_contact: 'Bodegón Sur, 2',
    })
    expect(moved.changes[0].fields[0]).toEqual({
      field: 'destinatario_id',
      before: client.destinatarioId,
      after: cellar.id,
      before_name: 'Vinoteca',
      after_name: 'Bodegón Sur',
    })
    const { body: street } = await update(client, moved, { delivery_address: 'Rioja 3' })
    expect(street).toMatchObject({
      delivery_address: 'Rioja 3',
      delivery_city: null,
      delivery_contact: 'Bodegón Sur, 2',
    })
    const { body: collected } = await update(client, street, { delivery_type: 'retiro' })
    expect(collected).toMatchObject({ delivery_address: null, delivery_contact: null })
    // An order keeps a recipient that was deleted, and cannot get another one that was.
    await client.portal.delete(`/destinatarios/${cellar.id}`)
    const { body: noted } = await update(client, collected, { notes: 'x', destinatario_id: cellar.id })
    expect(noted).toMatchObject({ notes: 'x', revision: 5 })
    const { body: back } = await update(client, noted, { destinatario_id: client.destinatarioId })
    expect(back.changes.at(-1).fields[0]).toMatchObject({
      before_name: 'Bodegón Sur',
      after_name: 'Vinoteca',
    })
    expectRefusal(await update(client, back, { destinatario_id: cellar.id }), 'orders/unknown-destinatario', {
      detail: 'destinatario_id is not one of your destinatarios.',
      errors: [{ pointer: '/destinatario_id', detail: expect.any(String) }],
    })
  })

  test('is refused what is not its own, other members, and an order that is no longer pending or has changed', async () => {
    const [client, other] = [await warehouse.aStockedClient(10), await warehouse.aStockedClient(10)]
    const before = await placed(client)
    expectRefusal(await update(other, before, { notes: 'x' }), 'orders/not-found')
    expect(
      (await update(client, before, { items: [{ product_id: other.productId, quantity: 1 }] })).status,
    ).toBe(422)
    expectRefusal(
      await update(client, before, { items: [{ sku: 'NO', quantity: 1 }] }),
      'orders/unknown-product',
      {
        errors: [{ pointer: '/items/0/sku', detail: expect.any(String) }],
      },
    )
    expectRefusal(
      await update(client, before, { destinatario_id: other.destinatarioId }),
      'orders/unknown-destinatario',
      {
        detail: 'destinatario_id is not one of your destinatarios.',
        errors: [{ pointer: '/destinatario_id', detail: expect.any(String) }],
      },
    )
    const patch = (body: Change) => client.portal.patch(`/orders/${before.id}`, body)
    expectFault(await patch({ action: 'update', notes: 'x' }), '/if_revision', 'required_for_action')
    expectFault(await patch({ action: 'update', if_revision: 1, reason: 'x' }), '/reason', 'not_for_action')
    expectFault(await patch({ action: 'cancel', notes: 'x' }), '/notes', 'not_for_action')
    const { body } = await update(client, before, { notes: 'y' })
    for (const change of [{ action: 'update', notes: 'z' }, { action: 'cancel' }]) {
      const { detail } = expectRefusal(
        await patch({ ...change, if_revision: 1 }),
        'orders/changed-meanwhile',
        {
          revision: 2,
          current_status: 'pending',
          changes: body.changes,
        },
      )
      expect(detail).toContain('the revision 2, not 1')
    }
    await warehouse.act(before.id, 'approve')
    expectRefusal(await update(client, body, { notes: 'z' }), 'orders/not-changeable', {
      current_status: 'approved',
    })
    expect((await patch({ action: 'cancel', if_revision: 3 })).body).toMatchObject({
      status: 'cancelled',
      revision: 4,
    })
  })
})

describe('the staff', () => {
  test('change an order with a reason, which the client reads, without the name of who it was', async () => {
    const client = await warehouse.aStockedClient(10)
    const before = await placed(client)
    expectFault(await updateByStaff(before.id, { reason: null, notes: 'x' }), '/reason', 'reason_required')
    const items = [{ product_id: client.productId, quantity: 2 }]
    const { status, body, text } = await updateByStaff(before.id, { items })
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      revision: 2,
      status_reason: null,
      changes: [
        { by_warehouse: true, by: expect.stringMatching(/^staff /), reason: 'Lo pidió por teléfono' },
      ],
    } satisfies Record<keyof Pick<StaffOrderDetail, 'revision' | 'status_reason' | 'changes'>, unknown>)
    expect(body.timeline).toHaveLength(1)
    const { by: _, ...shown } = body.changes[0]
    const seen = (await client.portal.get(`/orders/${before.id}`)).body
    expect(seen.changes).toEqual([{ ...shown, by_name: null }])
    expect((await eventsOf(client, before.id))[1].data.object.changes).toEqual(seen.changes)
    const audited = (await staff.get('/audit?action=orders.update&limit=1')).body.data[0]
    expect(audited).toMatchObject({
      subject_id: before.id,
      before: { revision: 1 },
      after: { revision: 2, reason: 'Lo pidió por teléfono' },
    })
  })

  test('act only on what they have seen, if they say so, whatever they do', async () => {
    const client = await warehouse.aStockedClient(10)
    const before = await placed(client)
    const { body: changed } = await update(client, before, { notes: 'Urgente' })
    const act = (action: string, if_revision: number, more: Change = {}) =>
      staff.patch(`/orders/${before.id}`, { action, if_revision, ...more })
    const refused = (action: string, more: Change) => act(action, 1, more)
    const reason = { reason: 'x' }
    for (const [action, more] of [
      ['approve', {}],
      ['reject', reason],
      ['cancel', reason],
      ['update', reason],
    ] as const) {
      expectRefusal(await refused(action, more), 'orders/changed-meanwhile', {
        revision: 2,
        current_status: 'pending',
        changes: [{ ...changed.changes[0], by_name: changed.placed_by }],
      })
    }
    const [queued] = (await staff.get(`/queue?status=pending&client_id=${client.id}`)).body.data
    expect(queued).toMatchObject({ id: before.id, revision: 2, changed_at: changed.changes[0].at })
    let revision = 2
    for (const [action, more] of [
      ['approve', {}],
      ['prepare', {}],
      ['pack', { packages: 2 }],
      ['dispatch', {}],
    ] as const) {
      const { status, body } = await act(action, revision, more)
      revision += 1
      expect([status, body.revision, body.changes.length]).toEqual([200, revision, 1])
    }
    expectRefusal(await act('deliver', 5), 'orders/changed-meanwhile', {
      revision: 6,
      current_status: 'in_transit',
      changes: [],
    })
    const object = (await eventsOf(client, before.id)).at(-1).data.object
    expect([object.revision, object.changes]).toEqual([6, undefined])
  })
})

test('an order is found by the products that it has now, at the time when it was placed', async () => {
  const client = await warehouse.aStockedClient(10)
  const second = await aSecondProduct(client)
  const before = await placed(client)
  await service.db.transaction(async (tx) => {
    await tx.run(sql`update orders set created_at = '2026-01-05T12:00:00Z' where id = ${before.id}`)
    await tx.run(sql`update order_items set placed_at = '2026-01-05T12:00:00Z' where order_id = ${before.id}`)
  })
  await update(client, before, { items: [{ product_id: second, quantity: 1 }], reference: 'Ñandú' })
  const found = async (query: string) =>
    (await client.portal.get(`/orders?${query}&to=2026-02-01T00:00:00Z`)).body.data.length
  const sku = async (id: string) => (await client.portal.get(`/stock/${id}`)).body.products.sku
  expect(await found(`q=${await sku(second)}`)).toBe(1)
  expect(await found(`q=${await sku(client.productId)}`)).toBe(0)
  expect(await found(`reference=${encodeURIComponent('ñandú')}`)).toBe(1)
})

test('the preview of a change counts what the order has reserved as free', async () => {
  const [client, other] = [await warehouse.aStockedClient(10), await warehouse.aStockedClient(10)]
  const { id } = await placed(client)
  const preview = ({ portal, destinatarioId, productId }: Client, more: Change) =>
    portal.post('/orders/preview', {
      destinatario_id: destinatarioId,
      items: [{ product_id: productId, quantity: 9 }],
      ...more,
    })
  expect((await preview(client, {})).body.shortages).toMatchObject([{ requested: 9, available: 6 }])
  const { body } = await preview(client, { order_id: id })
  expect(body).toMatchObject({ shortages: [], items: [{ picks: [{ quantity: 9 }] }] })
  expectRefusal(await preview(other, { order_id: id }), 'orders/not-found')
})

test('the filter of an endpoint lets a change pass that takes its product or recipient off an order', async () => {
  const client = await warehouse.aStockedClient(10)
  const second = await aSecondProduct(client)
  const elsewhere = await warehouse.aDestinatario(client)
  const endpoint = async (filter: Change, count: number) => {
    const url = `https://8.8.8.8/changed-${count}`
    return (await client.portal.post('/webhooks', { url, events: ['order.updated'], filter })).body.id
  }
  const filters = [
    { product_id: [client.productId] },
    { product_id: [second] },
    { destinatario_id: [client.destinatarioId] },
    { destinatario_id: [elsewhere] },
  ]
  const ids: string[] = []
  for (const [count, filter] of filters.entries()) ids.push(await endpoint(filter, count))
  const before = await placed(client)
  const items = [{ product_id: second, quantity: 1 }]
  const { body } = await update(client, before, { items })
  await update(client, body, { destinatario_id: elsewhere })
  const sent = await Promise.all(
    ids.map(async (id) => (await client.portal.get(`/webhooks/${id}/deliveries`)).body.data.length),
  )
  expect(sent).toEqual([1, 2, 2, 1])
})
