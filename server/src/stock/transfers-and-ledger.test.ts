import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order, type Warehouse } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const lotsOf = async (clientId: string) =>
  (await warehouse.staff.get(`/lots?client_id=${clientId}`)).body.data
const transfer = (from: Client, to: Client, quantity: number, more: Record<string, unknown> = {}) =>
  warehouse.staff.post('/stock/transfers', {
    from_product_id: from.productId,
    to_product_id: to.productId,
    quantity,
    reason: 'Venta entre clientes',
    ...more,
  })
const adjust = (product_id: string, delta: number) =>
  warehouse.staff.post('/stock/adjustments', { product_id, delta, reason: 'Recuento' })

describe('POST /stock/transfers', () => {
  test('keeps number, expiry date and vintage of the lots, and takes the first to expire first', async () => {
    const [from, to] = [await warehouse.aStockedClient(5), await warehouse.aStockedClient(0)]
    const goods = {
      product_id: from.productId,
      lot_number: 'L1',
      expiry_date: '2035-01-31',
      vintage_year: 2020,
    }
    await warehouse.receive(from.id, { ...goods, quantity: 3 })
    const { status, body } = await transfer(from, to, 4)
    expect(status).toBe(201)
    const document = { document_id: body.id, document_number: null, reason: 'Venta entre clientes' }
    const entry = (more: object) => ({ cause: 'transfer', ...document, ...more })
    expect(body.entries).toMatchObject([
      entry({ product_id: from.productId, lot_number: 'L1', delta: -3 }),
      entry({ product_id: to.productId, lot_number: 'L1', delta: 3 }),
      entry({ product_id: from.productId, lot_number: 'SIN-LOTE', delta: -1 }),
      entry({ product_id: to.productId, lot_number: 'SIN-LOTE', delta: 1 }),
    ])
    expect(await lotsOf(from.id)).toMatchObject([{ lot_number: 'SIN-LOTE', quantity: 4 }])
    expect(await lotsOf(to.id)).toMatchObject([
      { lot_number: 'L1', quantity: 3, expiry_date: '2035-01-31', vintage_year: 2020 },
      { lot_number: 'SIN-LOTE', quantity: 1, expiry_date: null, vintage_year: null },
    ])
    const { body: events } = await to.portal.get('/events?type=lot.created')
    const created = events.data.map((event: { data: { object: object } }) => event.data.object)
    expect(created).toEqual([
      expect.objectContaining({ source_type: 'transfer' }),
      expect.objectContaining({ source_type: 'transfer' }),
    ])
    await transfer(from, to, 1)
    expect((await to.portal.get('/events?type=lot.created')).body.data).toHaveLength(2)
  })

  test('takes only what is available, and only from the lot that it names', async () => {
    const [from, to] = [await warehouse.aStockedClient(5), await warehouse.aStockedClient(0)]
    await warehouse.receive(from.id, { product_id: from.productId, quantity: 2, lot_number: 'L' })
    await order(from, 4)
    expectRefusal(await transfer(from, to, 4), 'stock/insufficient-stock', {
      shortages: [
        {
          product_id: from.productId,
          products: expect.anything(),
          requested: 4,
          available: 3,
          in_stock: 7,
          reasons: [{ code: 'reserved', quantity: 4 }],
        },
      ],
    })
    const lot = (await lotsOf(from.id)).find((one: { lot_number: string }) => one.lot_number === 'L')
    expectRefusal(await transfer(from, to, 3, { lot_id: lot.id }), 'stock/insufficient-stock', {
      shortages: [
        {
          product_id: from.productId,
          products: expect.anything(),
          requested: 3,
          available: 2,
          in_stock: 7,
          reasons: [{ code: 'other_lot', quantity: 5 }],
        },
      ],
    })
    expect((await transfer(from, to, 2, { lot_id: lot.id })).status).toBe(201)
    expectRefusal(await transfer(to, from, 1, { lot_id: lot.id }), 'validation/invalid-body', {
      errors: [{ pointer: '/lot_id', detail: 'is not a lot of this product' }],
    })
  })

  test('is refused between units that differ, in fractions of a box, and within one client', async () => {
    const [boxes, kilos] = [await warehouse.aStockedClient(5), await warehouse.aStockedClient(0, 'kg')]
    const other = await warehouse.aStockedClient(0)
    const sibling = { ...boxes, productId: await warehouse.aProduct(boxes.id) }
    const withinClient = expect.stringMatching(/same client .* between two clients/)
    const refused = [
      [await transfer(boxes, kilos, 1), '/to_product_id', 'is counted by kg, the goods by caja'],
      [
        await transfer(boxes, other, 0.5),
        '/quantity',
        'must be a whole number: cajas are counted whole, 0.5 is not',
      ],
      [await transfer(boxes, sibling, 1), '/to_product_id', withinClient],
      [await transfer(boxes, boxes, 1), '/to_product_id', withinClient],
    ] as const
    for (const [answer, pointer, detail] of refused)
      expectRefusal(answer, 'validation/invalid-body', { errors: [{ pointer, detail }] })
  })
})

describe('GET /ledger', () => {
  const ledger = (productId: string, query = '') =>
    warehouse.staff.get(`/ledger?product_id=${productId}${query}`)
  const deltas = (entries: { delta: number }[]) => entries.map(({ delta }) => delta)

  test('always adds up, also while goods move', async () => {
    const { productId } = await warehouse.aStockedClient(10)
    let moving = true
    const moves = (async () => {
      for (let i = 0; i < 40; i++) await adjust(productId, i % 2 ? -1 : 2)
      moving = false
    })()
    let reads = 0
    for (; moving; reads++) {
      const { body } = await ledger(productId, '&limit=100')
      expect(body.has_more).toBe(false)
      const sum = body.entries.reduce((total: number, entry: { delta: number }) => total + entry.delta, 0)
      expect(body.closing).toBe(body.opening + sum)
    }
    await moves
    expect(reads).toBeGreaterThan(5)
  })

  test('shows every movement, oldest first, between the opening and the closing quantity', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: placed } = await order(client, 4)
    await warehouse.act(placed.id, 'approve')
    await adjust(client.productId, -1)
    await warehouse.act(placed.id, 'cancel', 'Error')
    const { body } = await ledger(client.productId)
    expect(body).toEqual({
      opening: 0,
      closing: 9,
      entries: body.entries,
      next_cursor: null,
      has_more: false,
    })
    const moves = body.entries.map(({ cause, delta }: { cause: string; delta: number }) => [cause, delta])
    expect(moves).toEqual([
      ['remito_ingreso', 10],
      ['remito_egreso', -4],
      ['adjustment', -1],
      ['remito_void', 4],
    ])
    const [, egreso, , returned] = body.entries
    expect(returned.document_id).toBe(egreso.document_id)
    expect((await client.portal.get(`/remitos/${egreso.document_id}`)).body.source_order_id).toBe(placed.id)
  })

  test("has the document's number and the reason", async () => {
    const client = await warehouse.aStockedClient(10)
    const goods = [{ product_id: client.productId, quantity: 2 }]
    const remito_number = ['0003-00001821', 'X 0003-00001822']
    const remito = { client_id: client.id, type: 'ingreso', items: goods, remito_number }
    const { body: entered } = await warehouse.staff.post('/remitos', remito)
    await warehouse.staff.post(`/remitos/${entered.id}/void`, { reason: 'Cargado dos veces' })
    await adjust(client.productId, -1)
    const { body: placed } = await order(client, 4)
    await warehouse.act(placed.id, 'approve')
    await client.portal.patch(`/orders/${placed.id}`, { action: 'cancel' })
    const { body } = await ledger(client.productId)
    const shown = body.entries.map((entry: Record<string, unknown>) => [
      entry['cause'],
      entry['document_number'],
      entry['reason'],
    ])
    const numbers = 'R 00003-00001821, X 00003-00001822'
    const [egreso] = (await client.portal.get('/remitos?type=egreso')).body.data
    expect(shown).toEqual([
      ['remito_ingreso', null, null],
      ['remito_ingreso', numbers, null],
      ['remito_void', numbers, 'Cargado dos veces'],
      ['adjustment', null, 'Recuento'],
      ['remito_egreso', egreso.remito_number[0], null],
      ['remito_void', egreso.remito_number[0], null],
    ])
  })

  test('has consecutive pages, each with the same opening and closing', async () => {
    const { productId } = await warehouse.aStockedClient(0)
    for (const delta of [5, -1, 2, -3]) await adjust(productId, delta)
    const seen: number[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { body } = await ledger(productId, `&limit=1${cursor}`)
      expect([body.opening, body.closing, body.has_more]).toEqual([0, 3, page < 3])
      seen.push(...deltas(body.entries))
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual([5, -1, 2, -3])
  })

  test('of a range opens with the quantity before it and closes with the quantity at its end', async () => {
    const { productId } = await warehouse.aStockedClient(0)
    for (const delta of [5, -1, 2, -3]) await adjust(productId, delta)
    const { body: all } = await ledger(productId)
    const [, second, third, fourth] = all.entries.map((entry: { created_at: string }) => entry.created_at)
    const range = await ledger(productId, `&from=${second}&to=${fourth}`)
    expect(range.body).toMatchObject({ opening: 5, closing: 6 })
    expect(deltas(range.body.entries)).toEqual([-1, 2])
    const rest = await ledger(productId, `&from=${third}`)
    expect(rest.body).toMatchObject({ opening: 4, closing: 3 })
    const before = await ledger(productId, '&to=2020-01-01T00:00:00Z')
    expect(before.body).toMatchObject({ opening: 0, closing: 0, entries: [] })
  })

  test('needs a product that exists', async () => {
    expectRefusal(await warehouse.staff.get('/ledger'), 'validation/invalid-parameter', {
      errors: [{ pointer: 'product_id', detail: 'is required' }],
    })
    expectRefusal(await ledger('01990000-0000-7000-8000-000000000000'), 'products/not-found')
  })
})
