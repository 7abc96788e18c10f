import type { ItemPicks, NewOrder } from '@anden/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { repeats } from '../../tests/harness/sizes.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()

/** A client with 5 units of vintage 2019, 5 of 2020 and 5 without one, in the order of their expiry. */
async function aCellar() {
  const client = await warehouse.aStockedClient(0)
  await warehouse.receive(
    client.id,
    {
      product_id: client.productId,
      quantity: 5,
      lot_number: 'B',
      expiry_date: '2027-06-30',
      vintage_year: 2020,
    },
    {
      product_id: client.productId,
      quantity: 5,
      lot_number: 'A',
      expiry_date: '2027-01-31',
      vintage_year: 2019,
    },
    { product_id: client.productId, quantity: 5, lot_number: 'C' },
  )
  const body = (...items: Partial<NewOrder['items'][number]>[]) => ({
    destinatario_id: client.destinatarioId,
    items: items.map((item) => ({ product_id: client.productId, quantity: 1, ...item })),
  })
  return {
    ...client,
    body,
    preview: (...items: object[]) => client.portal.post('/orders/preview', body(...items)),
  }
}

const lotsOf = (items: readonly ItemPicks[]) =>
  items.map(({ picks }) => picks.map(({ lot_number, quantity }) => `${lot_number} ${quantity}`))

describe('POST /orders/preview', () => {
  test('shows the lots that approval would pick, with their expiry, and reserves nothing', async () => {
    const { portal, productId, preview } = await aCellar()
    const { status, body } = await preview({ quantity: 7 }, { quantity: 2, vintage_year: 2020 })
    expect(status).toBe(200)
    expect(lotsOf(body.items)).toEqual([['A 5', 'B 2'], ['B 2']])
    expect(body.items[0].picks[0]).toMatchObject({ expiry_date: '2027-01-31', vintage_year: 2019 })
    expect(body.shortages).toEqual([])
    expect((await portal.get(`/stock/${productId}`)).body).toMatchObject({ reserved_quantity: 0 })
    expect((await portal.get('/orders')).body.data).toEqual([])
  })

  test('says what is missing, counting what other orders have reserved', async () => {
    const { body, preview, ...client } = await aCellar()
    await order(client, 10)
    expect((await preview({ quantity: 8 })).body.shortages).toEqual([
      {
        product_id: client.productId,
        products: expect.anything(),
        requested: 8,
        available: 5,
        in_stock: 15,
        reasons: [{ code: 'reserved', quantity: 10 }],
      },
    ])
    const refused = await client.portal.post('/orders', body({ quantity: 8 }), {
      'idempotency-key': 'too-many',
    })
    expect(refused.body.shortages).toEqual((await preview({ quantity: 8 })).body.shortages)
  })

  test('refuses what creation refuses', async () => {
    const { preview, portal, body } = await aCellar()
    const other = await warehouse.aStockedClient(1)
    expectProblem(await preview({ product_id: other.productId }), 'orders/unknown-product')
    expect((await preview({ quantity: 1.5 })).body.errors).toMatchObject([{ pointer: '/items/0/quantity' }])
    const foreign = { ...body({}), destinatario_id: other.destinatarioId }
    expectProblem(await portal.post('/orders/preview', foreign), 'orders/unknown-destinatario')
  })
})

test('preview, picks of the pending order and approval take the same lots', async () => {
  const item = fc.record({
    quantity: fc.integer({ min: 1, max: 6 }),
    vintage_year: fc.constantFrom(null, 2019, 2020),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 3 }),
      fc.array(item, { maxLength: 1 }),
      async (items, reservedBefore) => {
        const { portal, body, preview } = await aCellar()
        const place = (some: typeof items, key: string) =>
          portal.post('/orders', body(...some), { 'idempotency-key': key })
        if (reservedBefore.length > 0) await place(reservedBefore, 'before')
        const { body: previewed } = await preview(...items)
        const created = await place(items, 'order')
        expect(created.status).toBe(previewed.shortages.length === 0 ? 201 : 422)
        if (created.status !== 201) return

        const picks = async () => (await warehouse.staff.get(`/orders/${created.body.id}/picks`)).body
        expect(await picks()).toEqual({ status: 'pending', taken: false, ...previewed })
        expect((await warehouse.act(created.body.id, 'approve')).status).toBe(200)
        expect(await picks()).toEqual({ status: 'approved', taken: true, ...previewed })
      },
    ),
    { numRuns: repeats(30) },
  )
})

describe('GET /orders/{id}/picks', () => {
  test('of a pending order shows what is no longer there', async () => {
    const client = await aCellar()
    const { body: created } = await order(client, 12)
    await warehouse.staff.post('/stock/adjustments', {
      product_id: client.productId,
      delta: -5,
      reason: 'Rotura',
    })
    const { body } = await warehouse.staff.get(`/orders/${created.id}/picks`)
    expect(body).toMatchObject({
      taken: false,
      shortages: [{ product_id: client.productId, requested: 12, available: 10 }],
    })
  })

  test('of a cancelled order are empty: its goods are back', async () => {
    const client = await aCellar()
    const { body: created } = await order(client, 3)
    await warehouse.act(created.id, 'approve')
    await warehouse.act(created.id, 'cancel', 'Error')
    const { body } = await warehouse.staff.get(`/orders/${created.id}/picks`)
    expect(body).toMatchObject({ status: 'cancelled', taken: false, items: [{ picks: [] }], shortages: [] })
  })
})

describe('the timeline of an order', () => {
  test('has every status with its time and reason, and shows the staff who did it', async () => {
    const client = await warehouse.aStockedClient(10)
    const created = await order(client, 2)
    expect(created.body.timeline).toEqual([{ status: 'pending', at: created.body.created_at, reason: null }])
    const { id } = created.body
    await warehouse.act(id, 'approve')
    const cancelled = await warehouse.act(id, 'cancel', 'Sin transporte')
    const { body: forClient } = await client.portal.get(`/orders/${id}`)
    const steps = [
      { status: 'pending', reason: null },
      { status: 'approved', reason: null },
      { status: 'cancelled', reason: 'Sin transporte' },
    ].map((step) => ({ ...step, at: expect.any(String) }))
    expect(forClient.timeline).toEqual(steps)
    const { body: forStaff } = await warehouse.staff.get(`/orders/${id}`)
    expect(forStaff.timeline).toEqual(
      steps.map((step) => ({ ...step, by: expect.any(String), by_name: 'test' })),
    )
    expect(cancelled.body.timeline).toEqual(forStaff.timeline)
  })

  test('is not part of any event', async () => {
    const client = await warehouse.aStockedClient(10)
    await order(client, 2)
    const { body } = await client.portal.get('/events?type=order.created')
    expect(body.data[0].data.object).not.toHaveProperty('timeline')
  })
})

test('GET /remitos?source_order_id= lists the egreso of an order, on both APIs', async () => {
  const client = await warehouse.aStockedClient(10)
  const [{ body: one }, { body: other }] = [await order(client, 2), await order(client, 3)]
  await warehouse.act(one.id, 'approve')
  await warehouse.act(other.id, 'approve')
  const query = `/remitos?source_order_id=${one.id}`
  for (const caller of [client.portal, warehouse.staff]) {
    expect((await caller.get(query)).body.data).toMatchObject([{ source_order_id: one.id }])
  }
  const stranger = await warehouse.aStockedClient(1)
  expect((await stranger.portal.get(query)).body.data).toEqual([])
})
