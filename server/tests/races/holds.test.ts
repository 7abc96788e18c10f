// A hold races with whatever takes goods. The one that locks the product second sees what the first did.

import { expect, test } from 'vitest'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { expectOnly, outcome, race, rounds, tally, times } from '../harness/race.ts'
import { order, type Warehouse } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const stockOf = async (client: Client) => (await client.portal.get(`/stock/${client.productId}`)).body
const lotOf = async ({ portal }: Client): Promise<string> => (await portal.get('/stock/lots')).body.data[0].id
const setHold = (lotId: string, hold: boolean) =>
  warehouse.staff.patch(`/lots/${lotId}`, { hold, ...(hold ? { reason: 'Cuarentena' } : {}) })
const succeeded = (answers: Awaited<ReturnType<typeof race>>) => answers.filter(({ status }) => status < 300)

test('a hold against orders: accepted ones wait for its release, and then all get their goods', async () => {
  await rounds(8, async () => {
    const client = await warehouse.aStockedClient(10)
    const lot = await lotOf(client)
    const answers = await race([() => setHold(lot, true), ...times(5, () => () => order(client, 3))])
    expect(answers[0]?.status).toBe(200)
    expectOnly(answers.slice(1), ['201', '422 orders/insufficient-stock'])
    const accepted = succeeded(answers.slice(1))
    expect(accepted.length).toBeLessThanOrEqual(3)
    const reserved_quantity = accepted.length * 3
    expect(await stockOf(client)).toMatchObject({ quantity: 10, reserved_quantity, available_quantity: 0 })
    const approve = () =>
      race(
        accepted.map(
          ({ body }) =>
            () =>
              warehouse.act(body.id, 'approve'),
        ),
      )
    expectOnly(await approve(), ['409 orders/insufficient-stock'])
    await setHold(lot, false)
    expect(await stockOf(client)).toMatchObject({ available_quantity: 10 - reserved_quantity })
    expectOnly(await approve(), ['200'])
    await expectInvariants(service.db)
  })
})

test('a hold against an approval and egresos: what left was taken before the hold', async () => {
  await rounds(8, async () => {
    const client = await warehouse.aStockedClient(10)
    const lot_id = await lotOf(client)
    const { id } = (await order(client, 4)).body
    const egreso = () =>
      warehouse.staff.post('/remitos', {
        client_id: client.id,
        type: 'egreso',
        items: [{ product_id: client.productId, quantity: 1, lot_id }],
      })
    const answers = await race([
      () => setHold(lot_id, true),
      () => warehouse.act(id, 'approve'),
      ...times(4, () => egreso),
    ])
    const [held, approved, ...egresos] = answers
    expect(held?.status).toBe(200)
    expect(['200', '409 orders/insufficient-stock']).toContain(approved && outcome(approved))
    expectOnly(egresos, ['201', '409 lots/on-hold'])
    const quantity = 10 - (approved?.status === 200 ? 4 : 0) - succeeded(egresos).length
    expect(await stockOf(client)).toMatchObject({ quantity, available_quantity: 0 })
    await expectInvariants(service.db)
  })
})

test('a hold against dispatches: each order has left before it, or is listed by it and stays', async () => {
  await rounds(8, async () => {
    const client = await warehouse.aStockedClient(10)
    const lot = await lotOf(client)
    const ids: string[] = []
    for (const quantity of [1, 2, 3]) {
      const { body } = await order(client, quantity)
      for (const action of ['approve', 'prepare']) await warehouse.act(body.id, action)
      ids.push(body.id)
    }
    const [held, ...dispatched] = await race([
      () => setHold(lot, true),
      ...ids.map((id) => () => warehouse.act(id, 'dispatch')),
    ])
    expect(held?.status).toBe(200)
    expectOnly(dispatched, ['200', '409 orders/lot-on-hold'])
    const kept = ids.filter((_, index) => dispatched[index]?.status === 409)
    expect(held?.body.orders_not_left.map(({ id }: { id: string }) => id)).toEqual(kept)
    expectOnly(await race(kept.map((id) => () => warehouse.act(id, 'dispatch'))), ['409 orders/lot-on-hold'])
    await expectInvariants(service.db)
  })
})

test('holds and releases of one lot at once: each change follows on the one before', async () => {
  const client = await warehouse.aStockedClient(5)
  const lot = await lotOf(client)
  const answers = await race(times(12, (index) => () => setHold(lot, index % 2 === 0)))
  expect(tally(answers)).toEqual({ '200': 12 })
  const { body } = await warehouse.staff.get(`/audit?client_id=${client.id}&limit=100`)
  const changes = (action: string) =>
    body.data.filter((entry: { action: string }) => entry.action === action).length
  const holdsLeft = changes('lots.hold') - changes('lots.release')
  expect([0, 1]).toContain(holdsLeft)
  expect(await stockOf(client)).toMatchObject({ available_quantity: holdsLeft === 1 ? 0 : 5 })
})
