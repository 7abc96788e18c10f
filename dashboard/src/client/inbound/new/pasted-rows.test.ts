import { expect, test } from 'vitest'
import { isTable, readRows } from './pasted-rows.ts'

const row = { sku: 'MAL', quantity: '1.000', lot_number: 'L1', expiry_date: '2031-03-31', vintage_year: '' }

test.each([
  ['without headings', 'MAL\t1.000\tL1\t31/3/2031\r\n'],
  ['with headings in any order', 'Vto.\tCANTIDAD\tCódigo\tLote\n31/03/2031\t1.000\tMAL\tL1\n\n'],
  ['with a date as the service writes it', 'SKU\tQuantity\tLot\tExpiry date\nMAL\t1.000\tL1\t2031-03-31'],
])('a table %s is read, numbers as they were written', (_, text) => {
  expect(isTable(text)).toBe(true)
  expect(readRows(text)).toEqual([row])
})

test('what is no date stays as it was written, and one cell is no table', () => {
  expect(readRows('MAL\t5\t\tmarzo')).toMatchObject([{ expiry_date: 'marzo' }])
  expect(isTable('MAL-750 ')).toBe(false)
})
