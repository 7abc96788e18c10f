// Goods of delivered orders come back: what is expected, what is received, and what becomes of it in stock.
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { insertRows } from '../../tests/harness/insert-rows.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { deliver } from '../../tests/harness/return-data.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { sql } from '../db/sql.ts'
import { expectReturn } from './expect.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

/** Delivered: 12 boxes in the lot A, and 4.5 kg without a lot. */
async function aDelivery() {
  const client = await warehouse.aStockedClient(0)
  const kilos = await warehouse.aProduct(client.id, 'kg')
  await warehouse.receive(
    client.id,
    {
      product_id: client.productId,
      quantity: 20,
      lot_number: 'A',
      expiry_date: '2031-03-31',
      vintage_year: 2021,
    },
    { product_id: kilos, quantity: 10 },
  )
  const orderId = await deliver(warehouse, client, [
    { product_id: client.productId, quantity: 12 },
    { product_id: kilos, quantity: 4.5 },
  ])
  const { body } = await staff.get(`/orders/${orderId}/returnable`)
  const [boxes, loose] = body.items
  const make = (...items: object[]) => staff.post('/returns', { order_id: orderId, items })
  const expected = async (...items: object[]) => {
    const { status, body: made, text } = await make(...items)
    expect(status, text).toBe(201)
    return made
  }
  const returnable = async () =>
    (await staff.get(`/orders/${orderId}/returnable`)).body.items.map(
      (item: { returned: number; returnable: number }) => [item.returned, item.returnable],
    )
  const stock = async (productId: string) => (await client.portal.get(`/stock/${productId}`)).body
  return { client, kilos, orderId, remitoId: body.remito_id, boxes, loose, make, expected, returnable, stock }
}
const damaged = (line: { remito_item_id: string }, quantity: number) => ({
  remito_item_id: line.remito_item_id,
  quantity,
  reason: 'damaged',
})
const eventsOf = async (client: { portal: typeof staff }, type: string) =>
  (await client.portal.get(`/events?type=${type}&limit=100`)).body.data.map(
    (event: { data: { object: object } }) => event.data.object,
  )
const receive = (id: string, ...items: object[]) =>
  staff.patch(`/returns/${id}`, { action: 'receive', items })

describe('a return by hand', () => {
  test('expects goods of a delivered order, numbered per client, and tells the client', async () => {
    const { client, orderId, remitoId, boxes, loose, expected, returnable } = await aDelivery()
    const first = await expected({ ...damaged(boxes, 2), note: 'Dos rotas' }, damaged(loose, 0.5))
    expect(first).toMatchObject({
      number: 'DEV-000001',
      status: 'expected',
      order_id: orderId,
      remito_id: remitoId,
      lines: 2,
      client_id: client.id,
      ingreso_id: null,
      items: [
        {
          lot_number: 'A',
          expiry_date: '2031-03-31',
          expected: 2,
          reason: 'damaged',
          note: 'Dos rotas',
          received: 0,
        },
        { lot_number: 'SIN-LOTE', expected: 0.5, disposition: null },
      ],
    })
    expect(await returnable()).toEqual([
      [2, 10],
      [0.5, 4],
    ])
    const { client_id: _, client_name: __, ...shown } = first
    expect((await client.portal.get(`/returns/${first.id}`)).body).toEqual(shown)
    expect(await eventsOf(client, 'return.expected')).toEqual([shown])
    expect((await expected(damaged(boxes, 1))).number).toBe('DEV-000002')
    const { body: list } = await client.portal.get(`/returns?order_id=${orderId}&status=expected`)
    expect(list.data.map(({ number }: { number: string }) => number)).toEqual(['DEV-000002', 'DEV-000001'])
    const { body: found } = await client.portal.get('/search?q=dev-2')
    expect(found.returns).toMatchObject([{ number: 'DEV-000002', status: 'expected' }])
  })

  test('never expects more than was shipped, and gives back what did not come', async () => {
    const { boxes, loose, make, expected, returnable } = await aDelivery()
    const first = await expected(damaged(boxes, 10))
    const more = await make(damaged(boxes, 3))
    expectProblem(more, 'validation/invalid-body')
    expect(more.body.errors).toMatchObject([
      { pointer: '/items/0/quantity', code: 'more_than_returnable', params: { returnable: 2 } },
    ])
    const both = await make(damaged(boxes, 1), { ...damaged(boxes, 2), reason: 'refused' })
    expect(both.body.errors).toMatchObject([{ pointer: '/items/1/quantity', params: { returnable: 1 } }])
    expect((await make(damaged(boxes, 1), damaged(boxes, 1))).body.errors).toMatchObject([
      { pointer: '/items/1', code: 'line_repeated' },
    ])
    expect((await make(damaged(boxes, 0.5))).body.errors).toMatchObject([{ code: 'fraction_of_unit' }])
    await receive(first.id, { id: first.items[0].id, quantity: 7, disposition: 'write_off' })
    expect(await returnable()).toEqual([
      [7, 5],
      [0, 4.5],
    ])
    const second = await expected(damaged(boxes, 5), damaged(loose, 4.5))
    await staff.patch(`/returns/${second.id}`, { action: 'close', reason: 'Se la quedaron' })
    expect(await returnable()).toEqual([
      [7, 5],
      [0, 4.5],
    ])
  })

  test('is for delivered orders only', async () => {
    const client = await warehouse.aStockedClient(5)
    const { body: placed } = await order(client, 1)
    await warehouse.act(placed.id, 'approve')
    const { body } = await staff.get(`/orders/${placed.id}/returnable`)
    expect(body).toMatchObject({
      order_status: 'approved',
      items: [{ shipped: 1, missing: 0, returnable: 1 }],
    })
    const refused = await staff.post('/returns', { order_id: placed.id, items: [damaged(body.items[0], 1)] })
    expectProblem(refused, 'returns/order-not-delivered')
    expect(refused.body.current_status).toBe('approved')
  })
})

describe('receiving', () => {
  test('restocks into the lot, holds in a lot of the return, and writes off without moving stock', async () => {
    const { client, kilos, boxes, loose, expected, stock } = await aDelivery()
    const { id, items } = await expected(damaged(boxes, 9), damaged(loose, 1.75))
    const [line, kilosLine] = items
    const { status, body, text } = await receive(
      id,
      { id: line.id, quantity: 4, disposition: 'restock' },
      { id: line.id, quantity: 3, disposition: 'hold' },
      { id: line.id, quantity: 1, disposition: 'write_off' },
      { id: kilosLine.id, quantity: 0.5, disposition: 'hold' },
    )
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      status: 'received',
      items: [
        { expected: 9, received: 8, disposition: null, restocked: 4, held: 3, written_off: 1 },
        { expected: 1.75, received: 0.5, disposition: 'hold', restocked: 0, held: 0.5, written_off: 0 },
      ],
    })
    const { body: remito } = await staff.get(`/remitos/${body.ingreso_id}`)
    expect(remito).toMatchObject({ type: 'ingreso', remito_number: [], source_order_id: null, return_id: id })
    expect(await stock(client.productId)).toMatchObject({ quantity: 15, available_quantity: 12 })
    expect(await stock(kilos)).toMatchObject({ quantity: 6, available_quantity: 5.5 })
    const { data: lots } = (await client.portal.get('/stock/lots')).body
    const held = { lot_number: 'DEV-000001', hold: { reason: 'DEV-000001' } }
    expect(lots).toHaveLength(4)
    expect(lots).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ lot_number: 'A', quantity: 12, hold: null }),
        expect.objectContaining({ lot_number: 'SIN-LOTE', quantity: 5.5, hold: null }),
      ]),
    )
    expect(lots.filter((lot: { hold: object | null }) => lot.hold)).toMatchObject([
      { ...held, quantity: 3, expiry_date: '2031-03-31', vintage_year: 2021 },
      { ...held, quantity: 0.5, expiry_date: null },
    ])
    const back = { cause: 'remito_ingreso', status: 'received', return: { id, number: 'DEV-000001' } }
    for (const { id: lotId, hold } of lots) {
      const { entries } = (await client.portal.get(`/stock/lots/${lotId}/trace`)).body
      if (hold) expect(entries).toMatchObject([back])
      else expect(entries[0].return).toBeNull()
      expect((await staff.get(`/lots/${lotId}/trace`)).body.entries).toMatchObject(entries)
    }
    const { body: restocked } = await client.portal.get(`/stock/lots/${line.lot_id}/trace`)
    expect(restocked.entries.at(-1)).toMatchObject({ ...back, delta: 4 })
    const { client_id: _, client_name: __, ...shown } = body
    expect(await eventsOf(client, 'return.received')).toEqual([shown])
    expect(await eventsOf(client, 'lot.held')).toMatchObject([{ quantity: 0.5 }, { quantity: 3 }])
    const created = await eventsOf(client, 'lot.created')
    expect(created.filter((lot: { lot_number: string }) => lot.lot_number === 'DEV-000001')).toHaveLength(2)
    expectProblem(
      await staff.post(`/remitos/${body.ingreso_id}/void`, { reason: 'x' }),
      'remitos/belongs-to-return',
    )
    const again = await receive(id, { id: line.id, quantity: 1, disposition: 'restock' })
    expectProblem(again, 'returns/invalid-transition')
  })

  test('refuses more than is expected, and what is no line of it', async () => {
    const { boxes, expected } = await aDelivery()
    const { id, items } = await expected(damaged(boxes, 2))
    const [line] = items
    const part = (quantity: number, disposition: string) => ({ id: line.id, quantity, disposition })
    const tooMany = await receive(id, part(1, 'restock'), part(2, 'hold'))
    expect(tooMany.body.errors).toMatchObject([
      { pointer: '/items/1/quantity', code: 'more_than_expected', params: { expected_quantity: 2 } },
    ])
    const foreign = await receive(id, { ...part(1, 'hold'), id: boxes.remito_item_id })
    expect(foreign.body.errors).toMatchObject([{ pointer: '/items/0/id', code: 'not_a_line_of_return' }])
    expect((await receive(id, part(1, 'hold'), part(1, 'hold'))).body.errors).toMatchObject([
      { pointer: '/items/1', code: 'line_repeated' },
    ])
    expect((await receive(id, part(0.5, 'hold'))).body.errors).toMatchObject([{ code: 'fraction_of_unit' }])
    expect((await staff.get(`/returns/${id}`)).body.status).toBe('expected')
  })

  test('only written off, it needs no ingreso; and goods of an archived product bring it back', async () => {
    const { client, boxes, loose, kilos, expected } = await aDelivery()
    const lost = await expected(damaged(loose, 1))
    const { body: gone } = await receive(lost.id, {
      id: lost.items[0].id,
      quantity: 1,
      disposition: 'write_off',
    })
    expect(gone).toMatchObject({ status: 'received', ingreso_id: null })
    await staff.post('/stock/adjustments', { product_id: client.productId, delta: -8, reason: 'Recuento' })
    await staff.patch(`/products/${client.productId}`, { archived: true })
    const back = await expected(damaged(boxes, 1))
    const answer = await receive(back.id, { id: back.items[0].id, quantity: 1, disposition: 'restock' })
    expect(answer.status, answer.text).toBe(200)
    expect((await staff.get(`/products/${client.productId}`)).body).toMatchObject({ archived: false })
    expect((await client.portal.get(`/stock/${kilos}`)).body.quantity).toBe(5.5)
  })

  test('somebody who may only receive receives, and does not close', async () => {
    const { boxes, expected } = await aDelivery()
    const receiver = await service.aStaffMember(['staff:receive'])
    const { id, items } = await expected(damaged(boxes, 2))
    const closing = await receiver.patch(`/returns/${id}`, { action: 'close', reason: 'x' })
    expectProblem(closing, 'auth/insufficient-scope')
    const part = { id: items[0].id, quantity: 2, disposition: 'restock' }
    expect((await receiver.patch(`/returns/${id}`, { action: 'receive', items: [part] })).status).toBe(200)
  })
})

test('what the recipient did not get does not come back', async () => {
  const { client, orderId, remitoId, boxes, loose, make, returnable } = await aDelivery()
  await acceptWithMissing(client.id, { orderId, remitoId }, [
    { line: boxes, missing: 2 },
    { line: loose, missing: 0 },
  ])
  expect(await returnable()).toEqual([
    [0, 10],
    [0, 4.5],
  ])
  expect((await make(damaged(boxes, 11))).body.errors).toMatchObject([
    { code: 'more_than_returnable', params: { returnable: 10 } },
  ])
})

type MissingLine = { line: { remito_item_id: string; shipped: number }; missing: number }

/** As the recipient's page would record it. */
async function acceptWithMissing(
  client_id: string,
  { orderId: order_id, remitoId: remito_id }: { orderId: string; remitoId: string },
  lines: readonly MissingLine[],
) {
  const id = uuidv7()
  const outcome = 'with_differences'
  const by = { channel: 'recipient', actor: 'recipient Ana Gil', name: 'Ana Gil' }
  const signed_at = new Date().toISOString()
  const row = {
    id,
    client_id,
    remito_id,
    order_id,
    submission_id: uuidv7(),
    outcome,
    late: false,
    signed_at,
    ...by,
  }
  await insertRows(service.db, 'remito_acceptances', [row])
  await insertRows(
    service.db,
    'remito_acceptance_lines',
    lines.map(({ line: { remito_item_id, shipped }, missing }) => ({
      client_id,
      acceptance_id: id,
      remito_item_id,
      accepted: shipped - missing,
      missing,
      damaged: 0,
      refused: 0,
    })),
  )
  await service.db.run(sql`update remitos set acceptance = ${outcome} where id = ${remito_id}`)
}

test('an acceptance expects what no return by hand expects yet', async () => {
  const { client, orderId, remitoId, boxes, loose, expected, returnable } = await aDelivery()
  await expected(damaged(boxes, 11))
  const by = { actor: 'recipient Ana', requestId: 'req_1' }
  const accept = (items: Parameters<typeof expectReturn>[2]['items']) =>
    service.db.transaction((tx) => expectReturn(tx, by, { clientId: client.id, orderId, remitoId, items }))
  const line = (remitoItemId: string, quantity: number) => ({
    remitoItemId,
    quantity,
    reason: 'refused' as const,
  })
  const made = await accept([line(boxes.remito_item_id, 3), line(loose.remito_item_id, 0.5)])
  expect(made).toMatchObject({ number: 'DEV-000002', items: [{ expected: 1 }, { expected: 0.5 }] })
  expect(await returnable()).toEqual([
    [12, 0],
    [0.5, 4],
  ])
  expect(await accept([line(boxes.remito_item_id, 1)])).toBeNull()
})
