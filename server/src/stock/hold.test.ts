import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../testing/problem-answers.ts'
import { useWarehouse } from '../testing/prologue.ts'
import { order, type Warehouse } from '../testing/warehouse.ts'

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

/** 10 in the lot A, which expires first, and 10 in B. */
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
  test('says why and since when on both APIs, and nothing more once it is released', async () => {
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
      shortages: [{ product_id: client.productId, requested: 11, available: 10 }],
    })
    const ofVintage = { items: [{ product_id: client.productId, quantity: 1, vintage_year: 2019 }] }
    expectRefusal(await order(client, 1, ofVintage), 'orders/insufficient-stock', {
      shortages: [{ product_id: client.productId, requested: 1, available: 0, vintage_year: 2019 }],
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
    expect(refused.body.shortages).toEqual([{ product_id: client.productId, requested: 15, available: 10 }])
    expect((await client.portal.get(`/orders/${pending.id}`)).body.status).toBe('pending')
    await release(a)
    expect((await warehouse.act(pending.id, 'approve')).status).toBe(200)
  })

  test('gives nothing to an egreso or a transfer, named or not', async () => {
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
      shortages: [{ product_id: client.productId, requested: 11, available: 10 }],
    })
    expect((await transfer({ quantity: 10 })).body.entries).toMatchObject([{ lot_number: 'B' }, {}])
  })

  test('takes ingresos, adjustments, counts and the goods of a voided egreso, and stays on hold', async () => {
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

  test('emits no event, whether it is set or released', async () => {
    const { client, a } = await aClientWithTwoLots()
    const events = async () => (await client.portal.get('/events?limit=100')).body.data.length
    const before = await events()
    await hold(a)
    await release(a)
    expect(await events()).toBe(before)
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
