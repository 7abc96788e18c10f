import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cuitOrDni, plateNumber, remitoNumber } from './documents.ts'

describe('a CUIT or DNI', () => {
  test.each([
    ['30-70777070-4', '30707770704'],
    ['30707770704', '30707770704'],
    ['20-12345678-6', '20123456786'],
    ['27-11111111-7', '27111111117'],
    ['33-69345023-9', '33693450239'],
    [' 20123456786 ', '20123456786'],
    ['30-50001091-2', '30500010912'],
    ['1234567', '1234567'],
    ['12345678', '12345678'],
    ['12.345.678', '12345678'],
    ['1.234.567', '1234567'],
  ])('%s is kept as %s', (text, digits) => {
    expect(cuitOrDni(text)).toBe(digits)
  })

  test.each([
    ['30-70777070-8', 'a wrong check digit'],
    ['20-12345678-5', 'a wrong check digit'],
    ['2012345678', '10 digits'],
    ['201234567860', '12 digits'],
    ['123456', '6 digits'],
    ['123456789', '9 digits'],
    ['20 12345678 6', 'spaces inside'],
    ['20-1234567-86', 'hyphens in other places'],
    ['20-12345678-6-', 'a hyphen too many'],
    ['1.2345.678', 'dots in other places'],
    ['２０１２３４５６７８６', 'digits of another script'],
    ['20-12345678-X', 'a letter'],
    ['-12345678', 'a sign'],
    ['', 'nothing'],
  ])('%s is refused: %s', (text) => {
    expect(cuitOrDni(text)).toBeNull()
  })

  test('any single wrong digit of a CUIT is detected', () => {
    const cuits = fc.constantFrom('30707770704', '20123456786', '27111111117', '33693450239')
    fc.assert(
      fc.property(cuits, fc.nat(10), fc.nat(9), (cuit, at, digit) => {
        const changed = cuit.slice(0, at) + digit + cuit.slice(at + 1)
        return changed === cuit || cuitOrDni(changed) === null
      }),
    )
  })

  test('has at most one valid check digit, and none if it would be 10', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2_000_000_000, max: 3_499_999_999 }), (body) => {
        const valid = [...'0123456789'].filter((check) => cuitOrDni(`${body}${check}`) !== null)
        const sum = [...String(body)].reduce(
          (total, digit, i) => total + Number(digit) * Number('5432765432'[i]),
          0,
        )
        expect(valid).toHaveLength(sum % 11 === 1 ? 0 : 1)
      }),
    )
  })
})

describe('the number of a remito', () => {
  test.each([
    ['R 0003-00001821', 'R 00003-00001821'],
    ['0003-00001821', 'R 00003-00001821'],
    ['00003-00001821', 'R 00003-00001821'],
    ['x00003-00001821', 'X 00003-00001821'],
    [' X 00003 - 00001821 ', 'X 00003-00001821'],
  ])('%s is written %s', (text, written) => {
    expect(remitoNumber(text)).toBe(written)
    expect(remitoNumber(written)).toBe(written)
  })

  test.each(['A 0003-00001821', '003-00001821', '000003-00001821', '0003-1821', '000300001821', 'R', ''])(
    '%s is refused',
    (text) => {
      expect(remitoNumber(text)).toBeNull()
    },
  )

  test('is normalised to one notation', () => {
    const parts = fc.record({
      letter: fc.constantFrom('R', 'X'),
      point: fc.integer({ min: 1, max: 99_999 }),
      number: fc.integer({ min: 0, max: 99_999_999 }),
    })
    const gap = fc.constantFrom('', ' ', '  ')
    fc.assert(
      fc.property(parts, gap, gap, fc.boolean(), fc.boolean(), (given, a, b, short, small) => {
        const { letter, point, number } = given
        const written = `${letter} ${String(point).padStart(5, '0')}-${String(number).padStart(8, '0')}`
        const digits = short && point < 10_000 ? 4 : 5
        const spelt = `${a}${small ? letter.toLowerCase() : letter}${b}${String(point).padStart(digits, '0')}${a}-${b}${String(number).padStart(8, '0')}${a}`
        expect(remitoNumber(spelt)).toBe(written)
      }),
    )
  })
})

test.each([
  ['ABC123', 'ABC123'],
  ['ab 123 cd', 'AB123CD'],
  [' AB-123-CD ', 'AB123CD'],
  ['ABC 12', null],
  ['ABC123D', null],
  ['AB123', null],
  ['AB123C', null],
  ['ÑB123CD', null],
  ['AB12 3CD', null],
  ['', null],
])('the plate "%s" is kept as %s', (given, kept) => {
  expect(plateNumber(given)).toBe(kept)
})
