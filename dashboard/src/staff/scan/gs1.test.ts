import { describe, expect, test } from 'vitest'
import { readGs1 } from './gs1.ts'

describe('a scanned code', () => {
  test.each([
    [
      '0107791234567898' + '17270331' + '10L-2231',
      { gtin: '7791234567898', lot: 'L-2231', expiry: '2027-03-31' },
    ],
    [
      ']C10107791234567898' + '10L-2231\u001d17270331',
      { gtin: '7791234567898', lot: 'L-2231', expiry: '2027-03-31' },
    ],
    [
      '0107791234567898' + '10L-2231\u241d17270331',
      { gtin: '7791234567898', lot: 'L-2231', expiry: '2027-03-31' },
    ],
    ['(01)07791234567898(10)A/1(17)270200', { gtin: '7791234567898', lot: 'A/1', expiry: '2027-02-28' }],
    ['(01)17791234567895', { gtin: '17791234567895' }],
    ['0107791234567898', { gtin: '7791234567898' }],
    // Best before, where there is no expiry date; otherwise the expiry date.
    ['0107791234567898' + '15270331', { gtin: '7791234567898', expiry: '2027-03-31' }],
    ['0107791234567898' + '15270331' + '17270430', { gtin: '7791234567898', expiry: '2027-04-30' }],
    // Quantities.
    ['0207791234567898' + '37' + '24\u001d10L1', { gtin: '7791234567898', lot: 'L1', count: 24 }],
    ['0107791234567898' + '3103012750' + '10L1', { gtin: '7791234567898', lot: 'L1', kilograms: 12.75 }],
    ['(01)07791234567898(3102)000540(37)12', { gtin: '7791234567898', kilograms: 5.4, count: 12 }],
    // Identifiers that are not of interest here, of fixed and of variable length.
    [
      '0107791234567898' + '8008261101\u001d' + '4101234567890128' + '9999X\u001d' + '10L-1',
      { gtin: '7791234567898', lot: 'L-1' },
    ],
    ['(01)07791234567898(7003)2703311200(10)L-1(422)032', { gtin: '7791234567898', lot: 'L-1' }],
    ['0107791234567898' + '712X' + '10L-1', { gtin: '7791234567898' }],
  ])('%j is read', (scanned, code) => {
    expect(readGs1(scanned)).toEqual(code)
  })

  test.each(['MAL-750', '7791234567898', '01123', '(01)1(', '9912345', ''])(
    '%j is not a GS1 code',
    (scanned) => {
      expect(readGs1(scanned)).toBeNull()
    },
  )

  test('a date that does not exist is ignored', () => {
    expect(readGs1('(01)07791234567898(17)270231')).toEqual({ gtin: '7791234567898' })
  })
})
