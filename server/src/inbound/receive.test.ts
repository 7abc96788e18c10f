// The staff receive what was announced; both sides see what differs.
import { describe, expect, test } from 'vitest'
import { announce } from '../../tests/harness/inbound-data.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

/** Announced with 12 of one product in the lot A, and 5 of another. */
async function anArrival(more: object = {}) {
  const client = await warehouse.aStockedClient(0)
  const second = await warehouse.aProduct(client.id)
  const items = [
    { product_id: client.productId, quantity: 12, lot_number: 'A', expiry_date: '2031-03-31' },
    { product_id: second, quantity: 5 },
  ]
  const notice = await announce(client.portal, '', { items, ...more })
  const patch = (change: object) => staff.patch(`/inbound/${notice.id}`, change)
  const arrived = await patch({ action: 'arrive' })
  expect(arrived.status, arrived.text).toBe(200)
  const [first, other] = notice.items.map(({ id }: { id: string }) => id)
  const receive = (...goods: object[]) => patch({ action: 'receive', items: goods })
  const quantities = async () => {
    const { items } = (await client.portal.get(`/inbound/${notice.id}`)).body
    return items.map((item: { received: number; difference: number }) => [item.received, item.difference])
  }
  return { client, second, notice, patch, receive, first, other, quantities }
}
const eventsOf = async (client: { portal: typeof staff }, type: string) =>
  (await client.portal.get(`/events?type=${type}&limit=100`)).body.data.map(
    (event: { data: { object: object } }) => event.data.object,
  )

describe('receiving', () => {
  test('enters an ingreso with the lots that were announced, and counts what came in', async () => {
    const { client, notice, receive, first, other, quantities } = await anArrival({
      remito_number: ['R 0003-00001821'],
    })
    const { status, body, text } = await receive(
      { item_id: first, quantity: 10 },
      { item_id: other, quantity: 5, lot_number: 'B' },
    )
    expect(status, text).toBe(200)
    expect(body).toMatchObject({ status: 'receiving', revision: 3, lines_received: 2, client_id: client.id })
    expect(await quantities()).toEqual([
      [10, -2],
      [5, 0],
    ])
    const [remitoId] = body.remito_ids
    const { body: remito } = await staff.get(`/remitos/${remitoId}`)
    expect(remito).toMatchObject({
      type: 'ingreso',
      inbound_id: notice.id,
      remito_number: ['R 00003-00001821'],
      distribution_remito_items: [
        { quantity: 10, lot_number: 'A', expiry_date: '2031-03-31' },
        { quantity: 5, lot_number: 'B', expiry_date: null },
      ],
    })
    expect((await client.portal.get(`/remitos/${remitoId}`)).body.inbound_id).toBe(notice.id)
    expect((await client.portal.get(`/stock/${client.productId}`)).body.quantity).toBe(10)
    expect(await eventsOf(client, 'remito.created')).toMatchObject([{ id: remitoId, inbound_id: notice.id }])
  })

  test('can follow several times; the papers have their number once', async () => {
    const { receive, patch, first, quantities } = await anArrival({ remito_number: ['R 0003-00001822'] })
    await receive({ item_id: first, quantity: 4 })
    const items = [{ item_id: first, quantity: 5.0 }]
    const { body } = await patch({
      action: 'receive',
      items,
      remito_number: ['R 0003-00001822', 'R 0003-00001823'],
    })
    expect((await quantities())[0]).toEqual([9, -3])
    const numbers = await Promise.all(
      body.remito_ids.map(async (id: string) => (await staff.get(`/remitos/${id}`)).body.remito_number),
    )
    expect(numbers).toEqual([['R 00003-00001822'], ['R 00003-00001823']])
  })

  test('counts a product for the line with its lot, and gives what was not announced a line of its own', async () => {
    const { client, second, receive, notice } = await anArrival()
    const third = await warehouse.aProduct(client.id)
    const { body, text, status } = await receive(
      { product_id: client.productId, quantity: 12, lot_number: 'A', expiry_date: '2031-03-31' },
      { product_id: client.productId, quantity: 1, lot_number: 'Z' },
      { product_id: second, quantity: 5, lot_number: 'B' },
      { product_id: third, quantity: 2 },
      { product_id: third, quantity: 3 },
    )
    expect(status, text).toBe(200)
    expect(body.lines).toBe(4)
    expect(body.items).toMatchObject([
      { id: notice.items[0].id, received: 12, difference: 0, announced: true },
      { id: notice.items[1].id, received: 5, difference: 0 },
      { product_id: client.productId, announced: false, quantity: 0, received: 1, lot_number: 'Z' },
      { product_id: third, announced: false, quantity: 0, received: 5, difference: 5, lot_number: null },
    ])
  })

  test('refuses what is not a line, not of the client, archived, or a number that is taken; nothing is counted', async () => {
    const { client, second, receive, patch, first, notice } = await anArrival()
    const stranger = await warehouse.aStockedClient(0)
    const elsewhere = await anArrival()
    for (const item of [
      { item_id: elsewhere.first, quantity: 1 },
      { product_id: stranger.productId, quantity: 1 },
      { item_id: first, product_id: second, quantity: 1 },
      { item_id: first, quantity: 1.5 },
    ])
      expectProblem(await receive(item), 'validation/invalid-body')
    await staff.patch(`/products/${second}`, { archived: true })
    expectProblem(await receive({ product_id: second, quantity: 1 }), 'products/archived')
    const taken = { client_id: client.id, type: 'ingreso', remito_number: ['R 0003-00000007'] }
    await staff.post('/remitos', { ...taken, items: [{ product_id: client.productId, quantity: 1 }] })
    const items = [{ item_id: first, quantity: 1 }]
    const answer = await patch({ action: 'receive', items, remito_number: ['R 0003-00000007'] })
    expectProblem(answer, 'remitos/duplicate-number')
    expect((await staff.get(`/inbound/${notice.id}`)).body).toMatchObject({
      status: 'arrived',
      revision: 2,
      lines: 2,
      lines_received: 0,
    })
  })

  test('with a revision is never done twice', async () => {
    const { patch, first, quantities } = await anArrival()
    const change = { action: 'receive', if_revision: 2, items: [{ item_id: first, quantity: 4 }] }
    expect((await patch(change)).status).toBe(200)
    const again = await patch(change)
    expectProblem(again, 'inbound/changed-meanwhile')
    expect(again.body.revision).toBe(3)
    expect((await quantities())[0]).toEqual([4, -8])
  })

  test('needs that the goods have arrived, and that the notice is open', async () => {
    const client = await warehouse.aStockedClient(0)
    const notice = await announce(client.portal, client.productId)
    const items = [{ item_id: notice.items[0].id, quantity: 12 }]
    const act = (change: object) => staff.patch(`/inbound/${notice.id}`, change)
    const early = await act({ action: 'receive', items })
    expectProblem(early, 'inbound/invalid-transition')
    expect(early.body).toMatchObject({
      current_status: 'announced',
      allowed_actions: ['arrive', 'cancel'],
    })
    await act({ action: 'arrive' })
    expectProblem(await act({ action: 'close' }), 'inbound/invalid-transition')
    await act({ action: 'receive', items })
    expectProblem(await act({ action: 'cancel', reason: 'x' }), 'inbound/invalid-transition')
    expect((await act({ action: 'close' })).body).toMatchObject({ status: 'received' })
    expectProblem(await act({ action: 'receive', items }), 'inbound/invalid-transition')
  })

  test('can be done by whoever may only receive goods', async () => {
    const { notice, first } = await anArrival()
    const { api } = await service.aStaffUser(['staff:receive'])
    expect((await api.get('/inbound')).status).toBe(200)
    expect((await api.get(`/inbound/${notice.id}`)).status).toBe(200)
    const change = { action: 'receive', items: [{ item_id: first, quantity: 1 }] }
    expect((await api.patch(`/inbound/${notice.id}`, change)).status).toBe(200)
  })
})

describe('closing', () => {
  test('needs a reason for each difference, which the client reads; events carry the notice', async () => {
    const { client, patch, receive, first, other } = await anArrival()
    const third = await warehouse.aProduct(client.id)
    const { body } = await receive(
      { item_id: first, quantity: 10 },
      { item_id: other, quantity: 5 },
      { product_id: third, quantity: 1 },
    )
    const extra = body.items[2].id
    const without = await patch({
      action: 'close',
      differences: [{ item_id: first, reason: 'damaged', note: 'Mojadas' }],
    })
    expectProblem(without, 'validation/invalid-body')
    expect(without.body.errors).toMatchObject([
      {
        pointer: '/differences',
        code: 'difference_without_reason',
        params: { item_id: extra, difference: 1 },
      },
    ])
    for (const [item_id, reason, code] of [
      [other, 'missing', 'no_difference'],
      [extra, 'missing', 'reason_contradicts'],
    ]) {
      const answer = await patch({ action: 'close', differences: [{ item_id, reason }] })
      expect(answer.body.errors[0]).toMatchObject({ code })
    }
    const differences = [
      { item_id: first, reason: 'damaged', note: 'Mojadas' },
      { item_id: extra, reason: 'surplus' },
    ]
    const closed = await patch({ action: 'close', differences })
    expect(closed.body).toMatchObject({
      status: 'received_with_differences',
      closed_at: expect.any(String),
      items: [
        { difference: -2, difference_reason: 'damaged', difference_note: 'Mojadas' },
        { difference: 0, difference_reason: null },
        { difference: 1, difference_reason: 'surplus', announced: false },
      ],
    })
    const { client_id: _, client_name: __, ...shown } = closed.body
    expect(await eventsOf(client, 'inbound.received')).toEqual([shown])
    expect(await eventsOf(client, 'inbound.arrived')).toMatchObject([
      { id: shown.id, status: 'arrived', remito_ids: [] },
    ])
  })
})

describe('voiding an ingreso', () => {
  const voiding = (id: string) => staff.post(`/remitos/${id}/void`, { reason: 'Error' })

  test('takes its goods back, opens the notice again, and closing it again sends its event again', async () => {
    const { client, patch, receive, first, other, quantities } = await anArrival({
      remito_number: ['R 0003-00001824'],
    })
    await receive({ item_id: first, quantity: 12 })
    const { body } = await receive({ item_id: other, quantity: 4 })
    await patch({ action: 'close', differences: [{ item_id: other, reason: 'missing' }] })
    const voided = await voiding(body.remito_ids[0])
    expect(voided.body).toMatchObject({ status: 'voided', inbound_id: body.id })
    const { body: open } = await staff.get(`/inbound/${body.id}`)
    expect(open).toMatchObject({
      status: 'receiving',
      closed_at: null,
      remito_ids: [body.remito_ids[1]],
      items: [{ received: 0 }, { received: 4, difference_reason: null }],
    })
    expect((await client.portal.get(`/stock/${client.productId}`)).body.quantity).toBe(0)
    // The papers' number is free again, and was announced for the first ingreso only.
    const items = [{ item_id: first, quantity: 12 }]
    await patch({ action: 'receive', items, remito_number: ['R 0003-00001824'] })
    await receive({ item_id: other, quantity: 1 })
    expect(await quantities()).toEqual([
      [12, 0],
      [5, 0],
    ])
    expect((await patch({ action: 'close' })).body.status).toBe('received')
    expect(
      (await eventsOf(client, 'inbound.received')).map(({ status }: { status: string }) => status),
    ).toEqual(['received', 'received_with_differences'])
  })

  test('removes lines that were not announced', async () => {
    const { client, patch, receive, notice } = await anArrival()
    const third = await warehouse.aProduct(client.id)
    const { body } = await receive({ product_id: third, quantity: 3 })
    await voiding(body.remito_ids[0])
    expect((await staff.get(`/inbound/${notice.id}`)).body).toMatchObject({ lines: 2, status: 'receiving' })
    const differences = notice.items.map(({ id }: { id: string }) => ({ item_id: id, reason: 'missing' }))
    expect((await patch({ action: 'close', differences })).body.status).toBe('received_with_differences')
  })

  test('changes nothing if the goods are gone', async () => {
    const { client, receive, first, notice } = await anArrival()
    const { body } = await receive({ item_id: first, quantity: 12 })
    const destinatarioId = await warehouse.aDestinatario(client)
    const { body: placed } = await order({ ...client, destinatarioId }, 3)
    await warehouse.act(placed.id, 'approve')
    expectProblem(await voiding(body.remito_ids[0]), 'remitos/goods-gone')
    expect((await staff.get(`/inbound/${notice.id}`)).body).toMatchObject({ revision: 3, lines_received: 1 })
  })
})

test('every step has an audit entry, which names the notice', async () => {
  const { client, patch, receive, first, other } = await anArrival()
  const { body } = await receive({ item_id: first, quantity: 12 })
  const differences = [{ item_id: other, reason: 'missing' }]
  await patch({ action: 'close', differences })
  await staff.post(`/remitos/${body.remito_ids[0]}/void`, { reason: 'Error' })
  const { data } = (await staff.get(`/audit?client_id=${client.id}&limit=100`)).body
  const own = data.filter(({ action }: { action: string }) => action.startsWith('inbound.'))
  expect(own.map(({ action }: { action: string }) => action)).toEqual([
    'inbound.reopen',
    'inbound.close',
    'inbound.receive',
    'inbound.arrive',
    'inbound.create',
  ])
  expect(own[0].subject).toEqual({ type: 'inbound', id: body.id, label: body.number })
  expect(own[1]).toMatchObject({ before: { status: 'receiving' }, after: { differences } })
})
