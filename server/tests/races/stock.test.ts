// Pairs of stock changes at the same moment. Each pair can end in two ways, and in no third.

import { afterAll, expect, test } from 'vitest'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { expectOnly, outcome, race, rounds, tally, times } from '../harness/race.ts'
import { order, type Warehouse } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
afterAll(() => expectEventsMatch(service.db))

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const stockOf = async (client: Client) => (await client.portal.get(`/stock/${client.productId}`)).body
const adjust = (client: Client, delta: number) =>
  warehouse.staff.post('/stock/adjustments', { product_id: client.productId, delta, reason: 'Conteo' })
const remito = (client: Client, type: string, quantity: number, more: object = {}) =>
  warehouse.staff.post('/remitos', {
    client_id: client.id,
    type,
    items: [{ product_id: client.productId, quantity, ...more }],
  })
const undo = (id: string) => warehouse.staff.post(`/remitos/${id}/void`, { reason: 'Error' })

/** Expects one of these outcomes. */
function expectEither(answers: Awaited<ReturnType<typeof race>>, ways: string[][]) {
  expect(ways).toContainEqual(answers.map(outcome))
}

test('an ingreso is voided against orders: what comes later finds nothing to reserve', async () => {
  await rounds(10, async () => {
    const client = await warehouse.aStockedClient(0)
    const { body } = await remito(client, 'ingreso', 10)
    const answers = await race([() => undo(body.id), ...times(5, () => () => order(client, 3))])
    expect(answers[0]?.status).toBe(200)
    expectOnly(answers.slice(1), ['201', '422 orders/insufficient-stock'])
    const accepted = answers.slice(1).filter(({ status }) => status === 201)
    expect(accepted.length).toBeLessThanOrEqual(3)
    const reserved_quantity = accepted.length * 3
    expect(await stockOf(client)).toMatchObject({ quantity: 0, reserved_quantity, available_quantity: 0 })
    await expectInvariants(service.db)
  })
})

test('an ingreso is voided, or its goods leave with an order: never both', async () => {
  await rounds(10, async () => {
    const client = await warehouse.aStockedClient(0)
    const { body } = await remito(client, 'ingreso', 10)
    const { id } = (await order(client, 4)).body
    const answers = await race([() => undo(body.id), () => warehouse.act(id, 'approve')])
    expectEither(answers, [
      ['200', '409 orders/insufficient-stock'],
      ['409 remitos/goods-gone', '200'],
    ])
    await expectInvariants(service.db)
  })
})

test('goods are written off, or leave with an order: never both', async () => {
  await rounds(10, async () => {
    const client = await warehouse.aStockedClient(10)
    const { id } = (await order(client, 8)).body
    const answers = await race([() => adjust(client, -5), () => warehouse.act(id, 'approve')])
    expectEither(answers, [
      ['201', '409 orders/insufficient-stock'],
      ['422 stock/insufficient-stock', '200'],
    ])
    await expectInvariants(service.db)
  })
})

test('transfers in both directions at once keep the sum', async () => {
  await rounds(8, async () => {
    const [one, two] = [await warehouse.aStockedClient(10), await warehouse.aStockedClient(10)]
    const hand = (from: Client, to: Client, quantity: number) => () =>
      warehouse.staff.post('/stock/transfers', {
        from_product_id: from.productId,
        to_product_id: to.productId,
        quantity,
        reason: 'Venta',
      })
    const answers = await race(times(10, (index) => [hand(one, two, index + 1), hand(two, one, 3)]).flat())
    expectOnly(answers, ['201', '422 stock/insufficient-stock'])
    expect((await stockOf(one)).quantity + (await stockOf(two)).quantity).toBe(20)
    await expectInvariants(service.db)
  })
})

test('ingresos and egresos run beside orders and their approval, and every unit is accounted for', async () => {
  await rounds(6, async () => {
    const client = await warehouse.aStockedClient(10)
    const pending = await Promise.all(times(3, () => order(client, 2)))
    const answers = await race([
      ...times(4, () => () => remito(client, 'ingreso', 1, { lot_number: 'NUEVO' })),
      ...times(4, () => () => remito(client, 'egreso', 2)),
      ...times(4, () => () => order(client, 1)),
      ...pending.map(
        ({ body }) =>
          () =>
            warehouse.act(body.id, 'approve'),
      ),
    ])
    const [ingresos, egresos] = [answers.slice(0, 4), answers.slice(4, 8)]
    const [orders, approvals] = [answers.slice(8, 12), answers.slice(12)]
    expect(tally(ingresos)).toEqual({ '201': 4 })
    expectOnly(egresos, ['201', '422 remitos/insufficient-stock'])
    expectOnly(orders, ['201', '422 orders/insufficient-stock'])
    expect(tally(approvals)).toEqual({ '200': 3 })
    const done = (some: typeof answers) => some.filter(({ status }) => status === 201).length
    const quantity = 10 + 4 - 2 * done(egresos) - 6
    expect(await stockOf(client)).toMatchObject({ quantity, reserved_quantity: done(orders) })
    expect(quantity).toBeGreaterThanOrEqual(done(orders))
    await expectInvariants(service.db)
  })
})

test('concurrent ingresos of one lot create it once and publish it once', async () => {
  await rounds(5, async () => {
    const client = await warehouse.aStockedClient(0)
    const lot = { lot_number: 'L1', expiry_date: '2099-01-01', vintage_year: 2020 }
    const answers = await race(times(6, () => () => remito(client, 'ingreso', 2, lot)))
    expect(tally(answers)).toEqual({ '201': 6 })
    const { body: lots } = await client.portal.get('/stock/lots')
    expect(lots.data).toMatchObject([{ lot_number: 'L1', quantity: 12 }])
    const { body: created } = await client.portal.get('/events?type=lot.created')
    expect(created.data).toHaveLength(1)
    const { body: changed } = await client.portal.get('/events?type=stock.changed')
    const quantities = changed.data.map((event: never) => (event['data']['object'] as never)['new_quantity'])
    expect([...quantities].sort((a: number, b: number) => a - b)).toEqual([2, 4, 6, 8, 10, 12])
    await expectInvariants(service.db)
  })
})
