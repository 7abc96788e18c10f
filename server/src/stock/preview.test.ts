import { expect, test } from 'vitest'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()
const { staff } = warehouse

const preview = (...items: object[]) => staff.post('/stock/preview', { items })
type LotTaken = { lot_id: string; lot_number: string; quantity: number }
const lotsIn = (item: { picks: LotTaken[] }) =>
  item.picks.map(({ lot_number, quantity }) => [lot_number, quantity])

async function twoLots() {
  const client = await warehouse.aStockedClient(0)
  const product_id = client.productId
  const receive = (lot_number: string, expiry_date: string) =>
    warehouse.receive(client.id, { product_id, quantity: 10, lot_number, expiry_date })
  await receive('LATE', '2030-12-31')
  await receive('EARLY', '2030-01-31')
  return { client, product_id }
}

test('shows the lots that an egreso takes, then the same are taken', async () => {
  const { client, product_id } = await twoLots()
  const items = [{ product_id, quantity: 14 }]
  const { body } = await preview(...items)
  expect(lotsIn(body.items[0])).toEqual([
    ['EARLY', 10],
    ['LATE', 4],
  ])
  expect(body.shortages).toEqual([])
  const { body: remito } = await staff.post('/remitos', { client_id: client.id, type: 'egreso', items })
  expect(
    remito.distribution_remito_items.map(({ lot_number, quantity }: LotTaken) => [lot_number, quantity]),
  ).toEqual(lotsIn(body.items[0]))
})

test('counts what all its items take together, and shows what is missing at which item', async () => {
  const { product_id } = await twoLots()
  const { body: whole } = await preview({ product_id, quantity: 1 })
  const early = whole.items[0].picks[0].lot_id
  const { body } = await preview({ product_id, quantity: 12 }, { product_id, quantity: 9, lot_id: early })
  expect(lotsIn(body.items[1])).toEqual([['EARLY', 9]])
  expect(lotsIn(body.items[0])).toEqual([
    ['EARLY', 1],
    ['LATE', 10],
  ])
  expect(body.shortages).toEqual([
    {
      product_id,
      products: expect.anything(),
      requested: 12,
      available: 11,
      in_stock: 20,
      reasons: [{ code: 'other_items', quantity: 9 }],
    },
  ])
})

test('leaves what pending orders have reserved', async () => {
  const client = await warehouse.aStockedClient(20)
  await order(client, 15)
  const { body } = await preview({ product_id: client.productId, quantity: 6 })
  expect(body.shortages).toEqual([
    {
      product_id: client.productId,
      products: expect.anything(),
      requested: 6,
      available: 5,
      in_stock: 20,
      reasons: [{ code: 'reserved', quantity: 15 }],
    },
  ])
})

test('changes nothing, and refuses what the writes refuse', async () => {
  const { product_id } = await twoLots()
  const { body: before } = await staff.get(`/ledger?product_id=${product_id}`)
  const { body } = await preview({ product_id, quantity: 3 })
  expect((await staff.get(`/ledger?product_id=${product_id}`)).body).toEqual(before)
  const [{ lot_id }] = body.items[0].picks
  await staff.patch(`/lots/${lot_id}`, { hold: true, reason: 'Control' })
  expectProblem(await preview({ product_id, quantity: 3, lot_id }), 'lots/on-hold')
  expectProblem(await preview({ product_id, quantity: 0.5 }), 'validation/invalid-body')
  expectProblem(await preview({ product_id: lot_id, quantity: 1 }), 'validation/invalid-body')
})
