import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { sql } from '../db/sql.ts'
import { createOrder } from './create.ts'
import { returnOrderNumber } from './queries.ts'

const { service, warehouse } = await useWarehouse()

const delivery = ({ body }: { body: Record<string, unknown> }) =>
  ['delivery_address', 'delivery_city', 'delivery_province', 'delivery_contact'].map((name) => body[name])
const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)

describe('POST /orders', () => {
  test('returns the whole order with its Location', async () => {
    const client = await warehouse.aStockedClient(10)
    const answer = await order(client, 3)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${service.url}/api/v1/portal/orders/${answer.body.id}`)
    expect(answer.headers.get('idempotency-replayed')).toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { body: read } = await client.portal.get(`/orders/${answer.body.id}`)
    expect(answer.body).toEqual({ ...read, duplicate_of: null })
    expect(read).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      order_number: 'PED-000001',
      status: 'pending',
      status_reason: null,
      reference: null,
      delivery_type: 'envio',
      destinatario_id: client.destinatarioId,
      notes: null,
      revision: 1,
      created_at: read.updated_at,
      updated_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      packages: null,
      packed_at: null,
      checked: null,
      trip: null,
      acceptance: null,
      delivery_address: 'Av. San Martín 1',
      delivery_city: null,
      delivery_province: null,
      delivery_contact: 'Vinoteca, 1',
      distribution_order_items: [
        {
          id: expect.any(String),
          product_id: client.productId,
          quantity: 3,
          vintage_year: null,
          notes: null,
          products: { name: expect.stringMatching(/^Producto/), sku: expect.stringMatching(/^SKU/) },
        },
      ],
      distribution_order_attachments: [],
      timeline: [{ status: 'pending', at: read.created_at, reason: null }],
      placed_by: 'test',
      changes: [],
    })
  })

  test('says who placed it: the name of the key, or of the person, and of nobody at the warehouse', async () => {
    const client = await warehouse.aStockedClient(10)
    const person = await client.aUser()
    const { body: byPerson } = await order({ ...client, portal: person.api }, 1)
    expect(byPerson.placed_by).toBe('Ana')
    const { body: byKey } = await order(client, 1)
    await warehouse.act(byKey.id, 'approve')
    const read = async (id: string) => (await client.portal.get(`/orders/${id}`)).body.placed_by
    expect([await read(byPerson.id), await read(byKey.id)]).toEqual(['Ana', 'test'])
    await service.db.run(sql`update users set name = 'Ana (pk_1)' where email = ${person.email}`)
    expect(await read(byPerson.id)).toBe('Ana (pk_1)')
    await service.db.run(sql`delete from users where email = ${person.email}`)
    expect(await read(byPerson.id)).toBe(person.email)
  })

  test('keeps the reference of the client, and names the newest order of 90 days that has it', async () => {
    const client = await warehouse.aStockedClient(10)
    const first = await order(client, 1, { reference: 'OC-7' })
    expect(first.body).toMatchObject({ reference: 'OC-7', duplicate_of: null })
    const second = await order(client, 1, { reference: 'oc-7' })
    const { id, order_number, created_at } = first.body
    expect([second.status, second.body.duplicate_of]).toEqual([201, { id, order_number, created_at }])
    expect((await client.portal.get(`/orders/${second.body.id}`)).body).toMatchObject({ reference: 'oc-7' })
    expect((await order(client, 1)).body).toMatchObject({ reference: null, duplicate_of: null })
    // Of another client, or too long ago.
    expect(
      (await order(await warehouse.aStockedClient(10), 1, { reference: 'OC-7' })).body.duplicate_of,
    ).toBe(null)
    await service.db.run(
      sql`update orders set created_at = now() - interval '91 days' where client_id = ${client.id}`,
    )
    expect((await order(client, 1, { reference: 'OC-7' })).body.duplicate_of).toBe(null)
    const found = await client.portal.get('/orders?reference=OC-7')
    expect(found.body.data).toHaveLength(3)
  })

  test('takes products by SKU', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: stock } = await client.portal.get(`/stock/${client.productId}`)
    const { sku } = stock.products
    expect((await client.portal.get(`/stock?sku=${sku}`)).body.data).toHaveLength(1)
    expect((await client.portal.get(`/stock?sku=${sku}x`)).body.data).toEqual([])
    const items = [{ sku, quantity: 2 }]
    const answer = await order(client, 1, { items })
    expect(answer.body.distribution_order_items).toMatchObject([
      { product_id: client.productId, quantity: 2 },
    ])
    expect(
      (await client.portal.post('/orders/preview', { destinatario_id: client.destinatarioId, items })).body
        .shortages,
    ).toEqual([])
    const other = await order(await warehouse.aStockedClient(10), 1, { items })
    expectRefusal(other, 'orders/unknown-product', {
      errors: [{ pointer: '/items/0/sku', detail: 'is not one of your products' }],
    })
    for (const wrong of [{ quantity: 1 }, { sku, product_id: client.productId, quantity: 1 }]) {
      expectRefusal(await order(client, 1, { items: [wrong] }), 'validation/invalid-body', {
        errors: [{ pointer: '/items/0', detail: 'must have either product_id or sku' }],
      })
    }
  })

  test("copies an envio's delivery from the destinatario as of the request", async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: destinatario } = await client.portal.post('/destinatarios', {
      name: 'Almacén',
      address: 'Mitre 5',
      city: 'Maipú',
      province: 'Mendoza',
    })
    const from = { ...client, destinatarioId: destinatario.id }
    const first = await order(from, 1, { delivery_type: 'envio' })
    await client.portal.patch(`/destinatarios/${destinatario.id}`, { city: 'Luján', phone: '+54 261 1' })
    const second = await order(from, 1)
    expect(delivery(first)).toEqual(['Mitre 5', 'Maipú', 'Mendoza', 'Almacén'])
    expect(delivery(second)).toEqual(['Mitre 5', 'Luján', 'Mendoza', 'Almacén, +54 261 1'])
    expect(delivery(await client.portal.get(`/orders/${first.body.id}`))).toEqual(delivery(first))
  })

  test('prefers given values, including null, over defaults', async () => {
    const client = await warehouse.aStockedClient(10)
    const given = { delivery_address: null, delivery_city: 'Godoy Cruz', delivery_contact: 'Ana' }
    expect(delivery(await order(client, 1, given))).toEqual([null, 'Godoy Cruz', null, 'Ana'])
  })

  test.each([
    [{ delivery_city: 'Rosario' }, [null, 'Rosario', null]],
    [{ delivery_province: 'Santa Fe' }, [null, null, 'Santa Fe']],
    [{ delivery_address: 'Belgrano 10' }, ['Belgrano 10', null, null]],
    [{ delivery_address: 'Belgrano 10', delivery_city: 'Rosario' }, ['Belgrano 10', 'Rosario', null]],
    [{ delivery_province: null }, [null, null, null]],
    [{ delivery_contact: 'Ana' }, ['Gorriti 5120', 'CABA', 'Buenos Aires']],
  ])('takes the address of the destinatario as a whole or not at all: %o', async (given, address) => {
    const client = await warehouse.aStockedClient(10)
    const { body: destinatario } = await client.portal.post('/destinatarios', {
      name: 'Vinoteca',
      phone: '1',
      address: 'Gorriti 5120',
      city: 'CABA',
      province: 'Buenos Aires',
    })
    const placed = await order({ ...client, destinatarioId: destinatario.id }, 1, given)
    const contact = 'delivery_contact' in given ? 'Ana' : 'Vinoteca, 1'
    expect(delivery(placed)).toEqual([...address, contact])
    expect(delivery(await client.portal.get(`/orders/${placed.body.id}`))).toEqual(delivery(placed))
  })

  test('accepts an envio without any address', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: destinatario } = await client.portal.post('/destinatarios', { name: 'Vinoteca' })
    const placed = await order({ ...client, destinatarioId: destinatario.id }, 1)
    expect([placed.status, ...delivery(placed)]).toEqual([201, null, null, null, 'Vinoteca'])
  })

  test('has no delivery for a retiro unless given', async () => {
    const client = await warehouse.aStockedClient(10)
    const plain = await order(client, 1, { delivery_type: 'retiro' })
    expect([plain.body.delivery_type, ...delivery(plain)]).toEqual(['retiro', null, null, null, null])
    const named = await order(client, 1, { delivery_type: 'retiro', delivery_contact: 'Ana' })
    expect(delivery(named)).toEqual([null, null, null, 'Ana'])
  })

  test('stores notes and vintages of the order and of each item, in item order', async () => {
    const client = await warehouse.aStockedClient(0)
    await warehouse.receive(
      client.id,
      { product_id: client.productId, quantity: 5, vintage_year: 2021 },
      { product_id: client.productId, quantity: 5 },
    )
    const items = [
      { product_id: client.productId, quantity: 2, notes: 'Sin etiqueta' },
      { product_id: client.productId, quantity: 1, vintage_year: 2021, notes: null },
    ]
    const { body } = await order(client, 1, { notes: 'Urgente', items })
    expect(body).toMatchObject({ notes: 'Urgente' })
    expect(body.distribution_order_items).toMatchObject([
      { quantity: 2, vintage_year: null, notes: 'Sin etiqueta' },
      { quantity: 1, vintage_year: 2021, notes: null },
    ])
  })

  test('numbers the orders of each client from 1', async () => {
    const [one, other] = [await warehouse.aStockedClient(10), await warehouse.aStockedClient(10)]
    const numbers: string[] = []
    for (const client of [one, one, other, one]) numbers.push((await order(client, 1)).body.order_number)
    expect(numbers).toEqual(['PED-000001', 'PED-000002', 'PED-000001', 'PED-000003'])
  })

  test('leaves no gap in the numbers when an order is refused', async () => {
    const client = await warehouse.aStockedClient(10)
    const answers = await Promise.all([1, 50, 1, 50, 1].map((quantity) => order(client, quantity)))
    const placed = answers.filter(({ status }) => status === 201).map(({ body }) => body.order_number)
    expect(placed.sort()).toEqual(['PED-000001', 'PED-000002', 'PED-000003'])
  })

  test('can return the number of a refused order if the transaction continues', async () => {
    const client = await warehouse.aStockedClient(10)
    const of = (quantity: number) => ({
      destinatario_id: client.destinatarioId,
      items: [{ product_id: client.productId, quantity }],
    })
    const by = { actor: 'test', name: 'test', requestId: 'test' }
    const placed = await service.db.transaction(async (tx) => {
      await expect(createOrder(tx, by, client.id, of(50), yesterday)).rejects.toThrow('stock')
      tx.pipeline(returnOrderNumber(client.id))
      return createOrder(tx, by, client.id, of(1), yesterday)
    })
    expect(placed.order_number).toBe('PED-000001')
  })

  test('accepts decimals for kg and litro only', async () => {
    const litres = await warehouse.aStockedClient(10, 'litro')
    expect((await order(litres, 0.125)).body.distribution_order_items[0].quantity).toBe(0.125)
    const boxes = await warehouse.aStockedClient(10)
    expectRefusal(await order(boxes, 1.5), 'validation/invalid-body', {
      errors: [{ pointer: '/items/0/quantity', detail: expect.stringContaining('caja') }],
    })
  })

  test('accepts ids in upper and lower case', async () => {
    const client = await warehouse.aStockedClient(10)
    const [productId, destinatarioId] = [client.productId, client.destinatarioId].map((id) =>
      id.toUpperCase(),
    )
    const { status, body } = await order({ ...client, productId, destinatarioId } as typeof client, 1)
    expect([status, body.destinatario_id]).toEqual([201, client.destinatarioId])
  })

  test("refuses an unknown, another client's or a deleted destinatario with the same message", async () => {
    const [client, other] = [await warehouse.aStockedClient(10), await warehouse.aStockedClient(1)]
    const deleted = await warehouse.aDestinatario(client)
    await client.portal.delete(`/destinatarios/${deleted}`)
    for (const destinatarioId of [uuidv7(), other.destinatarioId, deleted]) {
      expectRefusal(await order({ ...client, destinatarioId }, 1), 'orders/unknown-destinatario', {
        detail: 'destinatario_id is not one of your destinatarios.',
        errors: [{ pointer: '/destinatario_id', detail: 'is not one of your destinatarios' }],
      })
    }
  })

  test("refuses unknown products and other clients' products, with a pointer to each", async () => {
    const [client, other] = [await warehouse.aStockedClient(10), await warehouse.aStockedClient(10)]
    const items = [uuidv7(), client.productId, other.productId].map((id) => ({ product_id: id, quantity: 1 }))
    expectRefusal(await order(client, 1, { items }), 'orders/unknown-product', {
      errors: [0, 2].map((index) => ({
        pointer: `/items/${index}/product_id`,
        detail: 'is not one of your products',
      })),
    })
  })

  test('refuses more than is available, summing the lines of each product', async () => {
    const client = await warehouse.aStockedClient(10)
    const second = await warehouse.aProduct(client.id)
    await order(client, 3)
    const items = [
      { product_id: client.productId, quantity: 4 },
      { product_id: second, quantity: 1 },
      { product_id: client.productId, quantity: 4 },
    ]
    expectRefusal(await order(client, 1, { items }), 'orders/insufficient-stock', {
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 8,
          available: 7,
          in_stock: 10,
          reasons: [{ code: 'reserved', quantity: 3 }],
        },
        {
          product_id: second,
          products: expect.anything(),
          requested: 1,
          available: 0,
          in_stock: 0,
          reasons: [],
        },
      ],
    })
    expect((await order(client, 7)).status).toBe(201)
  })

  test('refuses more of a vintage than is available of it, regardless of other stock', async () => {
    const client = await warehouse.aStockedClient(100)
    await warehouse.receive(client.id, { product_id: client.productId, quantity: 5, vintage_year: 2021 })
    await order(client, 1, { items: [{ product_id: client.productId, quantity: 3, vintage_year: 2021 }] })
    const items = [{ product_id: client.productId, quantity: 3, vintage_year: 2021 }]
    expectRefusal(await order(client, 1, { items }), 'orders/insufficient-stock', {
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 3,
          available: 2,
          vintage_year: 2021,
          in_stock: 105,
          reasons: [
            { code: 'reserved', quantity: 3 },
            { code: 'other_vintage', quantity: 100 },
          ],
        },
      ],
    })
  })

  test('does not count expired lots', async () => {
    const client = await warehouse.aStockedClient(2)
    await warehouse.receive(client.id, { product_id: client.productId, quantity: 9, expiry_date: yesterday })
    expectRefusal(await order(client, 3), 'orders/insufficient-stock', {
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 3,
          available: 2,
          in_stock: 11,
          reasons: [{ code: 'expired', quantity: 9 }],
        },
      ],
    })
  })
})
