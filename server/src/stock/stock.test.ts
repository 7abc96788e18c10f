import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { reserve } from '../../tests/harness/document-data.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import type { TestService } from '../../tests/harness/service.ts'
import { addEntries, addLot, addLots, addProduct, addProducts } from '../../tests/harness/stock-data.ts'

const clock = controlledClock('2026-11-02T12:00:00Z')
const service = await useService({ clock: clock.now })

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** The one stock row of a client who has just one product. */
async function onlyRow(client: {
  portal: TestService['portal'] extends (t?: string) => infer C ? C : never
}) {
  const { body } = await client.portal.get('/stock')
  expect(body.data).toHaveLength(1)
  return body.data[0]
}

describe('GET /stock', () => {
  test('shows a row with all its fields, and the product inside', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id, {
      sku: 'MAL-750',
      name: 'Malbec Ñandú',
      unit_type: 'caja',
    })
    await addLot(service.db, client.id, product.id, { quantity: 120 })
    await reserve(service.db, client.id, product.id, 24)
    const { status, body } = await client.portal.get('/stock')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          product_id: product.id,
          products: { id: product.id, name: 'Malbec Ñandú', sku: 'MAL-750', unit_type: 'caja' },
          quantity: 120,
          reserved_quantity: 24,
          available_quantity: 96,
          updated_at: timestamp,
        },
      ],
      next_cursor: null,
      has_more: false,
    })
  })

  test('shows a product from its creation on, with 0', async () => {
    const client = await service.aClient()
    await addProduct(service.db, client.id)
    expect(await onlyRow(client)).toMatchObject({ quantity: 0, reserved_quantity: 0, available_quantity: 0 })
  })

  test('shows nothing of another client', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const product = await addProduct(service.db, other.id)
    expect((await client.portal.get('/stock')).body.data).toEqual([])
    expect((await client.portal.get(`/stock?product_id=${product.id}`)).body.data).toEqual([])
  })

  test('sorts by SKU byte by byte, whatever the collation of the database', async () => {
    const client = await service.aClient()
    const skus = ['b', 'B', 'a-1', 'a1', 'A', 'Ñ', 'z', '10', '9']
    await addProducts(
      service.db,
      client.id,
      skus.map((sku) => ({ sku })),
    )
    const { body } = await client.portal.get('/stock')
    const shown = body.data.map((row: { products: { sku: string } }) => row.products.sku)
    expect(shown).toEqual(['10', '9', 'A', 'B', 'a-1', 'a1', 'b', 'z', 'Ñ'])
  })

  test('filters by product, also with an id in upper case', async () => {
    const client = await service.aClient()
    const [wanted] = await addProducts(service.db, client.id, [{}, {}, {}])
    for (const id of [wanted?.id, wanted?.id.toUpperCase()]) {
      const { body } = await client.portal.get(`/stock?product_id=${id}`)
      expect(body.data.map((row: { product_id: string }) => row.product_id)).toEqual([wanted?.id])
    }
    const none = await client.portal.get(`/stock?product_id=${uuidv7()}`)
    expect(none.body).toEqual({ data: [], next_cursor: null, has_more: false })
  })

  test('min_quantity is inclusive, takes decimals, and goes by the quantity and not by what is available', async () => {
    const client = await service.aClient()
    const [none, some, more] = await addProducts(service.db, client.id, [
      { sku: 'a', unit_type: 'kg' },
      { sku: 'b', unit_type: 'kg' },
      { sku: 'c', unit_type: 'kg' },
    ])
    await addLots(service.db, client.id, [
      { product_id: some?.id ?? '', quantity: 2.5, expiry_date: '2020-01-01' },
      { product_id: more?.id ?? '', quantity: 2.501 },
    ])
    const atLeast = async (min: string) => {
      const { body } = await client.portal.get(`/stock?min_quantity=${min}`)
      return body.data.map((row: { product_id: string }) => row.product_id)
    }
    expect(await atLeast('0')).toEqual([none?.id, some?.id, more?.id])
    expect(await atLeast('2.5')).toEqual([some?.id, more?.id])
    expect(await atLeast('2.501')).toEqual([more?.id])
    expect(await atLeast('3')).toEqual([])
  })

  test.each([
    ['product_id=1', 'product_id', 'must be a UUID'],
    ['min_quantity=many', 'min_quantity', 'must be a number'],
    ['min_quantity=', 'min_quantity', 'must be a number'],
    ['min_quantity=-1', 'min_quantity', 'must be at least 0'],
  ])('refuses %s', async (query, pointer, detail) => {
    const client = await service.aClient()
    const problem = expectProblem(await client.portal.get(`/stock?${query}`), 'validation/invalid-parameter')
    expect(problem.errors).toEqual([{ pointer, detail }])
  })
})

describe('available_quantity', () => {
  test('leaves out a lot from the day after its expiry date, by the date of the warehouse', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id)
    await addLots(service.db, client.id, [
      { product_id: product.id, quantity: 5, expiry_date: '2026-11-01' },
      { product_id: product.id, quantity: 7, expiry_date: '2026-11-02' },
      { product_id: product.id, quantity: 11, expiry_date: null },
    ])
    const availableAt = async (moment: string) => {
      clock.set(moment)
      const row = await onlyRow(client)
      expect(row.quantity).toBe(23)
      return row.available_quantity
    }
    // Buenos Aires is at UTC-3: its day begins at 03:00 UTC.
    expect(await availableAt('2026-11-02T02:59:59Z')).toBe(23)
    expect(await availableAt('2026-11-02T03:00:00Z')).toBe(18)
    expect(await availableAt('2026-11-03T02:59:59Z')).toBe(18)
    expect(await availableAt('2026-11-03T03:00:00Z')).toBe(11)
  })

  test('is never below 0, when more is reserved than can be picked', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id)
    const lot = await addLot(service.db, client.id, product.id, { quantity: 10 })
    await reserve(service.db, client.id, product.id, 8)
    await addEntries(service.db, client.id, [{ product_id: product.id, lot_id: lot.id, delta: -6 }])
    const row = await onlyRow(client)
    expect(row).toMatchObject({ quantity: 4, reserved_quantity: 8, available_quantity: 0 })
  })

  test('adds decimals exactly, and shows fifteen digits unchanged', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id, { unit_type: 'kg' })
    await addLots(service.db, client.id, [
      { product_id: product.id, quantity: '0.1' },
      { product_id: product.id, quantity: '0.2' },
    ])
    expect(await onlyRow(client)).toMatchObject({ quantity: 0.3, available_quantity: 0.3 })
    await reserve(service.db, client.id, product.id, '0.1')
    expect(await onlyRow(client)).toMatchObject({ reserved_quantity: 0.1, available_quantity: 0.2 })
    await addLot(service.db, client.id, product.id, { quantity: '999999999998.699' })
    const { text } = await client.portal.get('/stock')
    expect(text).toContain('"quantity":999999999998.999,')
    expect(text).toContain('"available_quantity":999999999998.899,')
  })
})

describe('GET /stock/{id}', () => {
  test('shows the row that the list shows', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id)
    await addLot(service.db, client.id, product.id, { quantity: 3, expiry_date: '2020-01-01' })
    const row = await onlyRow(client)
    expect(row).toMatchObject({ product_id: product.id, quantity: 3, available_quantity: 0 })
    expect((await client.portal.get(`/stock/${product.id}`)).body).toEqual(row)
  })

  test('is found by the id of the product, and by no other id', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id)
    const lot = await addLot(service.db, client.id, product.id)
    expectProblem(await client.portal.get(`/stock/${lot.id}`), 'stock/not-found')
  })
})
