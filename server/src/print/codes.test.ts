import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { isPopplerMissing } from '../../tests/harness/pdf-text.ts'
import { readBarCodes, readQrCode } from '../../tests/harness/printed-codes.ts'
import { code128, drawBarCode, drawQrCode, gs1Code128, interleaved2of5 } from './codes.ts'
import { loadFonts } from './fonts.ts'
import { createSheet } from './sheet.ts'

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

test('a GS1-128 begins with FNC1, has digits in pairs, and ends elements of variable length with FNC1', () => {
  // Start C, FNC1, 10, 12, 34, FNC1, 10, code B, A, the check symbol and the stop pattern.
  const symbols = '211232 411131 221312 112232 131123 411131 221312 114131 111323'
  const widths = gs1Code128([
    ['10', '1234'],
    ['10', 'A'],
  ])
  expect(widths.join('').startsWith(symbols.replaceAll(' ', ''))).toBe(true)
  expect(widths).toHaveLength(10 * 6 + 7)
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

describe.skipIf(isPopplerMissing())('on paper', () => {
  const aSheet = async () =>
    createSheet(await loadFonts(), {
      title: 'Codes',
      author: 'A',
      language: 'es',
      at: '2026-11-02T12:00:00.000Z',
    })

  test.each([
    ['PED-000042-1', 0.75],
    ['R 00001-00000042', 0.75],
    ['PED-1000000-9999', 1.13],
    [Array.from({ length: 40 }, (_, i) => String.fromCharCode(32 + i)).join(''), 0.75],
    [Array.from({ length: 55 }, (_, i) => String.fromCharCode(72 + i)).join(''), 0.75],
  ])('Code 128 of %j is read again', async (text, moduleWidth) => {
    const sheet = await aSheet()
    sheet.doc.addPage()
    drawBarCode(sheet, code128(text), { x: 40, y: 100, moduleWidth, height: 30 })
    sheet.doc.end()
    expect(await readBarCodes(await buffer(sheet.doc), 1)).toEqual([text])
  })

  test.each([
    [[['01', '07790895000997']], '0107790895000997'],
    [
      [
        ['01', '07790895000997'],
        ['17', '280930'],
        ['37', '120'],
        ['10', 'L2409-A'],
      ],
      '010779089500099717280930' + '37120\u001d10L2409-A',
    ],
    [
      [
        ['37', '7'],
        ['10', 'A12345B1234'],
      ],
      '377\u001d10A12345B1234',
    ],
  ] as const)('a GS1-128 of %j is read again', async (elements, text) => {
    const sheet = await aSheet()
    sheet.doc.addPage()
    drawBarCode(sheet, gs1Code128(elements), { x: 40, y: 100, moduleWidth: 0.75, height: 30 })
    sheet.doc.end()
    expect(await readBarCodes(await buffer(sheet.doc), 1)).toEqual([`\u001d${text}`])
  })

  test.each([
    'https://anden.example.com/warehouse/remitos/0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
    `https://anden.example.com/r/${'Aa0_-'.repeat(5)}`,
    'Ñandú, 1 €',
  ])('a QR code of %j is read again, at 22 mm', async (text) => {
    const sheet = await aSheet()
    sheet.doc.addPage()
    const size = 62
    drawQrCode(sheet, text, { x: 40, y: 100, size })
    sheet.doc.end()
    expect(await readQrCode(await buffer(sheet.doc), 1, { x: 40, y: 100, size })).toBe(text)
  })
})
