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
