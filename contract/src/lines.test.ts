// Texts that look the same are stored as the same text, and a person's name cannot contain an address.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPersonName, normalLine, normalPersonName, withoutAddresses } from './lines.ts'

describe('a line', () => {
  test.each([
    ['Pin\u0303o', 'Piño'],
    ['Piño', 'Piño'],
    ['MAL\u00a0RES\u2009750', 'MAL RES 750'],
    ['  MAL \t RES\u3000', 'MAL RES'],
    ['MAL\u200b-RES\ufeff', 'MAL-RES'],
    ['\u202eSER\u202c', 'SER'],
    ['n\u200d\u0303', 'ñ'],
    ['MAL-RES-750', 'MAL-RES-750'],
    [' \u2003 ', ''],
    ['Caja de\r\n6\u2028surtida', 'Caja de 6 surtida'],
    ['\u001b[0mMAL\u0007', '[0mMAL'],
  ])('%j becomes %j', (given, expected) => {
    expect(normalLine(given)).toBe(expected)
  })

  test('has one normal form: normalising it again changes nothing', () => {
    const odd = fc.constantFrom(
      'a',
      'ñ',
      'n\u0303',
      '\u0301',
      ' ',
      '\u00a0',
      '\t',
      '\u200b',
      '\u202e',
      '\ufeff',
    )
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: odd })), (text) => {
        const once = normalLine(text)
        expect(normalLine(once)).toBe(once)
        expect(once).toBe(once.normalize('NFC'))
        for (const form of ['NFC', 'NFD'] as const) expect(normalLine(text.normalize(form))).toBe(once)
      }),
    )
  })
})

describe('the name of a person', () => {
  test.each([
    'Ana Pérez',
    "O'Higgins, J. R.",
    'María (Depósito)',
    'J.R.R. Tolkien',
    'Ana-Sofía Ñandú',
    '李小龍',
    'Dr. Luz',
  ])('can be %s', (name) => expect(isPersonName(name)).toBe(true))

  test.each([
    ...['https://evil.example', 'Ana evil.example', 'www.evil.example', 'Ana //evil', 'ana@evil.example'],
    ...['javascript:alert', 'evil。example', '1.2.3.44', 'xn.--p1ai'],
    ...['Ana\nPérez', 'Ana\rPérez', 'Ana\u0085', 'Ana\u2028Pérez', 'Ana\u2029', 'Ana\u001b[0m'],
  ])('cannot be %j', (name) => {
    expect(isPersonName(normalPersonName(name))).toBe(false)
  })

  test('contains no address after `withoutAddresses`', () => {
    expect(withoutAddresses('Ana https://www.evil.example/x, a@b.example; J.R. S.A.')).toBe(
      'Ana https: / / www. evil. example/ x, a@ b. example; J.R. S.A.',
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !/\w\.\w\w|:\/\//.test(withoutAddresses(text))),
    )
  })
})
