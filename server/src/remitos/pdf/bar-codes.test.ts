import { expect, test } from 'vitest'
import { code128, fiscalDigits, interleaved2of5 } from './bar-codes.ts'

test.each([
  // Start B, the characters, the check symbol and the stop pattern, as the standard lists them.
  ['A', '211214 111323 131123 2331112'],
  ['R 1', '211214 231131 212222 123221 411131 2331112'],
])('Code 128 of %s', (text, symbols) => {
  expect(code128(text).join('')).toBe(symbols.replaceAll(' ', ''))
})

test('a Code 128 symbol has three bars and three spaces over eleven modules, and the last a bar more', () => {
  const all = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  const widths = code128(all.join(''))
  expect(widths).toHaveLength((1 + all.length + 1) * 6 + 7)
  for (let i = 0; i < widths.length - 7; i += 6) {
    expect(widths.slice(i, i + 6).reduce((sum, width) => sum + width, 0)).toBe(11)
  }
})

test.each(['Ñ', '\n', '€'])('%j has no Code 128 symbol', (text) => {
  expect(() => code128(text)).toThrow('is not in code set B')
})

test.each([
  // Each digit has two wide elements of five; the first of a pair is in the bars, the second in the spaces.
  ['38', 'nnnn WWWnnnnWnn Wnn'],
  ['00', 'nnnn nnnnWWWWnn Wnn'],
])('Interleaved 2 of 5 of %s', (digits, elements) => {
  const letters = interleaved2of5(digits).map((width) => (width > 1 ? 'W' : 'n'))
  expect(letters.join('')).toBe(elements.replaceAll(' ', ''))
})

test.each(['1', '123', '12a4', ''])('"%s" is not an even number of digits', (digits) => {
  expect(() => interleaved2of5(digits)).toThrow('even number of digits')
})

test('the code of the tax authority has the CUIT, 091, point of sale, CAI, expiry date and check digit', () => {
  const digits = fiscalDigits({
    cuit: '30716543214',
    pointOfSale: '00001',
    cai: '12345678901234',
    caiExpiresOn: '2027-03-31',
  })
  expect(digits).toBe(['30716543214', '091', '00001', '12345678901234', '20270331', '4'].join(''))
})
