// Several orders in one request, under keys that are those of single orders.
import { beforeEach, expect, test } from 'vitest'
import { rowCounts } from '../../tests/harness/counts.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'

const { service, warehouse } = await useWarehouse()
let client: Awaited<ReturnType<typeof warehouse.aStockedClient>>
beforeEach(async () => {
  client = await warehouse.aStockedClient(100)
})

const single = (quantity: number, more: object = {}) => ({
  destinatario_id: client.destinatarioId,
  items: [{ product_id: client.productId, quantity }],
  ...more,
})
const keyed = (idempotency_key: string, quantity: number, more: object = {}) => ({
  idempotency_key,
  ...single(quantity, more),
})
const send = (orders: object[], mode = 'all') => client.portal.post('/orders/batch', { mode, orders })
const alone = (key: string, body: object) => client.portal.post('/orders', body, { 'idempotency-key': key })
const orderCount = async () => (await client.portal.get('/orders?limit=100')).body.data.length

test('places all, and repeated has the same results; a key is shared with a single order both ways', async () => {
  const before = await alone('before', single(1))
  const orders = [
    keyed('a', 2, { reference: 'OC-1' }),
    keyed('before', 1),
    keyed('b', 3, { reference: 'oc-1' }),
  ]
  const first = await send(orders)
  expect(first.status, first.text).toBe(200)
  expect(first.body).toMatchObject({
    mode: 'all',
    placed: 3,
    refused: 0,
    results: [
      {
        index: 0,
        idempotency_key: 'a',
        replayed: false,
        order: { order_number: 'PED-000002', duplicate_of: null },
      },
      { index: 1, replayed: true },
      { index: 2, order: { order_number: 'PED-000003', duplicate_of: { order_number: 'PED-000002' } } },
    ],
  })
  expect(first.body.results[1].order).toEqual(before.body)
  const again = await send(orders)
  const ordersOf = (answer: typeof first) => answer.body.results.map(({ order }: { order: object }) => order)
  expect(ordersOf(again)).toEqual(ordersOf(first))
  expect(again.body.results.every(({ replayed }: { replayed: boolean }) => replayed)).toBe(true)
  const after = await alone('a', single(2, { reference: 'OC-1' }))
  expect(after.body).toEqual(first.body.results[0].order)
  expect(after.headers.get('location')).toMatch(new RegExp(`/orders/${after.body.id}$`))
  expect(await orderCount()).toBe(3)
})

test('with all places none if one cannot be, and keeps only the refusals under their keys', async () => {
  const before = await rowCounts(service.db)
  const refused = await send([keyed('a', 60), keyed('b', 60), keyed('c', 1.5)])
  expectProblem(refused, 'orders/batch-refused')
  expect(refused.body.refused).toMatchObject([
    { index: 1, problem: { status: 422, shortages: [{ requested: 60, available: 40 }] } },
    { index: 2, problem: { errors: [{ pointer: '/items/0/quantity', code: 'fraction_of_unit' }] } },
  ])
  expect(await rowCounts(service.db)).toEqual({
    ...before,
    idempotency_records: (before['idempotency_records'] ?? 0) + 1,
  })
  expectProblem(await alone('b', single(60)), 'orders/insufficient-stock')
  expect((await alone('a', single(60))).status).toBe(201)
})

test('with each places the others; a key with another body is refused alone', async () => {
  await alone('taken', single(1))
  const answer = await send([keyed('taken', 2), keyed('x', 90), keyed('y', 90), keyed('z', 9)], 'each')
  expect(answer.body).toMatchObject({ placed: 2, refused: 2 })
  expect(answer.body.results.map((one: { problem?: { type: string } }) => one.problem?.type ?? null)).toEqual(
    [
      expect.stringMatching(/key-reused-with-different-body$/),
      null,
      expect.stringMatching(/insufficient-stock$/),
      null,
    ],
  )
  expectProblem(await send([keyed('same', 1), keyed('same', 1)]), 'validation/invalid-body')
})

test('the same key in batches and alone at once makes one order', async () => {
  const keys = ['k1', 'k2', 'k3']
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, (_, turn) =>
      send((turn % 2 ? keys : keys.toReversed()).map((key) => keyed(key, 2))),
    ),
    ...keys.map((key) => alone(key, single(2))),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201, 201])
  expect(await orderCount()).toBe(3)
})
