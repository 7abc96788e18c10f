import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order, type Warehouse } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()
const { staff } = warehouse

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const reason = 'Retiro del mercado'
const hold = (lotId: string, why = reason) => staff.patch(`/lots/${lotId}`, { hold: true, reason: why })
const release = (lotId: string) => staff.patch(`/lots/${lotId}`, { hold: false })
const stockOf = async ({ portal, productId }: Client) => (await portal.get(`/stock/${productId}`)).body
const preview = ({ portal, productId, destinatarioId }: Client, quantity: number) =>
  portal.post('/orders/preview', {
    destinatario_id: destinatarioId,
    items: [{ product_id: productId, quantity }],
  })
const remito = (client: Client, type: string, item: object) =>
  staff.post('/remitos', { client_id: client.id, type, items: [{ product_id: client.productId, ...item }] })

/** 10 units in lot A, which expires first, and 10 in B. */
async function aClientWithTwoLots() {
  const client = await warehouse.aStockedClient(0)
  const { productId: product_id } = client
  await warehouse.receive(
    client.id,
    { product_id, quantity: 10, lot_number: 'A', expiry_date: '2090-01-01', vintage_year: 2019 },
    { product_id, quantity: 10, lot_number: 'B', expiry_date: '2091-01-01', vintage_year: 2020 },
  )
  const [a, b] = (await client.portal.get('/stock/lots')).body.data
  return { client, a: a.id as string, b: b.id as string }
}

describe('a lot on hold', () => {
  test('shows why and since when on both APIs, and nothing once it is released', async () => {
    const { client, a } = await aClientWithTwoLots()
    const held = await hold(a)
    expect(held.status).toBe(200)
    expect(held.body).toMatchObject({ id: a, quantity: 10, hold: { reason, since: expect.any(String) } })
    const lists = async () => [
      (await client.portal.get('/stock/lots')).body.data,
      (await staff.get(`/lots?client_id=${client.id}`)).body.data,
    ]
    for (const lots of await lists()) expect(lots).toMatchObject([{ hold: held.body.hold }, { hold: null }])
    expect((await release(a)).body).toMatchObject({ id: a, hold: null })
    for (const lots of await lists()) expect(lots).toMatchObject([{ hold: null }, { hold: null }])
  })

  test('is not available, within its vintage either, and is available again once released', async () => {
    const { client, a } = await aClientWithTwoLots()
    await hold(a)
    expect(await stockOf(client)).toMatchObject({
      quantity: 20,
      reserved_quantity: 0,
      available_quantity: 10,
    })
    expectRefusal(await order(client, 11), 'orders/insufficient-stock', {
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 11,
          available: 10,
          in_stock: 20,
          reasons: [{ code: 'on_hold', quantity: 10 }],
        },
      ],
    })
    const ofVintage = { items: [{ product_id: client.productId, quantity: 1, vintage_year: 2019 }] }
    expectRefusal(await order(client, 1, ofVintage), 'orders/insufficient-stock', {
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 1,
          available: 0,
          vintage_year: 2019,
          in_stock: 20,
          reasons: [
            { code: 'on_hold', quantity: 10 },
            { code: 'other_vintage', quantity: 10 },
          ],
        },
      ],
    })
    await release(a)
    expect(await stockOf(client)).toMatchObject({ available_quantity: 20 })
    expect((await order(client, 11)).status).toBe(201)
  })

  test('is left out by the preview, the picks and the approval of an order alike', async () => {
    const { client, a } = await aClientWithTwoLots()
    await hold(a)
    const fromB = { items: [{ picks: [{ lot_number: 'B', quantity: 4 }] }], shortages: [] }
    expect((await preview(client, 4)).body).toMatchObject(fromB)
    const { body: pending } = await order(client, 4)
    expect((await staff.get(`/orders/${pending.id}/picks`)).body).toMatchObject({ taken: false, ...fromB })
    expect((await warehouse.act(pending.id, 'approve')).status).toBe(200)
    expect((await staff.get(`/orders/${pending.id}/picks`)).body).toMatchObject({ taken: true, ...fromB })
    const lots = (await client.portal.get('/stock/lots')).body.data
    expect(lots).toMatchObject([
      { lot_number: 'A', quantity: 10 },
      { lot_number: 'B', quantity: 6 },
    ])
  })

  test('does not count twice once it has expired', async () => {
    const client = await warehouse.aStockedClient(5)
    const { productId: product_id } = client
    await warehouse.receive(client.id, {
      product_id,
      quantity: 3,
      lot_number: 'X',
      expiry_date: '2020-01-01',
    })
    const [expired] = (await client.portal.get('/stock/lots')).body.data
    await hold(expired.id)
    expect(await stockOf(client)).toMatchObject({ quantity: 8, available_quantity: 5 })
  })

  test('keeps what orders have reserved; approving them is refused until enough can be picked', async () => {
    const { client, a } = await aClientWithTwoLots()
    const { body: pending } = await order(client, 15)
    await hold(a)
    expect(await stockOf(client)).toMatchObject({ reserved_quantity: 15, available_quantity: 0 })
    const refused = await warehouse.act(pending.id, 'approve')
    expect(refused.status).toBe(409)
    expect(refused.body.shortages).toMatchObject([{ requested: 15, available: 10 }])
    expect((await client.portal.get(`/orders/${pending.id}`)).body.status).toBe('pending')
    await release(a)
    expect((await warehouse.act(pending.id, 'approve')).status).toBe(200)
  })

  test('is not used by an egreso or a transfer, named or not', async () => {
    const { client, a } = await aClientWithTwoLots()
    const other = await warehouse.aStockedClient(0)
    await hold(a)
    const onHold = (pointer: string) => ({ errors: [{ pointer, detail: `is on hold: ${reason}` }] })
    const named = await remito(client, 'egreso', { quantity: 1, lot_id: a })
    expectRefusal(named, 'lots/on-hold', onHold('/items/0/lot_id'))
    const transfer = (more: object) =>
      staff.post('/stock/transfers', {
        from_product_id: client.productId,
        to_product_id: other.productId,
        reason: 'Venta',
        ...more,
      })
    expectRefusal(await transfer({ quantity: 1, lot_id: a }), 'lots/on-hold', onHold('/lot_id'))
    expectRefusal(await remito(client, 'egreso', { quantity: 11 }), 'remitos/insufficient-stock', {
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 11,
          available: 10,
          in_stock: 20,
          reasons: [{ code: 'on_hold', quantity: 10 }],
        },
      ],
    })
    expect((await transfer({ quantity: 10 })).body.entries).toMatchObject([{ lot_number: 'B' }, {}])
  })

  test('accepts ingresos, adjustments, counts and the goods of a voided egreso, and stays on hold', async () => {
    const { client, a } = await aClientWithTwoLots()
    const { body: egreso } = await remito(client, 'egreso', { quantity: 4, lot_id: a })
    await hold(a)
    const lot = { lot_number: 'A', expiry_date: '2090-01-01', vintage_year: 2019 }
    expect((await remito(client, 'ingreso', { quantity: 1, ...lot })).status).toBe(201)
    const loss = { product_id: client.productId, delta: -2, lot_id: a, reason: 'Destruido' }
    expect((await staff.post('/stock/adjustments', loss)).status).toBe(201)
    expect((await staff.post(`/remitos/${egreso.id}/void`, { reason: 'No salió' })).status).toBe(200)
    const shown = async () => (await client.portal.get('/stock/lots')).body.data[0]
    expect(await shown()).toMatchObject({ lot_number: 'A', quantity: 9, hold: { reason } })
    const { sku } = (await stockOf(client)).products
    const count = `sku,quantity,lot_number,expiry_date,vintage_year\n${sku},7,A,2090-01-01,2019\n`
    const counted = await staff.post(`/stock/imports?client_id=${client.id}`, count, {
      'content-type': 'text/csv',
    })
    expect(counted.status).toBe(201)
    expect(await shown()).toMatchObject({ quantity: 7, hold: { reason } })
    expect(await stockOf(client)).toMatchObject({ quantity: 17, available_quantity: 10 })
  })
})

describe('lot.held and lot.released', () => {
  const eventsOf = async ({ portal }: Client, lotId: string) =>
    (await portal.get(`/events?object_id=${lotId}&order=asc&limit=100`)).body.data.filter(
      ({ type }: { type: string }) => ['lot.held', 'lot.released'].includes(type),
    )

  test('tell the client of the lot, what is left of it, why and when', async () => {
    const { client, a } = await aClientWithTwoLots()
    const { body: held } = await hold(a)
    await release(a)
    const lot = {
      lot_id: a,
      product_id: client.productId,
      lot_number: 'A',
      expiry_date: '2090-01-01',
      vintage_year: 2019,
      quantity: 10,
      reason,
    }
    const [first, second, ...others] = await eventsOf(client, a)
    expect(others).toEqual([])
    expect(first).toMatchObject({ type: 'lot.held', data: { object: expect.any(Object) } })
    expect(first.data.object).toEqual({ ...lot, held_at: held.hold.since })
    expect(second.type).toBe('lot.released')
    expect(second.data.object).toEqual({ ...lot, released_at: expect.any(String) })
    expect(second.data.object.released_at >= held.hold.since).toBe(true)
  })

  test('are not sent for another reason, a second hold or release, or a refused request', async () => {
    const { client, a } = await aClientWithTwoLots()
    await release(a)
    await hold(a)
    await hold(a)
    await hold(a, 'En cuarentena')
    await staff.patch(`/lots/${a}`, { hold: true })
    expect((await eventsOf(client, a)).map(({ type }: { type: string }) => type)).toEqual(['lot.held'])
    await release(a)
    await release(a)
    const [, released, ...others] = await eventsOf(client, a)
    expect(released.data.object.reason).toBe('En cuarentena')
    expect(others).toEqual([])
  })

  test('are delivered to the endpoints that subscribe to them', async () => {
    const { client, a } = await aClientWithTwoLots()
    const hook = { url: 'https://8.8.8.8/lots', events: ['lot.held'] }
    const { body: endpoint } = await client.portal.post('/webhooks', hook)
    await hold(a)
    await release(a)
    const { body } = await client.portal.get(`/webhooks/${endpoint.id}/deliveries`)
    expect(body.data).toMatchObject([{ event_type: 'lot.held' }])
  })
})

const numberOf = ({ id, order_number }: { id: string; order_number: string }) => ({ id, order_number })

/** An approved order of the client, taken through these steps. */
async function anOrder(client: Client, quantity: number, ...steps: [string, string?][]) {
  const { body } = await order(client, quantity)
  for (const [action, why] of [['approve'], ...steps] as [string, string?][])
    expect((await warehouse.act(body.id, action, why)).status).toBe(200)
  return body as { id: string; order_number: string }
}
const prepare: [string] = ['prepare']
const dispatch: [string] = ['dispatch']
const fail: [string, string] = ['fail', 'Local cerrado']
const statusOf = async ({ portal }: Client, id: string) => (await portal.get(`/orders/${id}`)).body.status

describe('orders with goods of a lot that have not left', () => {
  test('are listed by a hold, oldest first: approved, in preparation, and back from a failed delivery', async () => {
    const { client, a } = await aClientWithTwoLots()
    const approved = await anOrder(client, 1)
    const prepared = await anOrder(client, 2, prepare)
    const failed = await anOrder(client, 3, prepare, dispatch, fail)
    await anOrder(client, 1, prepare, dispatch)
    await anOrder(client, 1, prepare, dispatch, ['deliver'])
    const cancelled = await anOrder(client, 1)
    await warehouse.act(cancelled.id, 'cancel', 'Error')
    await order(client, 1)
    const destinatario = { id: client.destinatarioId, name: 'Vinoteca' }
    const listed = [
      { ...numberOf(approved), status: 'approved', quantity: 1, destinatario },
      { ...numberOf(prepared), status: 'in_preparation', quantity: 2, destinatario },
      { ...numberOf(failed), status: 'failed_delivery', quantity: 3, destinatario },
    ]
    const { body: before } = await staff.get(`/lots/${a}/orders`)
    expect(before).toMatchObject({ data: listed, has_more: false })
    const { body: held } = await hold(a)
    expect(held).toMatchObject({ id: a, hold: { reason }, orders_not_left: listed })
    expect(held.orders_not_left).toHaveLength(3)
    expect((await release(a)).body.orders_not_left).toEqual(held.orders_not_left)
  })

  test('are only those of that lot, with what they have of it, page by page', async () => {
    const { client, a, b } = await aClientWithTwoLots()
    await warehouse.aStockedClient(5).then((other) => anOrder(other, 1))
    const first = await anOrder(client, 8)
    const both = await anOrder(client, 4)
    const second = await anOrder(client, 1)
    const listed = async (lot: string) => {
      const found: unknown[] = []
      for (let cursor = ''; ; ) {
        const { body } = await staff.get(`/lots/${lot}/orders?limit=1${cursor}`)
        found.push(...body.data.map(({ id, quantity }: never) => [id, quantity]))
        if (!body.has_more) return found
        cursor = `&cursor=${body.next_cursor}`
      }
    }
    expect(await listed(a)).toEqual([
      [first.id, 8],
      [both.id, 2],
    ])
    expect(await listed(b)).toEqual([
      [both.id, 2],
      [second.id, 1],
    ])
  })
})

describe('dispatching an order with goods of a lot on hold', () => {
  test('is announced before: the queue counts the lots, and the picks of the order say why each is held', async () => {
    const { client, a } = await aClientWithTwoLots()
    const { id } = await anOrder(client, 12)
    const pending = (await order(client, 1)).body
    const queued = async (status: string) =>
      (await staff.get(`/queue?status=${status}&client_id=${client.id}`)).body.data
    expect(await queued('approved')).toMatchObject([{ id, lots_on_hold: 0 }])
    const { body: held } = await hold(a)
    expect(await queued('approved')).toMatchObject([{ id, lots_on_hold: 1 }])
    expect(await queued('pending')).toMatchObject([{ id: pending.id, lots_on_hold: 0 }])
    expect((await staff.get(`/orders/${id}/picks`)).body.items[0].picks).toMatchObject([
      { lot_id: a, hold: held.hold },
      { lot_number: 'B', hold: null },
    ])
    await release(a)
    expect(await queued('approved')).toMatchObject([{ id, lots_on_hold: 0 }])
  })

  test('is refused, naming the lots and why, and nothing changes', async () => {
    const { client, a, b } = await aClientWithTwoLots()
    const { id } = await anOrder(client, 12, prepare)
    const { body: held } = await hold(a)
    await hold(b, 'Etiqueta equivocada')
    const { products } = await stockOf(client)
    const goods = { product_id: client.productId, products: { name: products.name, sku: products.sku } }
    const lots = [
      { lot_id: a, lot_number: 'A', quantity: 10, reason, since: held.hold.since, ...goods },
      {
        lot_id: b,
        lot_number: 'B',
        quantity: 2,
        reason: 'Etiqueta equivocada',
        since: expect.any(String),
        ...goods,
      },
    ]
    expectRefusal(await warehouse.act(id, 'dispatch'), 'orders/lot-on-hold', { lots })
    expect(await statusOf(client, id)).toBe('in_preparation')
    const { body: events } = await client.portal.get(`/events?object_id=${id}&type=order.in_transit`)
    expect(events.data).toEqual([])
    await release(a)
    expectRefusal(await warehouse.act(id, 'dispatch'), 'orders/lot-on-hold', { lots: [lots[1]] })
    await release(b)
    expect((await warehouse.act(id, 'dispatch')).status).toBe(200)
  })

  test('is refused after a failed delivery as well, and for a lot of which nothing is left in stock', async () => {
    const { client, a } = await aClientWithTwoLots()
    const { id } = await anOrder(client, 10, prepare, dispatch, fail)
    await hold(a)
    expectRefusal(await warehouse.act(id, 'dispatch'), 'orders/lot-on-hold', {
      lots: [expect.objectContaining({ lot_id: a, quantity: 10 })],
    })
    expect((await warehouse.act(id, 'cancel', 'Retiro')).status).toBe(200)
    expect((await client.portal.get('/stock/lots')).body.data[0]).toMatchObject({ quantity: 10 })
  })

  test('leaves other orders alone, and those that have left can be delivered', async () => {
    const { client, a } = await aClientWithTwoLots()
    const onTheRoad = await anOrder(client, 10, prepare, dispatch)
    const other = await anOrder(client, 2, prepare)
    await hold(a)
    expect((await warehouse.act(other.id, 'dispatch')).status).toBe(200)
    expect((await warehouse.act(onTheRoad.id, 'deliver')).status).toBe(200)
  })

  test('can be overridden with a reason, which the audit log keeps with the lots', async () => {
    const { client, a } = await aClientWithTwoLots()
    const { id } = await anOrder(client, 4, prepare)
    await hold(a)
    const why = 'Calidad lo autorizó por teléfono'
    const override = { action: 'dispatch', override_hold: true }
    expectRefusal(await staff.patch(`/orders/${id}`, override), 'validation/invalid-body', {
      errors: [{ pointer: '/reason', detail: 'is required to override a hold' }],
    })
    const sent = await staff.patch(`/orders/${id}`, { ...override, reason: why })
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({ status: 'in_transit', status_reason: null })
    const { body: log } = await staff.get(`/audit?client_id=${client.id}&action=orders.dispatch`)
    expect(log.data).toMatchObject([
      {
        subject_id: id,
        before: { status: 'in_preparation' },
        after: {
          status: 'in_transit',
          reason: why,
          overridden_holds: [{ lot_id: a, lot_number: 'A', quantity: 4, reason }],
        },
      },
    ])
    const { timeline } = (await client.portal.get(`/orders/${id}`)).body
    expect(timeline.at(-1)).toMatchObject({ status: 'in_transit', reason: why })
  })

  test('records no overridden hold where there was none, and is not for other actions', async () => {
    const { client } = await aClientWithTwoLots()
    const { id } = await anOrder(client, 4)
    const override = { override_hold: true, reason: 'x' }
    expectRefusal(
      await staff.patch(`/orders/${id}`, { action: 'prepare', ...override }),
      'validation/invalid-body',
      { errors: [{ pointer: '/override_hold', detail: 'is only for dispatch' }] },
    )
    await warehouse.act(id, 'prepare')
    expect((await staff.patch(`/orders/${id}`, { action: 'dispatch', ...override })).status).toBe(200)
    const { body: log } = await staff.get(`/audit?client_id=${client.id}&action=orders.dispatch`)
    expect(log.data[0].after).toEqual({ status: 'in_transit', reason: 'x' })
  })
})

describe('PATCH /lots/:id', () => {
  test('replaces the reason of a hold and keeps its beginning; what changes nothing is not audited', async () => {
    const { client, a } = await aClientWithTwoLots()
    const { body: first } = await hold(a)
    const { body: second } = await hold(a, 'En cuarentena')
    expect(second.hold).toEqual({ reason: 'En cuarentena', since: first.hold.since })
    expect((await hold(a, 'En cuarentena')).body).toEqual(second)
    await release(a)
    expect((await release(a)).body.hold).toBeNull()
    const { body: log } = await staff.get(`/audit?client_id=${client.id}`)
    const entries = log.data.filter(({ subject_id }: { subject_id: string }) => subject_id === a)
    expect(entries).toMatchObject([
      { action: 'lots.release', before: { hold: second.hold }, after: { hold: null } },
      { action: 'lots.hold', before: { hold: first.hold }, after: { hold: second.hold } },
      { action: 'lots.hold', before: { hold: null }, after: { hold: first.hold } },
    ])
  })

  test.each([
    [{ hold: true }, '/reason', 'is required to put a lot on hold'],
    [{ hold: false, reason }, '/reason', 'is only for a hold: leave it out to release the lot'],
  ])('refuses %j', async (body, pointer, detail) => {
    const { a } = await aClientWithTwoLots()
    const errors = [{ pointer, detail }]
    expectRefusal(await staff.patch(`/lots/${a}`, body), 'validation/invalid-body', { errors })
  })
})
