import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { expectOnly, race, tally, times } from '../harness/race.ts'
import { order } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
afterAll(() => expectEventsMatch(service.db))

/** On a slow machine the last of 200 may be told to retry; they do, with the same key. */
async function orderPatiently(client: Parameters<typeof order>[0]) {
  const key = uuidv7()
  for (;;) {
    const answer = await order(client, 1, {}, key)
    if (answer.status !== 503) return answer
  }
}

describe('the last unit is sold once', () => {
  test('200 orders at once for 100 units: 100 get theirs, 100 are refused', async () => {
    const client = await warehouse.aStockedClient(100)
    const answers = await race(times(200, () => () => orderPatiently(client)))
    expect(tally(answers)).toEqual({ '201': 100, '422 orders/insufficient-stock': 100 })
    const { body: stock } = await client.portal.get(`/stock/${client.productId}`)
    expect(stock).toMatchObject({ quantity: 100, reserved_quantity: 100, available_quantity: 0 })
    const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.order_number)
    expect(numbers.sort()).toEqual(times(100, (index) => `PED-${String(index + 1).padStart(6, '0')}`))
    await expectInvariants(service.db)

    const accepted = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    const approvals = await race(
      accepted.map((id) => () => warehouse.act(id, 'approve')),
      1000,
    )
    expect(tally(approvals)).toEqual({ '200': 100 })
    const { body: after } = await client.portal.get(`/stock/${client.productId}`)
    expect(after).toMatchObject({ quantity: 0, reserved_quantity: 0, available_quantity: 0 })
    await expectInvariants(service.db)
  })

  test('orders and egresos that compete for a vintage never share out more of it than there is', async () => {
    const client = await warehouse.aStockedClient(0)
    const { productId: product_id } = client
    await warehouse.receive(
      client.id,
      { product_id, quantity: 20, vintage_year: 2019, lot_number: 'A' },
      { product_id, quantity: 20, vintage_year: 2020, lot_number: 'B' },
    )
    const ofVintage = { items: [{ product_id, quantity: 1, vintage_year: 2019 }] }
    const byHand = { client_id: client.id, type: 'egreso', items: [{ product_id, quantity: 1 }] }
    const orders = times(15, () => () => order(client, 1, ofVintage))
    const anyVintage = times(15, () => () => order(client, 1))
    const egresos = times(15, () => () => warehouse.staff.post('/remitos', byHand))
    const answers = await race([...orders, ...anyVintage, ...egresos])
    expectOnly(answers.slice(0, 30), ['201', '422 orders/insufficient-stock'])
    expectOnly(answers.slice(30), ['201', '422 remitos/insufficient-stock'])
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(40)
    await expectInvariants(service.db)

    // Every promise can be kept: each pending order finds its goods.
    const pending = answers.slice(0, 30).filter(({ status }) => status === 201)
    const approvals = await race(
      pending.map(
        ({ body }) =>
          () =>
            warehouse.act(body.id, 'approve'),
      ),
    )
    expect(tally(approvals)).toEqual({ '200': pending.length })
    await expectInvariants(service.db)
  })
})
