// The lines of a notice from a sheet: read and understood, with each fault at its cell, and nothing stored.
import { beforeEach, expect, test } from 'vitest'
import { rowCounts } from '../../tests/harness/counts.ts'
import { excelFile } from '../../tests/harness/excel-file.ts'
import { type SentSheet, sendSheet } from '../../tests/harness/order-sheets.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'

const { service, warehouse } = await useWarehouse()
let client: Awaited<ReturnType<typeof warehouse.aStockedClient>>
let sku: string
const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
beforeEach(async () => {
  client = await warehouse.aStockedClient(10)
  const { body } = await client.portal.get('/stock')
  sku = body.data[0].products.sku
})

const read = (file: SentSheet, query = '') => sendSheet(client.portal, `/inbound/read-sheet${query}`, file)

test('a sheet is read as items, which can be announced as they are', async () => {
  const before = await rowCounts(service.db)
  const { body, status } = await read([
    'Vto;Código;CANT.;Nº de lote;Añada',
    `2031-03-31;${sku};12;L-1;2021`,
    `;${sku};3;;`,
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({ workbook: null, faults: [], fault_count: 0 })
  expect(body.lines[1]).toEqual({ line: 3, cells: ['', sku, '3', '', ''] })
  const product = { product_id: client.productId, sku, unit_type: 'caja' }
  expect(body.items).toMatchObject([
    { line: 2, ...product, quantity: 12, lot_number: 'L-1', expiry_date: '2031-03-31', vintage_year: 2021 },
    { line: 3, ...product, quantity: 3, lot_number: null, expiry_date: null, vintage_year: null },
  ])
  expect(await rowCounts(service.db)).toEqual(before)
  const announced = await client.portal.post('/inbound', {
    reference: 'OC-1',
    expected_on: soon,
    items: body.items.map(({ line, sku: _, name, unit_type, ...item }: Record<string, unknown>) => item),
  })
  expect(announced.status, announced.text).toBe(201)
})

test('a workbook has its numbers and dates by their type', async () => {
  const { body } = await read(
    excelFile([
      ['SKU', 'Cantidad', 'Lote', 'Vencimiento'],
      [sku, 12, 'L-7', { day: 47_938 }],
    ]),
    '?decimal_sign=comma',
  )
  expect(body.workbook).toMatchObject({ position: 1, hidden: 0 })
  expect(body.items).toMatchObject([{ quantity: 12, lot_number: 'L-7', expiry_date: '2031-03-31' }])
})

test('every fault is named at its cell, with what may have been meant', async () => {
  const { body } = await read([
    'sku;quantity;lot_number;expiry_date;vintage_year;precio',
    `${sku.slice(0, -1)};1;;;;`,
    `${sku};1,5;;31/3/2031;21;`,
    `;#N/A;${'L'.repeat(65)};31/2/2031;;`,
    `${sku};-3;;marzo;;`,
  ])
  const found = body.faults.map((one: Record<string, unknown>) => [one['line'], one['column'], one['code']])
  expect(found).toEqual([
    [1, 'precio', 'unknown_column'],
    [2, 'sku', 'not_your_product'],
    [3, 'quantity', 'fraction_of_unit'],
    [3, 'expiry_date', 'day_first'],
    [3, 'vintage_year', 'not_a_year'],
    [4, 'sku', 'empty'],
    [4, 'quantity', 'cell_error'],
    [4, 'lot_number', 'too_long'],
    [4, 'expiry_date', 'not_a_date'],
    [5, 'quantity', 'not_above'],
    [5, 'expiry_date', 'not_a_date'],
  ])
  const candidatesOf = (code: string) =>
    body.faults.find((one: { code: string }) => one.code === code).candidates
  expect(candidatesOf('not_your_product')).toMatchObject([{ value: sku }])
  expect(candidatesOf('day_first')).toEqual([{ value: '2031-03-31', label: null }])
  expect(body.items[0]).toMatchObject({ product_id: null, name: null, quantity: 1 })
})

test("another client's product is unknown, and a sheet that cannot be read is refused in words", async () => {
  const other = await warehouse.aStockedClient(1)
  const { body: stock } = await other.portal.get('/stock')
  const { body } = await read(['sku,quantity', `${stock.data[0].products.sku},1`])
  expect(body.items[0].product_id).toBeNull()
  const many = await read(['sku,quantity', ...Array(501).fill(`${sku},1`)])
  expectProblem(many, 'imports/invalid-sheet')
  expect(many.body.errors).toMatchObject([{ line: 502, code: 'too_many_lines', params: { max: 500 } }])
  const damaged = await read(new Uint8Array(Buffer.from('PK\u0003\u0004')))
  expect(damaged.body.errors).toMatchObject([{ code: 'not_a_spreadsheet' }])
})
