import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { tripsIn } from '../../tests/harness/trips.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()
const { staff } = warehouse

describe('GET /queue', () => {
  test('has the open orders of one status, oldest first, with what a dispatcher needs to know', async () => {
    const client = await warehouse.aStockedClient(100)
    const litres = await warehouse.aProduct(client.id, 'litro')
    await warehouse.receive(client.id, { product_id: litres, quantity: 9.5 })
    const items = [
      { product_id: client.productId, quantity: 4 },
      { product_id: client.productId, quantity: 2 },
      { product_id: litres, quantity: 1.5 },
    ]
    const { body: first } = await order(client, 0, { items })
    const { body: second } = await order(client, 1)
    const { body } = await staff.get(`/queue?status=pending&client_id=${client.id}`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
    expect(body.data[0]).toEqual({
      id: first.id,
      order_number: first.order_number,
      status: 'pending',
      delivery_type: 'envio',
      client: { id: client.id, name: expect.any(String) },
      destinatario: { id: client.destinatarioId, name: 'Vinoteca', city: null },
      delivery_address: 'Av. San Martín 1',
      delivery_city: null,
      delivery_province: null,
      lines: 3,
      quantities: [
        { unit_type: 'caja', quantity: 6 },
        { unit_type: 'litro', quantity: 1.5 },
      ],
      packages: null,
      revision: 1,
      changed_at: null,
      weight_kg: null,
      weight_known: false,
      trip_id: null,
      trip_number: null,
      remito: null,
      lots_on_hold: 0,
      shortages: [],
      created_at: first.created_at,
      updated_at: first.updated_at,
    })
  })

  test('names the egreso of an approved order, and of all clients without a filter', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: placed } = await order(client, 4)
    await warehouse.act(placed.id, 'approve')
    const { body: remitos } = await staff.get(`/remitos?source_order_id=${placed.id}`)
    const { body } = await staff.get('/queue?status=approved&limit=100')
    const queued = body.data.find(({ id }: { id: string }) => id === placed.id)
    expect(queued.remito).toEqual({
      id: remitos.data[0].id,
      remito_number: remitos.data[0].remito_number,
    })
  })

  test('says what is missing to approve each pending order, as its picks and its approval do', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: small } = await order(client, 2)
    const { body: large } = await order(client, 8)
    await staff.post('/stock/adjustments', { product_id: client.productId, delta: -7, reason: 'Rotura' })
    const { body } = await staff.get(`/queue?status=pending&client_id=${client.id}`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([small.id, large.id])
    const short = {
      product_id: client.productId,
      products: expect.anything(),
      requested: 8,
      available: 3,
      in_stock: 3,
      reasons: [],
    }
    expect(body.data.map(({ shortages }: { shortages: unknown }) => shortages)).toEqual([[], [short]])
    expect((await staff.get(`/orders/${large.id}/picks`)).body.shortages).toEqual([short])
    expect((await warehouse.act(large.id, 'approve')).body.shortages).toEqual([short])
  })

  test('counts the shortage of an order by vintage, without what the order itself has reserved', async () => {
    const client = await warehouse.aStockedClient(0)
    const { productId: product_id } = client
    await warehouse.receive(client.id, { product_id, quantity: 6, lot_number: 'A', vintage_year: 2020 })
    await warehouse.receive(client.id, { product_id, quantity: 6, lot_number: 'B', vintage_year: 2021 })
    const ordered = async (items: object[]) => (await order(client, 0, { items })).body.id
    const ofVintage = await ordered([{ product_id, quantity: 6, vintage_year: 2020 }])
    const ofAny = await ordered([{ product_id, quantity: 6 }])
    await staff.post('/stock/adjustments', {
      product_id,
      delta: -1,
      reason: 'Rotura',
      lot_number: 'B',
      vintage_year: 2021,
    })
    const { body } = await staff.get(`/queue?status=pending&client_id=${client.id}`)
    for (const { id, shortages } of body.data) {
      expect((await staff.get(`/orders/${id}/picks`)).body.shortages).toEqual(shortages)
    }
    expect(
      body.data.map(({ id, shortages }: { id: string; shortages: unknown[] }) => [id, shortages]),
    ).toEqual([
      [ofVintage, []],
      [
        ofAny,
        [
          {
            product_id,
            products: expect.anything(),
            requested: 6,
            available: 5,
            in_stock: 11,
            reasons: [{ code: 'reserved', quantity: 6 }],
          },
        ],
      ],
    ])
  })

  test('pages from the oldest to the newest', async () => {
    const client = await warehouse.aStockedClient(10)
    const placed: string[] = []
    for (let count = 0; count < 3; count++) placed.push((await order(client, 1)).body.id)
    const path = `/queue?status=pending&client_id=${client.id}&limit=2`
    const first = await staff.get(path)
    const second = await staff.get(`${path}&cursor=${first.body.next_cursor}`)
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(placed)
    expect(second.body.has_more).toBe(false)
  })

  test('for trips, leaves out what is collected and what is on a trip, until that trip has its outcome', async () => {
    const client = await warehouse.aStockedClient(10)
    const { orderOf, aTrip, changeNow } = tripsIn(warehouse)
    const free = await orderOf(client, {}, 'approve', 'prepare')
    await orderOf(client, { delivery_type: 'retiro' }, 'approve', 'prepare')
    const planned = await orderOf(client, {}, 'approve', 'prepare')
    const { id } = await aTrip([planned])
    const path = `/queue?client_id=${client.id}&for_trip=true&status=`
    const idsOf = async (status: string) =>
      (await staff.get(path + status)).body.data.map((one: { id: string }) => one.id)
    expect(await idsOf('in_preparation')).toEqual([free])
    await changeNow(id, { action: 'depart' })
    expect(await idsOf('in_transit')).toEqual([])
    await warehouse.act(planned, 'fail', 'Estaba cerrado')
    expect(await idsOf('failed_delivery')).toEqual([planned])
  })

  test.each(['', '?status=delivered', '?status=PENDING'])(
    'refuses %s: it has open orders of one status',
    async (query) => {
      expectProblem(await staff.get(`/queue${query}`), 'validation/invalid-parameter')
    },
  )
})
