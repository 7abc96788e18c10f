import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gtin14, isGtin, withCheckDigit } from './gtin.ts'

test.each(['96385074', '036000291452', '4006381333931', '7790895000997', '10614141000415'])(
  '%s is a GTIN',
  (text) => {
    expect(isGtin(text)).toBe(true)
  },
)

test.each(['4006381333932', '400638133393', '123456', '40063813339310', '4006381 33393', '', '٤٠٠٦٣٨١٣'])(
  '%j is not a GTIN',
  (text) => {
    expect(isGtin(text)).toBe(false)
  },
)

const digits = fc.stringMatching(/^[0-9]{11}$/)

test('leading zeros change neither validity nor identity', () => {
  fc.assert(
    fc.property(digits, (text) => {
      const upc = withCheckDigit(text)
      expect([upc, `0${upc}`, `00${upc}`].every(isGtin)).toBe(true)
      expect(new Set([upc, `0${upc}`, `00${upc}`].map(gtin14)).size).toBe(1)
    }),
  )
})

test('a wrong digit is detected at any position', () => {
  fc.assert(
    fc.property(digits, fc.nat({ max: 11 }), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
      const upc = withCheckDigit(text)
      const wrong = (Number(upc[at]) + by) % 10
      expect(isGtin(upc.slice(0, at) + wrong + upc.slice(at + 1))).toBe(false)
    }),
  )
})
