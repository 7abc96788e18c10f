// Counts in Excel files: what the cells of people hold, and what is wrong with a file.
import { beforeEach, describe, expect, test } from 'vitest'
import { lotsOf, rowCounts, sendCount } from '../../../tests/harness/counts.ts'
import { archive, type ExcelRows, excelFile } from '../../../tests/harness/excel-file.ts'
import {
  errorCell,
  formulaCell,
  numberCell,
  textCell,
  workbook,
  xmlRow,
} from '../../../tests/harness/order-sheets.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import type { TestClient } from '../../../tests/harness/service.ts'
import { addProduct } from '../../../tests/harness/stock-data.ts'
import { xlsxContentType } from '../../http/reads/sheets/sheet-handler.ts'

let client: TestClient
const service = await useService()
const staff = await service.aStaffMember()
beforeEach(async () => {
  client = await service.aClient()
  await addProduct(service.db, client.id, { sku: 'KG', unit_type: 'kg' })
})

const header = ['SKU', 'Cantidad', 'Lote', 'Vencimiento', 'Cosecha', 'Nombre', 'Unidad']
/** 2027-03-31. */
const day = 46_477

async function read(rows: ExcelRows) {
  const answer = await sendCount(staff, client.id, excelFile(rows))
  expect(answer.status, answer.text).toBe(201)
  return lotsOf(service.db, client.id)
}

async function faultsIn(file: Uint8Array<ArrayBuffer>) {
  const before = await rowCounts(service.db)
  const answer = await sendCount(staff, client.id, file)
  expectProblem(answer, 'imports/invalid-file')
  expect(await rowCounts(service.db)).toEqual(before)
  return answer.body.errors.map(
    ({ line, column, code }: { line: number; column: string | null; code: string }) => [line, column, code],
  )
}

describe('an Excel file', () => {
  test('is read with its dates, numbers, formulas and digits that are text', async () => {
    const lots = await read([
      header,
      ['KG', 12.5, 'L1', { day }, 2021],
      ['KG', { formula: '0.1+0.2', result: 0.1 + 0.2 }, 'L2', null, '2022'],
      [7_790_001_234_567, 3, 20_250_101, { day: day + 0.75 }, null, 'Ñandú & Cía <b>', 'caja'],
      ['00123', '4', { formula: 'A1', result: 'L-x' }, '2027-03-31', null, 'Aceite', 'caja'],
    ])
    expect(lots).toEqual([
      { sku: '00123', lot_number: 'L-x', expiry_date: '2027-03-31', vintage_year: null, quantity: 4 },
      {
        sku: '7790001234567',
        lot_number: '20250101',
        expiry_date: '2027-03-31',
        vintage_year: null,
        quantity: 3,
      },
      { sku: 'KG', lot_number: 'L1', expiry_date: '2027-03-31', vintage_year: 2021, quantity: 12.5 },
      { sku: 'KG', lot_number: 'L2', expiry_date: null, vintage_year: 2022, quantity: 0.3 },
    ])
  })

  test('may have empty rows, and rows and headings that end early', async () => {
    const file = excelFile(
      [[null], ['cantidad', 'sku'], [' '], [1.5, 'KG'], [null, null, ' ']],
      [1, 3, 4, 9, 10],
    )
    const answer = await sendCount(staff, client.id, file, { headers: { 'content-type': xlsxContentType } })
    expect(answer.body, answer.text).toMatchObject({ lines: 1, lots_created: 1 })
  })

  test('has its faults at the rows that Excel shows', async () => {
    const rows = [header, ['KG', 'doce'], ['KG', 1, 'L', 46_477], ['', 2], ['KG', 1, '', '31/03/2027']]
    expect(await faultsIn(excelFile(rows, [1, 2, 5, 6, 8]))).toEqual([
      [2, 'quantity', 'not_a_number'],
      [5, 'expiry_date', 'not_a_date'],
      [6, 'sku', 'empty'],
      [8, 'expiry_date', 'day_first'],
    ])
    expect(
      await faultsIn(
        excelFile([
          ['sku', 'precio'],
          ['KG', 1],
        ]),
      ),
    ).toEqual([
      [1, 'precio', 'unknown_column'],
      [1, 'quantity', 'column_missing'],
    ])
    expect(await faultsIn(excelFile([['sku', 'cantidad']]))).toEqual([[1, null, 'no_lines']])
    expect(await faultsIn(excelFile([]))).toEqual([[1, null, 'header_missing']])
  })

  test('has errors of Excel as faults, in whatever column, and never as the number of a lot', async () => {
    const rows = [
      xmlRow(1, [textCell('sku'), textCell('cantidad'), textCell('lote')]),
      xmlRow(2, [textCell('KG'), numberCell(1), errorCell('#N/A')]),
      xmlRow(3, [textCell('KG'), errorCell('#REF!'), textCell('L1')]),
      xmlRow(4, [textCell('KG'), formulaCell('A1'), textCell('L2')]),
    ].join('')
    expect(await faultsIn(workbook([{ name: 'Hoja1', rows }]))).toEqual([
      [2, 'lot_number', 'cell_error'],
      [3, 'quantity', 'cell_error'],
      [4, 'quantity', 'empty'],
    ])
  })

  test('may have nothing beside the columns that it names', async () => {
    const beside = [
      ['sku', 'cantidad'],
      ['KG', 1],
      ['KG', 2, null, 'falta revisar'],
    ]
    const answer = await sendCount(staff, client.id, excelFile(beside))
    expectProblem(answer, 'imports/invalid-file')
    expect(answer.body.errors).toMatchObject([
      { line: 3, column: null, code: 'cell_outside_columns', params: { cell: 'D3' } },
    ])
  })

  test('that is damaged, of an old Excel, or none at all, is refused as that', async () => {
    const whole = excelFile([
      ['sku', 'cantidad'],
      ['KG', 1],
    ])
    const damaged = whole.slice()
    damaged.fill(0, 900, 1_000)
    const oldOrLocked = new Uint8Array(1_000)
    oldOrLocked.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    for (const file of [damaged, whole.slice(0, 1_200), oldOrLocked, archive({ 'a.txt': 'sku,quantity' })])
      expect(await faultsIn(file)).toEqual([[1, null, 'not_a_spreadsheet']])
  })

  test('that would unpack to more than fits into memory is refused before it is', async () => {
    const parts = { 'xl/sharedStrings.xml': 'a', 'xl/worksheets/sheet1.xml': 'b' }
    const mebibyte = 1024 * 1024
    for (const [path, size] of [
      ['xl/sharedStrings.xml', 17 * mebibyte],
      ['xl/worksheets/sheet1.xml', 513 * mebibyte],
    ] as const)
      expect(await faultsIn(archive(parts, { [path]: size }))).toEqual([[1, null, 'spreadsheet_too_large']])
    expect(await faultsIn(archive(parts, { 'xl/sharedStrings.xml': 0 }))).toEqual([
      [1, null, 'not_a_spreadsheet'],
    ])
  })
})
