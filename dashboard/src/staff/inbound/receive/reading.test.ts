import type { InboundItem } from '@anden/sdk/backoffice'
import { describe, expect, test } from 'vitest'
import { readScan } from './reading.ts'

const line = (id: string, more: Partial<InboundItem>): InboundItem => ({
  id,
  product_id: 'malbec',
  sku: 'MAL-750',
  name: 'Malbec',
  unit_type: 'caja',
  gtin: '7791234567898',
  announced: true,
  quantity: 24,
  lot_number: null,
  expiry_date: null,
  vintage_year: null,
  received: 0,
  difference: -24,
  difference_reason: null,
  difference_note: null,
  ...more,
})
const lines = [
  line('a', { lot_number: 'A' }),
  line('b', { lot_number: 'B' }),
  line('open', { product_id: 'tor', sku: 'TOR', gtin: '7790895000997' }),
  line('kg', { product_id: 'kg', sku: 'ACE', gtin: null, unit_type: 'kg' }),
]
const malbec = '0107791234567898'
const torrontes = '0107790895000997'
const read = (code: string, ticked: string[] = []) => {
  const reading = readScan(lines, ({ id }) => ticked.includes(id), code)
  return 'line' in reading ? { ...reading, line: reading.line.id } : reading
}

describe('a scanned code', () => {
  test.each([
    [`${malbec}10B`, { is: 'line', line: 'b', on: { lot: 'B' } }],
    [
      `${malbec}1731033137${'12'}\u241d10a`,
      { is: 'line', line: 'a', on: { lot: 'a', expiry: '2031-03-31', quantity: 12 } },
    ],
    // The first line of the product that is not ticked yet.
    ['7791234567898', { is: 'line', line: 'a', on: {} }],
    ['mal-750', { is: 'line', line: 'a', on: {} }],
    // A line without a lot takes any.
    [`${torrontes}10X`, { is: 'line', line: 'open', on: { lot: 'X' } }],
    [`${malbec}10C`, { is: 'other-lot', line: 'a', on: { lot: 'C' } }],
    ['7791234567891', { is: 'misread', code: '7791234567891' }],
    ['NEW', { is: 'not-announced', code: 'NEW', gs1: null }],
  ])('%j', (code, reading) => {
    expect(read(code)).toEqual(reading)
  })

  test('of a line that is ticked counts once', () => {
    expect(read(`${malbec}10A`, ['a'])).toEqual({ is: 'again', line: 'a' })
    expect(read('MAL-750', ['a'])).toMatchObject({ is: 'line', line: 'b' })
    expect(read('MAL-750', ['a', 'b'])).toEqual({ is: 'again', line: 'a' })
  })
})
