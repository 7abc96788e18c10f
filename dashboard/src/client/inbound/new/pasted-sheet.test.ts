import { expect, test } from 'vitest'
import { dayIn, isTable, sheetOf } from './pasted-sheet.ts'

test.each([
  ['without headings', 'MAL\t1.000\tL1\r\nTOR\t5\r\n', 'sku,quantity,lot_number\nMAL,1.000,L1\nTOR,5,'],
  [
    'with headings in any order',
    'Vto.\tCANTIDAD\tCódigo\n31/03/2031\t1,5\tMAL\n\n',
    'Vto.,CANTIDAD,Código\n31/03/2031,"1,5",MAL',
  ],
  [
    'with more columns than there are',
    'MAL\t1\t\t\t\t$ 5',
    'sku,quantity,lot_number,expiry_date,vintage_year,\nMAL,1,,,,$ 5',
  ],
])('a table %s is a sheet with headings, numbers as they were written', (_, text, sheet) => {
  expect(isTable(text)).toBe(true)
  expect(sheetOf(text)).toBe(sheet)
})

test('a day is read with the day first, what is no date stays as it was written, and one cell is no table', () => {
  expect([dayIn('31/3/2031'), dayIn('2031-03-31'), dayIn('marzo')]).toEqual([
    '2031-03-31',
    '2031-03-31',
    'marzo',
  ])
  expect(isTable('MAL-750 ')).toBe(false)
})
