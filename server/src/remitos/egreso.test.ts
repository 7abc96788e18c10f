import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { addProduct } from '../../tests/harness/stock-data.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ remitoPointOfSale: 7 })

type Items = Record<string, unknown>[]
const enter = (type: string, client_id: string, items: Items, more: Record<string, unknown> = {}) =>
  warehouse.staff.post('/remitos', { client_id, type, items, ...more })
const lotsOf = async (clientId: string) =>
  (await warehouse.staff.get(`/lots?client_id=${clientId}&include_depleted=true`)).body.data
const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10)

describe('POST /remitos of an egreso', () => {
  test('is refused to whoever may only receive, who can enter an ingreso of the same', async () => {
    const { id, productId } = await warehouse.aStockedClient(5)
    const items = [{ product_id: productId, quantity: 1 }]
    for (const receiver of [
      await service.aStaffMember(['staff:receive']),
      (await service.aStaffUser(['staff:read', 'staff:receive'])).api,
    ]) {
      const refused = await receiver.post('/remitos', { client_id: id, type: 'egreso', items })
      expectRefusal(refused, 'auth/insufficient-scope', {
        required_scopes: ['staff:stock'],
        granted_scopes: expect.any(Array),
      })
      expect((await receiver.post('/remitos', { client_id: id, type: 'ingreso', items })).status).toBe(201)
    }
    const byGoods = await service.aStaffMember(['staff:stock'])
    for (const type of ['ingreso', 'egreso'])
      expect((await byGoods.post('/remitos', { client_id: id, type, items })).status).toBe(201)
  })

  test('picks the first to expire, skips expired lots, and gets the next number', async () => {
    const { id, productId, portal } = await warehouse.aStockedClient(0)
    await warehouse.receive(
      id,
      { product_id: productId, quantity: 5 },
      { product_id: productId, quantity: 2, lot_number: 'LATER', expiry_date: day(90) },
      { product_id: productId, quantity: 2, lot_number: 'SOON', expiry_date: day(30) },
      { product_id: productId, quantity: 9, lot_number: 'GONE', expiry_date: day(-2) },
    )
    const first = await enter('egreso', id, [{ product_id: productId, quantity: 5, notes: 'Muestra' }])
    expect(first.body).toMatchObject({ type: 'egreso', source_order_id: null })
    expect(first.body.distribution_remito_items).toMatchObject([
      { lot_number: 'SOON', quantity: 2, notes: 'Muestra' },
      { lot_number: 'LATER', quantity: 2, notes: 'Muestra' },
      { lot_number: 'SIN-LOTE', quantity: 1, notes: 'Muestra' },
    ])
    const second = await enter('egreso', id, [{ product_id: productId, quantity: 1 }])
    const numbers = [first, second].map(({ body }) => body.remito_number[0])
    expect(numbers[0]).toMatch(/^R 00007-\d{8}$/)
    expect(Number(numbers[1].slice(-8))).toBe(Number(numbers[0].slice(-8)) + 1)
    const tooMuch = await enter('egreso', id, [{ product_id: productId, quantity: 4 }])
    expectRefusal(tooMuch, 'remitos/insufficient-stock', {
      shortages: [
        {
          product_id: productId,
          products: expect.anything(),
          requested: 4,
          available: 3,
          in_stock: 12,
          reasons: [{ code: 'expired', quantity: 9 }],
        },
      ],
    })
    expect((await portal.get(`/stock/${productId}`)).body).toMatchObject({
      quantity: 12,
      available_quantity: 3,
    })
  })

  test('takes only from the given lot or vintage', async () => {
    const { id, productId } = await warehouse.aStockedClient(5)
    await warehouse.receive(id, { product_id: productId, quantity: 3, vintage_year: 2021 })
    const lots = await lotsOf(id)
    const old = lots.find((lot: { vintage_year: number | null }) => lot.vintage_year === 2021)
    const take = (quantity: number, more: object) =>
      enter('egreso', id, [{ product_id: productId, quantity, ...more }])
    expect((await take(1, { lot_id: old.id })).body.distribution_remito_items).toMatchObject([
      { vintage_year: 2021, quantity: 1 },
    ])
    expect((await take(1, { vintage_year: 2021 })).body.distribution_remito_items).toMatchObject([
      { vintage_year: 2021, quantity: 1 },
    ])
    expectRefusal(await take(2, { lot_id: old.id }), 'remitos/insufficient-stock', {
      shortages: [
        {
          product_id: productId,
          products: expect.anything(),
          requested: 2,
          available: 1,
          in_stock: 6,
          reasons: [{ code: 'other_lot', quantity: 5 }],
        },
      ],
    })
    expectRefusal(await take(2, { vintage_year: 2021 }), 'remitos/insufficient-stock', {
      shortages: [
        {
          product_id: productId,
          products: expect.anything(),
          requested: 2,
          available: 1,
          vintage_year: 2021,
          in_stock: 6,
          reasons: [{ code: 'other_vintage', quantity: 5 }],
        },
      ],
    })
  })

  test('leaves the reservations of pending orders, summing its own lines', async () => {
    const client = await warehouse.aStockedClient(10)
    await order(client, 4)
    const items = [4, 3].map((quantity) => ({ product_id: client.productId, quantity }))
    expectRefusal(await enter('egreso', client.id, items), 'remitos/insufficient-stock', {
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 7,
          available: 6,
          in_stock: 10,
          reasons: [{ code: 'reserved', quantity: 4 }],
        },
      ],
    })
    expect((await enter('egreso', client.id, items.slice(0, 1))).status).toBe(201)
  })

  test("is refused with a number, a lot_number, another product's lot, or both lot and vintage", async () => {
    const { id, productId } = await warehouse.aStockedClient(5)
    const [lot] = await lotsOf(id)
    const take = (more: object, given?: object) =>
      enter('egreso', id, [{ product_id: productId, quantity: 1, ...more }], { ...given })
    const refused: [object, object | undefined, string][] = [
      [{}, { remito_number: ['R 0001-00000001'] }, '/remito_number'],
      [{}, { remito_number: [] }, '/remito_number'],
      [{ lot_number: 'L1' }, undefined, '/items/0/lot_number'],
      [{ expiry_date: '2030-01-01' }, undefined, '/items/0/expiry_date'],
      [{ lot_id: lot.id, vintage_year: 2021 }, undefined, '/items/0/vintage_year'],
    ]
    for (const [item, given, pointer] of refused) {
      expectRefusal(await take(item, given), 'validation/invalid-body', {
        errors: [{ pointer, detail: expect.any(String) }],
      })
    }
    const another = await addProduct(service.db, id)
    const items = [another.id, productId, another.id].map((product_id) => ({ product_id, quantity: 1 }))
    const wrongLots = items.map((item) => ({ ...item, lot_id: lot.id }))
    expectRefusal(await enter('egreso', id, wrongLots), 'validation/invalid-body', {
      errors: [0, 2].map((index) => ({
        pointer: `/items/${index}/lot_id`,
        detail: 'is not a lot of this product',
      })),
    })
  })
})

describe('POST /remitos/{id}/void', () => {
  const voided = (id: string, reason = 'Cargado por error') =>
    warehouse.staff.post(`/remitos/${id}/void`, { reason })
  const quantities = async (clientId: string) =>
    (await lotsOf(clientId)).map((lot: { quantity: number }) => lot.quantity)

  test('of an egreso returns the goods to their lots, and its number is not reused', async () => {
    const { id, productId, portal } = await warehouse.aStockedClient(5)
    await warehouse.receive(id, { product_id: productId, quantity: 2, lot_number: 'L', expiry_date: day(9) })
    const { body: egreso } = await enter('egreso', id, [{ product_id: productId, quantity: 3 }])
    expect(await quantities(id)).toEqual([0, 4])
    const answer = await voided(egreso.id)
    const facts = { status: 'voided', void_reason: 'Cargado por error', voided_at: expect.any(String) }
    const by = expect.stringContaining('staff')
    expect(egreso).toMatchObject({ void_reason: null, voided_at: null, voided_by: null })
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...egreso, ...facts, voided_by: by, voided_by_name: egreso.issued_by_name },
    ])
    expect((await warehouse.staff.get(`/remitos/${egreso.id}`)).body).toEqual(answer.body)
    const {
      client_id: _,
      client_name: _name,
      issued_by: author,
      issued_by_name: _author,
      voided_by: voider,
      voided_by_name: _voider,
      ...shown
    } = answer.body
    expect(author).toBe(voider)
    expect((await portal.get(`/remitos/${egreso.id}`)).body).toEqual(shown)
    expect(await quantities(id)).toEqual([2, 5])
    expect((await portal.get(`/remitos/${egreso.id}`)).body.status).toBe('voided')
    const { body: next } = await enter('egreso', id, [{ product_id: productId, quantity: 1 }])
    expect(next.remito_number).not.toEqual(egreso.remito_number)
  })

  test('of an ingreso takes the goods out again, even those reserved by orders', async () => {
    const client = await warehouse.aStockedClient(5)
    const { id } = await warehouse.receive(client.id, {
      product_id: client.productId,
      quantity: 7,
      lot_number: 'L',
    })
    await order(client, 8)
    expect((await voided(id)).body).toMatchObject({ id, status: 'voided', client_id: client.id })
    const { body } = await client.portal.get(`/stock/${client.productId}`)
    expect(body).toMatchObject({ quantity: 5, reserved_quantity: 8, available_quantity: 0 })
  })

  test('of an ingreso is refused once its goods are gone', async () => {
    const { id, productId } = await warehouse.aStockedClient(5)
    const goods = { product_id: productId, lot_number: 'L', expiry_date: day(9) }
    const remito = await warehouse.receive(id, { ...goods, quantity: 2 }, { ...goods, quantity: 2 })
    const { body: egreso } = await enter('egreso', id, [{ product_id: productId, quantity: 1 }])
    expectRefusal(await voided(remito.id), 'remitos/goods-gone', {
      detail: 'This ingreso brought 4 into the lot L, which has only 3 left.',
    })
    expect(await quantities(id)).toEqual([3, 5])
    await voided(egreso.id)
    expect((await voided(remito.id)).status).toBe(200)
  })

  test('takes effect once', async () => {
    const { id, productId } = await warehouse.aStockedClient(0)
    const remito = await warehouse.receive(id, { product_id: productId, quantity: 2 })
    await voided(remito.id)
    expectRefusal(await voided(remito.id), 'remitos/already-voided')
    expect(await quantities(id)).toEqual([0])
  })

  test('happens with the cancellation of an order, with its reason and author', async () => {
    const client = await warehouse.aStockedClient(5)
    const { body } = await order(client, 1)
    await warehouse.act(body.id, 'approve')
    await warehouse.act(body.id, 'cancel', 'El cliente se arrepintió')
    const [egreso] = (await warehouse.staff.get(`/remitos?source_order_id=${body.id}`)).body.data
    const { body: cancelled } = await warehouse.staff.get(`/orders/${body.id}`)
    expect((await warehouse.staff.get(`/remitos/${egreso.id}`)).body).toMatchObject({
      status: 'voided',
      void_reason: 'El cliente se arrepintió',
      voided_at: cancelled.updated_at,
      voided_by: cancelled.timeline.at(-1).by,
    })
  })

  test("is refused for an order's egreso, which is voided with the order", async () => {
    const client = await warehouse.aStockedClient(5)
    const { body } = await order(client, 1)
    await warehouse.act(body.id, 'approve')
    const [egreso] = (await client.portal.get('/remitos?type=egreso')).body.data
    expect(expectRefusal(await voided(egreso.id), 'remitos/belongs-to-order').detail).toContain(body.id)
    expect((await client.portal.get(`/remitos/${egreso.id}`)).body.status).toBe('issued')
  })

  test('needs a reason', async () => {
    const { id, productId } = await warehouse.aStockedClient(0)
    const remito = await warehouse.receive(id, { product_id: productId, quantity: 2 })
    expectRefusal(await warehouse.staff.post(`/remitos/${remito.id}/void`, {}), 'validation/invalid-body', {
      errors: [{ pointer: '/reason', detail: 'is required' }],
    })
  })
})
