// Two people at the same moment on the goods of one delivered order. Whoever locks the order or the return second sees what the first
// did.
import { afterAll, expect, test } from 'vitest'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { race, rounds, tally, times } from '../harness/race.ts'
import { deliver } from '../harness/return-data.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
afterAll(() => expectEventsMatch(service.db))
const { staff } = warehouse

/** Delivered: 6 of one product. */
async function aDelivery() {
  const client = await warehouse.aStockedClient(10)
  const order_id = await deliver(warehouse, client, [{ product_id: client.productId, quantity: 6 }])
  const [line] = (await staff.get(`/orders/${order_id}/returnable`)).body.items
  const { remito_item_id } = line
  const make = (quantity: number) =>
    staff.post('/returns', { order_id, items: [{ remito_item_id, quantity, reason: 'damaged' }] })
  const stock = async () => (await client.portal.get(`/stock/${client.productId}`)).body.quantity
  return { client, make, stock }
}

test('of several who expect the same goods, only as many do as were shipped, without a gap in the numbers', async () => {
  await rounds(4, async () => {
    const { client, make } = await aDelivery()
    const answers = await race(times(5, () => () => make(2)))
    expect(tally(answers)).toEqual({ '201': 3, '422 validation/invalid-body': 2 })
    const { data } = (await client.portal.get('/returns')).body
    const numbers = data.map(({ number }: { number: string }) => number).sort()
    expect(numbers).toEqual(['DEV-000001', 'DEV-000002', 'DEV-000003'])
    await expectInvariants(service.db)
  })
})

test('of several who receive or close one return, one does', async () => {
  await rounds(6, async () => {
    const { make, stock } = await aDelivery()
    const { body: expected } = await make(4)
    const path = `/returns/${expected.id}`
    const part = { id: expected.items[0].id, quantity: 3 }
    const receive = (disposition: string) => () =>
      staff.patch(path, { action: 'receive', items: [{ ...part, disposition }] })
    const close = () => staff.patch(path, { action: 'close', reason: 'Se la quedaron' })
    const answers = await race([receive('restock'), receive('hold'), receive('restock'), close])
    expect(tally(answers)).toEqual({ '200': 1, '409 returns/invalid-transition': 3 })
    const { status } = (await staff.get(path)).body
    expect(await stock()).toBe(status === 'received' ? 7 : 4)
    await expectInvariants(service.db)
  })
})

test('two returns into the same lot, and a hold of it, add up', async () => {
  await rounds(4, async () => {
    const { client, make, stock } = await aDelivery()
    const made = [(await make(2)).body, (await make(3)).body]
    const [lot] = (await client.portal.get('/stock/lots')).body.data
    const receipts = made.map((one) => () => {
      const [{ id, expected }] = one.items
      const items = [{ id, quantity: expected, disposition: 'restock' }]
      return staff.patch(`/returns/${one.id}`, { action: 'receive', items })
    })
    const hold = () => staff.patch(`/lots/${lot.id}`, { hold: true, reason: 'Retiro' })
    expect(tally(await race([...receipts, hold]))).toEqual({ '200': 3 })
    expect(await stock()).toBe(9)
    await expectInvariants(service.db)
  })
})
