// Orders from a sheet: what a dry run shows, what an import places, and that repeating it places nothing twice.
import { beforeEach, describe, expect, test } from 'vitest'
import { rowCounts } from '../../../tests/harness/counts.ts'
import { orderSheetHeader, type SentSheet, sendSheet } from '../../../tests/harness/order-sheets.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'

const { service, warehouse } = await useWarehouse()
type Stocked = Awaited<ReturnType<typeof warehouse.aStockedClient>>
let client: Stocked
let sku: string
beforeEach(async () => {
  client = await warehouse.aStockedClient(100)
  const { body } = await client.portal.get('/stock')
  sku = body.data[0].products.sku
})

const preview = (file: SentSheet, query = '') =>
  sendSheet(client.portal, `/orders/imports?dry_run=true${query}`, file)
const send = (file: SentSheet, query = '') =>
  sendSheet(client.portal, `/orders/imports${query === '' ? '' : `?${query}`}`, file)
const orderCount = async () => (await client.portal.get('/orders?limit=100')).body.data.length

describe('a dry run', () => {
  test('shows the sheet, each order as it would be, and the totals, and changes nothing', async () => {
    const before = await rowCounts(service.db)
    const { body, status } = await preview([
      'Referencia;Destinatario;Código;Cantidad;Observaciones;Entrega',
      `OC-1;Vinoteca;${sku};12;Sin apuro;`,
      `OC-1;;${sku};3;;`,
      `OC-2;${client.destinatarioId};${sku};80;;Retiro`,
      `OC-3;VINOTECA;${sku};10;;`,
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({ dry_run: true, workbook: null, faults: [], fault_count: 0 })
    expect(body.columns.map(({ name }: { name: string }) => name)).toEqual([
      'reference',
      'destinatario',
      'sku',
      'quantity',
      'notes',
      'delivery_type',
    ])
    expect(body.lines[1]).toEqual({ line: 3, cells: ['OC-1', '', sku, '3', '', ''] })
    expect(body.orders).toMatchObject([
      {
        reference: 'OC-1',
        lines: [2, 3],
        outcome: 'ready',
        notes: 'Sin apuro',
        delivery_type: 'envio',
        delivery_address: 'Av. San Martín 1',
        destinatario: { id: client.destinatarioId, name: 'Vinoteca' },
        items: [
          { line: 2, product_id: client.productId, sku, unit_type: 'caja', quantity: 12 },
          { line: 3, quantity: 3 },
        ],
      },
      { reference: 'OC-2', outcome: 'ready', delivery_type: 'retiro', delivery_address: null },
      {
        outcome: 'short',
        shortages: [
          { requested: 10, available: 5, in_stock: 100, reasons: [{ code: 'other_items', quantity: 95 }] },
        ],
      },
    ])
    expect(body.totals).toEqual([
      { product_id: client.productId, products: expect.any(Object), requested: 105, available: 100 },
    ])
    expect(await rowCounts(service.db)).toEqual(before)
  })

  test('counts the goods of an order that is still faulty into the totals, against what is available', async () => {
    const { body } = await preview([orderSheetHeader, `OC-1;Nobody;${sku};3`, `OC-2;Nobody;${sku};abc`])
    expect(body.orders.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['faulty', 'faulty'])
    expect(body.totals).toMatchObject([{ product_id: client.productId, requested: 3, available: 100 }])
  })

  test('names every fault at its cell, with what may have been meant', async () => {
    const kilos = await warehouse.aProduct(client.id, 'kg')
    const { body: product } = await client.portal.get(`/stock?limit=10`)
    const kg = product.data.find((row: { product_id: string }) => row.product_id === kilos)?.products.sku
    const twin = await client.portal.post('/destinatarios', { name: 'Gemelos', cuit_dni: '20-12345678-6' })
    const other = await client.portal.post('/destinatarios', { name: 'Gemelos', cuit_dni: '20123456786' })
    const { body } = await preview([
      'reference;destinatario;sku;quantity;vintage_year;delivery_city',
      `A;Vinotec;${sku};1;;`,
      `B;Gemelos;${sku.slice(0, -1)};1;21;`,
      `C;20123456786;${kg};1.500;;`,
      `D;Vinoteca;${sku};1,5;;Mendoza`,
      `D;Vinoteca;${sku};0;;Salta`,
      `;Vinoteca;${sku};-3;;`,
      `E;;${sku};#N/D;;`,
    ])
    const found = body.faults.map((one: Record<string, unknown>) => [one['line'], one['column'], one['code']])
    expect(found).toEqual([
      [2, 'destinatario', 'unknown_destinatario'],
      [3, 'vintage_year', 'not_a_year'],
      [3, 'destinatario', 'several_destinatarios'],
      [3, 'sku', 'not_your_product'],
      [4, 'destinatario', 'several_destinatarios'],
      [4, 'quantity', 'ambiguous_number'],
      [5, 'quantity', 'fraction_of_unit'],
      [6, 'delivery_city', 'differs_in_order'],
      [6, 'quantity', 'not_above'],
      [7, 'reference', 'empty'],
      [8, 'destinatario', 'empty'],
      [8, 'quantity', 'cell_error'],
    ])
    expect(body.fault_count).toBe(12)
    const candidates = (line: number, column: string) =>
      body.faults
        .find((one: { line: number; column: string }) => one.line === line && one.column === column)
        .candidates.map(({ value }: { value: string }) => value)
    expect(candidates(2, 'destinatario')).toEqual([client.destinatarioId])
    expect(candidates(3, 'destinatario').sort()).toEqual([twin.body.id, other.body.id].sort())
    expect(candidates(3, 'sku')).toContain(sku)
    expect(candidates(4, 'quantity')).toEqual(['1500', '1.5'])
    expect(body.orders.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(5).fill('faulty'))
  })

  test('reads numbers by the decimal sign that is given', async () => {
    const kilos = await warehouse.aProduct(client.id, 'kg')
    const products = await client.portal.get('/stock?limit=10')
    const kg = products.body.data.find((row: { product_id: string }) => row.product_id === kilos).products.sku
    const read = async (quantity: string, sign: string) => {
      const { body } = await preview([orderSheetHeader, `A;Vinoteca;${kg};${quantity}`], sign)
      const [fault] = body.faults
      return fault
        ? [fault.code, ...fault.candidates.map(({ value }: { value: string }) => value)]
        : body.orders[0].items[0].quantity
    }
    expect(await read('12,750', '&decimal_sign=comma')).toBe(12.75)
    expect(await read('12.5', '&decimal_sign=comma')).toEqual(['other_decimal_sign', '12,5'])
    expect(await read('1.500', '&decimal_sign=comma')).toEqual(['ambiguous_number', '1500', '1,5'])
    expect(await read('12,750', '&decimal_sign=point')).toEqual(['ambiguous_number', '12750', '12.75'])
    expect(await read('12,5', '')).toBe(12.5)
    expect(await read('12.5', '')).toBe(12.5)
    expect(await read('1.234', '')).toEqual(['ambiguous_number', '1234', '01.234'])
    expect(await read('01.234', '')).toBe(1.234)
    expect(await read('1.250.000,50', '')).toBe(1_250_000.5)
  })
})

describe('an import', () => {
  test('places all orders with their events and audit entries, and repeated places none again', async () => {
    const file = [orderSheetHeader, `OC-1;Vinoteca;${sku};2`, `OC-2;Vinoteca;${sku};3`, `OC-1;;${sku};1`]
    const first = await send(file)
    expect(first.status, first.text).toBe(201)
    expect(first.body).toMatchObject({
      dry_run: false,
      mode: 'all',
      placed: 2,
      existing: 0,
      refused: 0,
      orders: [
        { reference: 'OC-1', lines: [2, 4], outcome: 'placed', order: { order_number: 'PED-000001' } },
        { reference: 'OC-2', lines: [3], outcome: 'placed', order: { order_number: 'PED-000002' } },
      ],
    })
    const { id } = first.body.orders[0].order
    const { body: order } = await client.portal.get(`/orders/${id}`)
    const alone = await client.portal.post(
      '/orders',
      { destinatario_id: client.destinatarioId, reference: 'OC-9', items: [{ sku, quantity: 1 }] },
      { 'idempotency-key': 'alone' },
    )
    expect(alone.body.order_number).toBe('PED-000003')
    expect(Object.keys(order).sort()).toEqual(
      Object.keys(alone.body)
        .filter((name) => name !== 'duplicate_of')
        .sort(),
    )
    const { body: events } = await client.portal.get('/events?type=order.created&limit=10')
    expect(events.data).toHaveLength(3)
    const { body: stored } = await client.portal.get(`/events?object_id=${id}`)
    expect(stored.data[0].data.object.distribution_order_items).toHaveLength(2)

    const again = await send([orderSheetHeader, ...file.slice(1).reverse()])
    expect(again.body).toMatchObject({
      placed: 0,
      existing: 2,
      orders: [
        { reference: 'OC-1', outcome: 'exists', order: { id } },
        { reference: 'OC-2', outcome: 'exists' },
      ],
    })
    expect(await orderCount()).toBe(3)
    const other = await send([orderSheetHeader, `oc-1;Vinoteca;${sku};7`])
    expectProblem(other, 'imports/invalid-sheet')
    expect(other.body.errors).toMatchObject([
      { line: 2, column: 'reference', code: 'reference_taken', params: { order_number: 'PED-000001' } },
    ])
  })

  test('with all places none if one cannot be; with each places the others', async () => {
    const file = [orderSheetHeader, `A;Vinoteca;${sku};60`, `B;Vinoteca;${sku};60`, `C;Nadie;${sku};1`]
    const before = await rowCounts(service.db)
    expectProblem(await send(file), 'imports/invalid-sheet')
    const short = await send(file.slice(0, 3))
    expectProblem(short, 'orders/insufficient-stock')
    expect(short.body.shortages).toMatchObject([{ requested: 60, available: 40 }])
    expect(await rowCounts(service.db)).toEqual(before)

    const each = await send([...file, `D;Vinoteca;${sku};40`], 'mode=each')
    expect(each.body).toMatchObject({ placed: 2, refused: 2, fault_count: 1 })
    expect(each.body.orders.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'placed',
      'short',
      'faulty',
      'placed',
    ])
    expectProblem(
      await send([`${orderSheetHeader};quanto`, 'A;B;C;1;2'], 'mode=each'),
      'imports/invalid-sheet',
    )
  })

  test('sent five times at once places each order once', async () => {
    const file = [orderSheetHeader, ...Array.from({ length: 8 }, (_, n) => `OC-${n};Vinoteca;${sku};1`)]
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(file)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect(answers.map(({ body }) => body.placed).sort()).toEqual([0, 0, 0, 0, 8])
    expect(await orderCount()).toBe(8)
    const keyed = () => sendSheet(client.portal, '/orders/imports', file, { 'idempotency-key': 'a sheet' })
    const [one, two] = [await keyed(), await keyed()]
    expect(two.body).toEqual(one.body)
    expect(two.headers.get('idempotency-replayed')).toBe('true')
  })

  test('never reads what is of another client', async () => {
    const other = await warehouse.aStockedClient(5)
    const { body } = await other.portal.get('/stock')
    const lines = [`A;${other.destinatarioId};${sku};1`, `B;Vinoteca;${body.data[0].products.sku};1`]
    const found = (await preview([orderSheetHeader, ...lines])).body.faults
    expect(found).toMatchObject([
      { line: 2, code: 'unknown_destinatario', candidates: [] },
      { line: 3, code: 'not_your_product' },
    ])
    expect(JSON.stringify(found)).not.toContain(other.productId)
    const byId = await preview([
      'reference;destinatario;product_id;quantity',
      `A;Vinoteca;${other.productId};1`,
    ])
    expect(byId.body.faults).toMatchObject([{ line: 2, column: 'product_id', code: 'not_your_product' }])
  })
})
