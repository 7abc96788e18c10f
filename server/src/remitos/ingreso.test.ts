import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { expectProblem, expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'

const clock = controlledClock()
const { service, warehouse } = await useWarehouse({ clock: clock.now })

type Items = Record<string, unknown>[]
const enter = (type: string, client_id: string, items: Items, more: Record<string, unknown> = {}) =>
  warehouse.staff.post('/remitos', { client_id, type, items, ...more })
const lotsOf = async (clientId: string) =>
  (await warehouse.staff.get(`/lots?client_id=${clientId}&include_depleted=true`)).body.data

describe('POST /remitos of an ingreso', () => {
  test('adds goods to lots, creates missing ones, and returns the whole remito', async () => {
    const { id, productId, portal } = await warehouse.aStockedClient(0)
    const items = [
      { product_id: productId, quantity: 5, lot_number: 'L1', expiry_date: '2030-01-31', notes: 'Pallet 1' },
      { product_id: productId, quantity: 2 },
      { product_id: productId, quantity: 3, lot_number: 'L1', expiry_date: '2030-01-31', vintage_year: 2021 },
    ]
    const more = { remito_number: ['R 0003-00001821'], date: '2026-10-30' }
    const answer = await enter('ingreso', id, items, more)
    expect(answer.status).toBe(201)
    const products = { name: expect.any(String), sku: expect.any(String) }
    const line = (fields: object) => ({
      id: expect.any(String),
      product_id: productId,
      unit_type: 'caja',
      products,
      ...fields,
    })
    const remito = {
      id: expect.any(String),
      type: 'ingreso',
      status: 'issued',
      date: '2026-10-30',
      remito_number: ['R 00003-00001821'],
      source_order_id: null,
      created_at: expect.any(String),
      inbound_id: null,
      return_id: null,
      recipient: null,
      reason: null,
      voided_at: null,
      void_reason: null,
      acceptance: null,
      distribution_remito_items: [
        line({
          quantity: 5,
          lot_number: 'L1',
          expiry_date: '2030-01-31',
          vintage_year: null,
          notes: 'Pallet 1',
        }),
        line({ quantity: 2, lot_number: 'SIN-LOTE', expiry_date: null, vintage_year: null, notes: null }),
        line({ quantity: 3, lot_number: 'L1', expiry_date: '2030-01-31', vintage_year: 2021, notes: null }),
      ],
    }
    expect(answer.body).toEqual({
      client_id: id,
      client_name: expect.any(String),
      ...remito,
      issued_by: expect.stringMatching(/^staff test /),
      issued_by_name: 'test',
      voided_by: null,
      voided_by_name: null,
    })
    expect((await portal.get(`/remitos/${answer.body.id}`)).body).toEqual(remito)
    expect(answer.headers.get('location')).toBe(`${service.url}/api/v1/backoffice/remitos/${answer.body.id}`)
    expect((await portal.get(`/stock/${productId}`)).body.quantity).toBe(10)
    expect(await lotsOf(id)).toHaveLength(3)
  })

  test('adds to a lot with the same number, expiry date and vintage', async () => {
    const { id, productId } = await warehouse.aStockedClient(0)
    const lot = { lot_number: 'L1', expiry_date: '2030-01-31', vintage_year: 2021 }
    await enter('ingreso', id, [{ product_id: productId, quantity: 5, ...lot }])
    await enter('ingreso', id, [
      { product_id: productId, quantity: 1, ...lot },
      { product_id: productId, quantity: 2, ...lot },
      { product_id: productId, quantity: 4, ...lot, vintage_year: null },
    ])
    expect((await lotsOf(id)).map((one: { quantity: number }) => one.quantity).sort()).toEqual([4, 8])
  })

  test('normalises its numbers', async () => {
    const { id, productId } = await warehouse.aStockedClient(0)
    const given = ['R 0003-00001821', '0003-00001822', 'x 00012-00000001', 'X12345-12345678']
    const { body } = await enter('ingreso', id, [{ product_id: productId, quantity: 1 }], {
      remito_number: given,
    })
    expect(body.remito_number).toEqual([
      'R 00003-00001821',
      'R 00003-00001822',
      'X 00012-00000001',
      'X 12345-12345678',
    ])
    for (const bad of ['A 0003-00001821', '3-1821', 'R 0003-0001821', 'R 000003-00001821', '']) {
      const answer = await enter('ingreso', id, [{ product_id: productId, quantity: 1 }], {
        remito_number: [bad],
      })
      const { errors } = expectRefusal(answer, 'validation/invalid-body', { errors: expect.any(Array) })
      expect(errors[0].pointer).toBe('/remito_number/0')
    }
  })

  test('is refused with a number the client already has, until that remito is voided', async () => {
    const [one, other] = [await warehouse.aStockedClient(0), await warehouse.aStockedClient(0)]
    const receive = ({ id, productId }: typeof one, ...numbers: string[]) =>
      enter('ingreso', id, [{ product_id: productId, quantity: 1 }], { remito_number: numbers })
    const first = await receive(one, 'R 0003-00000001', 'R 0003-00000002')
    const again = await receive(one, 'R 0003-00000009', '00003-00000002')
    expect(expectRefusal(again, 'remitos/duplicate-number').detail).toMatch(/number R 00003-00000002\.$/)
    expect((await receive(other, 'R 0003-00000001')).status).toBe(201)
    expect((await receive(one, 'X 0003-00000001')).status).toBe(201)
    await warehouse.staff.post(`/remitos/${first.body.id}/void`, { reason: 'Error' })
    expect((await receive(one, 'R 0003-00000002', 'R 0003-00000009')).status).toBe(201)
  })

  test("is refused with a lot_id, another client's product, or a fraction of a box", async () => {
    const [{ id, productId }, other] = [await warehouse.aStockedClient(1), await warehouse.aStockedClient(1)]
    const [lot] = await lotsOf(id)
    const withLot = await enter('ingreso', id, [{ product_id: productId, quantity: 1, lot_id: lot.id }])
    expectRefusal(withLot, 'validation/invalid-body', {
      errors: [{ pointer: '/items/0/lot_id', detail: expect.stringContaining('lot_number') }],
    })
    const lines = [
      { product_id: other.productId, quantity: 1 },
      { product_id: productId, quantity: 1.5 },
      { product_id: productId, quantity: 1 },
      { product_id: uuidv7(), quantity: 1 },
    ]
    const foreignProduct = 'is not a product of this client'
    for (const type of ['ingreso', 'egreso']) {
      expectRefusal(await enter(type, id, lines), 'validation/invalid-body', {
        errors: [
          { pointer: '/items/0/product_id', detail: foreignProduct },
          {
            pointer: '/items/1/quantity',
            detail: 'must be a whole number: cajas are counted whole, 1.5 is not',
          },
          { pointer: '/items/3/product_id', detail: foreignProduct },
        ],
      })
    }
    const many = await enter('ingreso', id, Array(30).fill(lines[0]))
    expect(expectProblem(many, 'validation/invalid-body').errors).toHaveLength(20)
  })

  test('is refused with the same number twice, in any notation', async () => {
    const { id, productId } = await warehouse.aStockedClient(0)
    const enterNumbers = (...remito_number: string[]) =>
      enter('ingreso', id, [{ product_id: productId, quantity: 1 }], { remito_number })
    for (const again of ['R 0003-00001821', '0003-00001821', 'r00003-00001821']) {
      expectRefusal(await enterNumbers('R 0003-00001821', again), 'validation/invalid-body', {
        errors: [{ pointer: '/remito_number/1', detail: 'is the same number as /remito_number/0' }],
      })
    }
    expect((await enterNumbers('R 0003-00001821', 'X 0003-00001821')).status).toBe(201)
  })

  test("accepts dates from 2000-01-01 to tomorrow, by the warehouse's calendar", async () => {
    const { id, productId } = await warehouse.aStockedClient(0)
    // Late in the evening of the 2nd in Buenos Aires; already the 3rd in UTC.
    clock.set('2026-11-03T02:59:00.000Z')
    for (const type of ['ingreso', 'egreso']) {
      const on = (date: string) => enter(type, id, [{ product_id: productId, quantity: 1 }], { date })
      for (const date of ['2000-01-01', '2026-11-03']) {
        const { status, body } = await on(date)
        expect([status, body.date]).toEqual([201, date])
      }
      for (const date of ['1999-12-31', '2026-11-04', '9999-12-31']) {
        expectRefusal(await on(date), 'validation/invalid-body', {
          errors: [{ pointer: '/date', detail: 'must be from 2000-01-01 to tomorrow, 2026-11-03' }],
        })
      }
    }
  })
})
