import { describe, expect, test } from 'vitest'
import { sendCount } from '../../tests/harness/counts.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { race } from '../../tests/harness/race.ts'
import { addEntries, addLot, addProduct } from '../../tests/harness/stock-data.ts'
import { until } from '../../tests/harness/until.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { sql } from '../db/sql.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

const adjust = (product_id: string, delta: number) =>
  staff.post('/stock/adjustments', { product_id, delta, reason: 'Recuento' })

/** A moment after everything so far and before everything that follows. */
async function momentBetween(): Promise<string> {
  const moment = Date.now() + 1
  await until('the moment has passed', () => Date.now() > moment + 1)
  return new Date(moment).toISOString()
}

describe('?at=', () => {
  test('shows the quantities as recorded by then, in the list, for one product, and to the staff', async () => {
    const client = await warehouse.aStockedClient(10)
    const { id, portal, productId } = client
    const full = await momentBetween()
    const { body: placed } = await order(client, 4)
    await warehouse.act(placed.id, 'approve')
    const { body: now } = await portal.get(`/stock/${productId}`)
    const without = await momentBetween()
    await warehouse.act(placed.id, 'cancel', 'Error')

    for (const [at, quantity] of [
      [full, 10],
      [without, 6],
      [await momentBetween(), 10],
    ] as const) {
      const { body } = await portal.get(`/stock/${productId}?at=${at}`)
      expect(body).toEqual({
        ...now,
        quantity,
        reserved_quantity: null,
        available_quantity: null,
        updated_at: expect.any(String),
      })
      expect(body.updated_at <= at).toBe(true)
      const page = { data: [body], next_cursor: null, has_more: false }
      expect((await portal.get(`/stock?at=${at}`)).body).toEqual(page)
      expect((await staff.get(`/stock?client_id=${id}&at=${at}`)).body).toMatchObject(page)
      expect((await staff.get(`/stock/${productId}?at=${at}`)).body).toMatchObject(body)
    }
  })

  test('includes what was recorded at that very moment', async () => {
    const { portal, productId } = await warehouse.aStockedClient(0)
    const { body } = await adjust(productId, 3)
    const { created_at } = body.entries[0]
    expect((await portal.get(`/stock/${productId}?at=${created_at}`)).body).toMatchObject({
      quantity: 3,
      updated_at: created_at,
    })
    const before = new Date(Date.parse(created_at) - 1).toISOString()
    expect((await portal.get(`/stock/${productId}?at=${before}`)).body.quantity).toBe(0)
  })

  test('shows a whole movement or nothing of it: a transfer, and a count of many lots', async () => {
    const [from, to] = [await warehouse.aStockedClient(5), await warehouse.aStockedClient(0)]
    const goods = { from_product_id: from.productId, to_product_id: to.productId, quantity: 2 }
    const { body: transfer } = await staff.post('/stock/transfers', { ...goods, reason: 'Venta' })
    const times = (entries: { created_at: string }[]) =>
      new Set(entries.map((entry) => entry.created_at)).size
    expect(times(transfer.entries)).toBe(1)

    const lots = Array.from({ length: 60 }, (_, i) => `S-${i % 3},1,L-${i},Malbec,caja`)
    const { body: count } = await sendCount(staff, to.id, ['sku,quantity,lot_number,name,unit_type', ...lots])
    const entries = await service.db.rows(
      sql<{ created_at: string }>`select created_at from stock_ledger where document_id = ${count.id}`,
    )
    expect([entries.length, times(entries)]).toEqual([60, 1])
  })

  test('shows the products that existed then, also those archived since', async () => {
    const client = await service.aClient()
    const productId = await warehouse.aProduct(client.id)
    await adjust(productId, 5)
    const at = await momentBetween()
    const later = await warehouse.aProduct(client.id)
    await adjust(productId, -5)
    expect((await staff.patch(`/products/${productId}`, { archived: true })).status).toBe(200)

    const shown = async (query: string) => {
      const { body } = await client.portal.get(`/stock?at=${at}${query}`)
      return body.data.map((row: { product_id: string; quantity: number }) => [row.product_id, row.quantity])
    }
    expect(await shown('')).toEqual([[productId, 5]])
    expect(await shown('&archived=true')).toEqual([[productId, 5]])
    expect(await shown('&archived=false')).toEqual([])
    expectRefusal(await client.portal.get(`/stock/${later}?at=${at}`), 'stock/not-found')
  })

  test('combines with the other filters, which apply to the quantity then, and with pages', async () => {
    const client = await service.aClient()
    const products = []
    for (const [index, quantity] of [7, 0, 9, 3].entries()) {
      const product = await addProduct(service.db, client.id, { sku: `A-${index}` })
      if (quantity > 0) await addLot(service.db, client.id, product.id, { quantity })
      products.push(product.id)
    }
    const at = await momentBetween()
    await adjust(products[1] ?? '', 100)
    await adjust(products[2] ?? '', -9)
    const walk = async (query: string) => {
      const seen: number[] = []
      for (let cursor = ''; ; ) {
        const { body } = await client.portal.get(`/stock?at=${at}&limit=1${query}${cursor}`)
        seen.push(...body.data.map((row: { quantity: number }) => row.quantity))
        if (!body.has_more) return seen
        cursor = `&cursor=${body.next_cursor}`
      }
    }
    expect(await walk('')).toEqual([7, 0, 9, 3])
    expect(await walk('&archived=false')).toEqual([7, 0, 9, 3])
    expect(await walk('&min_quantity=5')).toEqual([7, 9])
    expect(await walk(`&product_id=${products[2]}`)).toEqual([9])
    expect(await walk(`&product_id=${products[1]}&min_quantity=1`)).toEqual([])
  })

  test('gives the same reply later, under an ETag of its own', async () => {
    const { portal, productId } = await warehouse.aStockedClient(4)
    const at = await momentBetween()
    const paths = [`/stock/${productId}?at=${at}`, `/stock?at=${at}`]
    const first = await Promise.all(paths.map((path) => portal.get(path)))
    const tags = first.map(({ headers }) => headers.get('etag') ?? '')
    const current = await portal.get(`/stock/${productId}`)
    expect(new Set([...tags, current.headers.get('etag')]).size).toBe(3)
    for (const [index, path] of paths.entries()) {
      expect((await portal.get(path, { 'if-none-match': tags[index] ?? '' })).status).toBe(304)
    }
    await adjust(productId, 1)
    for (const [index, path] of paths.entries())
      expect((await portal.get(path)).body).toEqual(first[index]?.body)
    expect((await portal.get(`/stock/${productId}`)).body.quantity).toBe(5)
  })

  test('must not be in the future, and must be a time', async () => {
    const { id, portal, productId } = await warehouse.aStockedClient(0)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const errors = [
      { pointer: 'at', detail: 'must not be in the future; leave it out for the current stock' },
    ]
    for (const path of [`/stock?at=${at}`, `/stock/${productId}?at=${at}`]) {
      expectRefusal(await portal.get(path), 'validation/invalid-parameter', { errors })
    }
    expectRefusal(await staff.get(`/stock?client_id=${id}&at=${at}`), 'validation/invalid-parameter', {
      errors,
    })
    const { body } = await portal.get(`/stock/${productId}?at=yesterday`)
    expect(body.errors).toMatchObject([{ pointer: 'at' }])
  })
})

describe('the times of ledger entries', () => {
  test('are in the order in which the entries were applied, also of movements that wait for each other', async () => {
    const { productId } = await warehouse.aStockedClient(5)
    const answers = await race(
      Array.from({ length: 40 }, (_, i) => () => adjust(productId, i % 2 ? -2 : 2)),
      1,
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(20)
    const rows = await service.db.rows(sql<{ created_at: string; balance: number }>`
      select created_at, sum(delta) over (order by created_at, seq) as balance
      from stock_ledger where product_id = ${productId} order by seq`)
    expect(rows.map(({ created_at }) => created_at)).toEqual(rows.map(({ created_at }) => created_at).sort())
    expect(Math.min(...rows.map(({ balance }) => balance))).toBeGreaterThanOrEqual(0)
  })

  test('count where they are, also if the clock was set back behind a checkpoint', async () => {
    const client = await service.aClient()
    const { id: product_id } = await addProduct(service.db, client.id)
    await service.db.run(sql`update products set created_at = '2026-01-01' where id = ${product_id}`)
    const { id: lot_id } = await addLot(service.db, client.id, product_id, { quantity: 1 })
    const enter = (delta: number, created_at: string) =>
      addEntries(service.db, client.id, [{ product_id, lot_id, delta, created_at }])
    for (let hour = 10; hour < 60; hour++) await enter(1, new Date(Date.UTC(2026, 1, 1, hour)).toISOString())
    await enter(5, '2026-02-01T12:30:00.000Z')
    await enter(7, '2026-02-02T07:00:00.000Z')
    const quantityAt = async (at: string) =>
      (await client.portal.get(`/stock/${product_id}?at=${at}`)).body.quantity
    expect(await quantityAt('2026-02-01T12:00:00Z')).toBe(3)
    expect(await quantityAt('2026-02-01T13:00:00Z')).toBe(9)
    expect(await quantityAt('2026-02-02T06:59:59Z')).toBe(5 + 21)
    expect(await quantityAt('2026-02-03T23:00:00Z')).toBe(5 + 7 + 50)
    // The invariants of checkpoints are checked after the tests.
  })
})
