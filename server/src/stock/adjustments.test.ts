import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()

type Lot = { id: string; lot_number: string; quantity: number }
const lotsOf = async (clientId: string): Promise<Lot[]> =>
  (await warehouse.staff.get(`/lots?client_id=${clientId}&include_depleted=true`)).body.data
const shelf = async (clientId: string) =>
  Object.fromEntries((await lotsOf(clientId)).map((lot) => [lot.lot_number, lot.quantity]))
const adjust = (product_id: string, delta: number, more: Record<string, unknown> = {}) =>
  warehouse.staff.post('/stock/adjustments', { product_id, delta, reason: 'Recuento', ...more })
const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10)

describe('POST /stock/adjustments', () => {
  test('adds to a lot and takes from it, and answers with the entries of the ledger', async () => {
    const { id, productId, portal } = await warehouse.aStockedClient(5)
    const [lot] = await lotsOf(id)
    const more = await adjust(productId, 2, { lot_id: lot?.id })
    expect([more.status, more.body]).toEqual([
      201,
      {
        id: expect.any(String),
        entries: [
          {
            id: expect.any(String),
            product_id: productId,
            lot_id: lot?.id,
            lot_number: 'SIN-LOTE',
            delta: 2,
            cause: 'adjustment',
            document_id: more.body.id,
            document_number: null,
            reason: 'Recuento',
            actor: expect.stringMatching(/^staff test \(sk_\w{7}\)$/),
            actor_name: 'test',
            created_at: expect.any(String),
          },
        ],
      },
    ])
    expect((await adjust(productId, -7, { lot_id: lot?.id })).status).toBe(201)
    expect((await portal.get(`/stock/${productId}`)).body.quantity).toBe(0)
  })

  test('creates a named lot that does not exist, and adds to it the next time', async () => {
    const { id, productId } = await warehouse.aStockedClient(0)
    const named = { lot_number: 'L1', expiry_date: '2030-05-31', vintage_year: 2020 }
    await adjust(productId, 3, named)
    await adjust(productId, 4, named)
    await adjust(productId, -1, named)
    await adjust(productId, 1)
    expect(await shelf(id)).toEqual({ L1: 6, 'SIN-LOTE': 1 })
    expect((await lotsOf(id))[0]).toMatchObject({ expiry_date: '2030-05-31', vintage_year: 2020 })
  })

  test('without a lot writes off what has expired first, then what expires next', async () => {
    const { id, productId } = await warehouse.aStockedClient(2)
    await warehouse.receive(
      id,
      { product_id: productId, quantity: 2, lot_number: 'SOON', expiry_date: day(9) },
      { product_id: productId, quantity: 2, lot_number: 'GONE', expiry_date: day(-5) },
    )
    const { body } = await adjust(productId, -3)
    expect(body.entries).toMatchObject([
      { lot_number: 'GONE', delta: -2 },
      { lot_number: 'SOON', delta: -1 },
    ])
    expect(await shelf(id)).toEqual({ GONE: 0, SOON: 1, 'SIN-LOTE': 2 })
  })

  test('may take what is reserved, but never more than is there', async () => {
    const client = await warehouse.aStockedClient(5)
    await order(client, 5)
    expect((await adjust(client.productId, -4)).status).toBe(201)
    const [lot] = await lotsOf(client.id)
    for (const where of [{}, { lot_id: lot?.id }, { lot_number: 'SIN-LOTE' }]) {
      expectRefusal(await adjust(client.productId, -2, where), 'stock/insufficient-stock', {
        shortages: [
          {
            product_id: client.productId,
            products: expect.anything(),
            requested: 2,
            available: 1,
            in_stock: 1,
            reasons: [],
          },
        ],
      })
    }
    expectRefusal(await adjust(client.productId, -2, { lot_number: 'NONE' }), 'stock/insufficient-stock', {
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 2,
          available: 0,
          in_stock: 1,
          reasons: [{ code: 'other_lot', quantity: 1 }],
        },
      ],
    })
  })

  test('counts decimals of kg exactly', async () => {
    const { productId, portal } = await warehouse.aStockedClient(0, 'kg')
    for (const delta of [0.1, 0.2, 0.007]) await adjust(productId, delta)
    expect((await portal.get(`/stock/${productId}`)).body.quantity).toBe(0.307)
    await adjust(productId, -0.307)
    expect((await portal.get(`/stock/${productId}`)).body.quantity).toBe(0)
  })

  test('is refused for 0, for a fraction of a box, without a reason, and with two ways to name a lot', async () => {
    const { id, productId } = await warehouse.aStockedClient(5)
    const [lot] = await lotsOf(id)
    const refused: [Promise<Parameters<typeof expectRefusal>[0]>, string, string | RegExp][] = [
      [adjust(productId, 0), '/delta', 'must not be 0'],
      [adjust(productId, 0.5), '/delta', 'must be a whole number: cajas are counted whole, 0.5 is not'],
      [adjust(productId, 1, { reason: ' ' }), '/reason', 'must not be blank'],
      [adjust(productId, 1, { lot_id: lot?.id, lot_number: 'L' }), '/lot_id', /names a lot already/],
      [adjust(productId, 1, { vintage_year: 1899 }), '/vintage_year', 'must be at least 1900'],
    ]
    for (const [attempt, pointer, detail] of refused) {
      expectRefusal(await attempt, 'validation/invalid-body', {
        errors: [{ pointer, detail: expect.stringMatching(detail) }],
      })
    }
  })

  test('is refused for a lot of another product, and for an unknown product', async () => {
    const [one, other] = [await warehouse.aStockedClient(5), await warehouse.aStockedClient(5)]
    const [lot] = await lotsOf(other.id)
    const refused = [
      [await adjust(one.productId, 1, { lot_id: lot?.id }), '/lot_id', 'is not a lot of this product'],
      [await adjust(uuidv7(), 1), '/product_id', 'is not a known product'],
    ] as const
    for (const [answer, pointer, detail] of refused)
      expectRefusal(answer, 'validation/invalid-body', { errors: [{ pointer, detail }] })
  })
})
