import { AmountIn, QuantityIn, unitTypes } from '@anden/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Language, localeOf } from '../locale-of.ts'
import {
  amountOfMoney,
  calendarYear,
  type NumberFault,
  type NumberKind,
  quantityIn,
  type Reading,
  readNumber,
} from './read-number.ts'
import { signsOf, writeMoney, writeNumber, writePlainNumber } from './write-number.ts'

const kinds = {
  cases: quantityIn('caja'),
  kg: quantityIn('kg'),
  pesos: amountOfMoney,
  year: calendarYear,
} satisfies Record<string, NumberKind>
type KindName = keyof typeof kinds

const read = (language: Language, kind: KindName, text: string): Reading =>
  readNumber(text, signsOf(localeOf[language]), kinds[kind])

/** A number; two numbers if it is ambiguous; a fault; or a fault with the meaning that is offered. */
type Outcome = number | readonly [number, number] | NumberFault | readonly [NumberFault, number] | 'empty'

function outcomeOf(reading: Reading): Outcome {
  if (reading.is === 'number') return reading.value
  if (reading.is === 'doubtful') return reading.meanings
  if (reading.is === 'empty') return 'empty'
  return reading.meant === undefined ? reading.fault : [reading.fault, reading.meant]
}

type Row = [text: string, outcome: Outcome]
const table: Record<Language, Record<KindName, Row[]>> = {
  es: {
    cases: [
      ['', 'empty'],
      ['   ', 'empty'],
      ['0', 0],
      ['7', 7],
      ['12', 12],
      ['007', 7],
      ['1000', 1000],
      ['1.000', 1000],
      ['1.500', 1500],
      ['12.750', 12_750],
      ['999.999', 999_999],
      ['1.250.000', 1_250_000],
      ['1.000.000.000', 1_000_000_000],
      ['1000000000', 1_000_000_000],
      ['1.000.000.001', 'large'],
      ['99999999999999999999', 'large'],
      ['1,5', 'fraction'],
      ['12,50', 'fraction'],
      ['12,0', 'fraction'],
      ['12,00', 'fraction'],
      ['12,', 'fraction'],
      [',5', 'fraction'],
      ['1,000', ['fraction', 1000]],
      ['1,500', ['fraction', 1500]],
      ['0,500', 'fraction'],
      ['1,250,000', ['misplaced', 1_250_000]],
      ['1.5', 'misplaced'],
      ['1.50', 'misplaced'],
      ['12.50', 'misplaced'],
      ['1.0000', 'misplaced'],
      ['1.', 'misplaced'],
      ['.', 'misplaced'],
      ['.500', 'misplaced'],
      ['0.500', 'misplaced'],
      ['012.500', 'misplaced'],
      ['1.00.000', 'misplaced'],
      ['1..000', 'misplaced'],
      ['1.000.00', 'misplaced'],
      ['1000.000', 'misplaced'],
      ['-3', 'sign'],
      ['+3', 'sign'],
      ['−3', 'sign'],
      ['–3', 'sign'],
      ['3-', 'sign'],
      ['-0', 'sign'],
      ['1e3', 'letters'],
      ['1E3', 'letters'],
      ['0x10', 'letters'],
      ['12 cajas', 'letters'],
      ['doce', 'letters'],
      ['Infinity', 'letters'],
      ['NaN', 'letters'],
      ['1 000', 'space'],
      ['1\u00a0000', 'space'],
      ['1\u202f000', 'space'],
      ['1 2', 'space'],
      [' 12 ', 12],
      ['\u00a012\u00a0', 12],
      ['\u202f1.000\t', 1000],
      ['\u200e12\u200e', 12],
      ['\ufeff12', 12],
      ['１２', 'characters'],
      ['١٢', 'characters'],
      ["1'000", 'characters'],
      ['12%', 'characters'],
      ['(12)', 'characters'],
      ['$ 12', 'characters'],
      ['12/2', 'characters'],
      ['1;5', 'characters'],
    ],
    kg: [
      ['12,750', 12.75],
      ['12,75', 12.75],
      ['12,7', 12.7],
      ['12', 12],
      ['1500', 1500],
      ['1500,5', 1500.5],
      ['1,500', 1.5],
      ['1,5', 1.5],
      ['0,001', 0.001],
      ['0,5', 0.5],
      ['0,500', 0.5],
      [',5', 0.5],
      [',750', 0.75],
      ['00,5', 0.5],
      ['1.250,5', 1250.5],
      ['1.250,500', 1250.5],
      ['1.250.000', 1_250_000],
      ['1.250.000,125', 1_250_000.125],
      ['1.000.000.000', 1_000_000_000],
      ['1.000.000.000,001', 'large'],
      ['1.500', [1500, 1.5]],
      ['12.750', [12_750, 12.75]],
      ['999.999', [999_999, 999.999]],
      ['1.000', [1000, 1]],
      ['0.500', ['misplaced', 0.5]],
      ['.500', ['misplaced', 0.5]],
      ['.5', ['misplaced', 0.5]],
      ['12.5', ['misplaced', 12.5]],
      ['12.75', ['misplaced', 12.75]],
      ['1500.250', ['misplaced', 1500.25]],
      ['012.500', ['misplaced', 12.5]],
      ['1,250.5', ['misplaced', 1250.5]],
      ['1,250,000', ['misplaced', 1_250_000]],
      ['1,2500', 'decimals'],
      ['1,5000', 'decimals'],
      ['0,0001', 'decimals'],
      ['12,', 'unfinished'],
      [',', 'unfinished'],
      ['1,5,5', 'misplaced'],
      ['1,5.5', 'misplaced'],
      ['1.2.3', 'misplaced'],
      ['1.25', ['misplaced', 1.25]],
      ['12.', 'misplaced'],
      ['12,750 kg', 'letters'],
      ['1e-3', 'letters'],
      ['-1,5', 'sign'],
      ['−1,5', 'sign'],
      ['12 ,750', 'space'],
      ['\u00a012,750\u202f', 12.75],
    ],
    pesos: [
      ['424.655,28', 424_655.28],
      ['$ 424.655,28', 424_655.28],
      ['$424.655,28', 424_655.28],
      ['$\u00a0424.655,28', 424_655.28],
      [' $ 424.655,28 ', 424_655.28],
      ['1.250.000,50', 1_250_000.5],
      ['1.250.000,5', 1_250_000.5],
      ['1.250.000', 1_250_000],
      ['1.500', 1500],
      ['424.655', 424_655],
      ['0,01', 0.01],
      ['0,10', 0.1],
      ['45000', 45_000],
      ['100.000.000.000', 100_000_000_000],
      ['100.000.000.000,01', 'large'],
      ['424.65', ['misplaced', 424.65]],
      ['424655.28', ['misplaced', 424_655.28]],
      ['1,250,000.50', ['misplaced', 1_250_000.5]],
      ['1,250', ['decimals', 1250]],
      ['1,255', ['decimals', 1255]],
      ['1,2345', 'decimals'],
      ['12,', 'unfinished'],
      ['$', 'empty'],
      ['$ ', 'empty'],
      ['−$ 5,00', 'sign'],
      ['$ -5', 'sign'],
      ['(5,00)', 'characters'],
      ['5 $', 'characters'],
      ['5$', 'characters'],
      ['$$ 5', 'characters'],
      ['€ 5', 'characters'],
      ['ARS 5', 'letters'],
      ['1e5', 'letters'],
    ],
    year: [
      ['2019', 2019],
      [' 2019 ', 2019],
      ['2.019', 'digits-only'],
      ['2,019', 'digits-only'],
      ['2019,0', 'digits-only'],
      ['-2019', 'sign'],
      ['1e3', 'letters'],
      ['20 19', 'space'],
      ['12019', 'large'],
    ],
  },
  en: {
    cases: [
      ['12', 12],
      ['1,000', 1000],
      ['1,500', 1500],
      ['1,250,000', 1_250_000],
      ['1,000,000,001', 'large'],
      ['1.5', 'fraction'],
      ['12.50', 'fraction'],
      ['12.0', 'fraction'],
      ['1.000', ['fraction', 1000]],
      ['1.250.000', ['misplaced', 1_250_000]],
      ['1,5', 'misplaced'],
      ['12,50', 'misplaced'],
      ['0,500', 'misplaced'],
      ['1,00', 'misplaced'],
      ['-3', 'sign'],
      ['−3', 'sign'],
      ['1e3', 'letters'],
      ['12 cases', 'letters'],
      ['1 000', 'space'],
      ['１２', 'characters'],
      ['$ 12', 'characters'],
    ],
    kg: [
      ['12.750', 12.75],
      ['12.75', 12.75],
      ['1500', 1500],
      ['1,250.5', 1250.5],
      ['1,250,000', 1_250_000],
      ['1,250,000.125', 1_250_000.125],
      ['.5', 0.5],
      ['0.500', 0.5],
      ['1.500', 1.5],
      ['1,500', [1500, 1.5]],
      ['12,750', [12_750, 12.75]],
      ['0,500', ['misplaced', 0.5]],
      [',500', ['misplaced', 0.5]],
      ['12,5', ['misplaced', 12.5]],
      ['1.250,5', ['misplaced', 1250.5]],
      ['1.250.000', ['misplaced', 1_250_000]],
      ['1.5000', 'decimals'],
      ['12.', 'unfinished'],
      ['12,', 'misplaced'],
      ['1.5.5', 'misplaced'],
      ['-1.5', 'sign'],
      ['1e3', 'letters'],
      ['12.750 kg', 'letters'],
    ],
    pesos: [
      ['424,655.28', 424_655.28],
      ['$ 424,655.28', 424_655.28],
      ['1,250,000.50', 1_250_000.5],
      ['1,500', 1500],
      ['0.01', 0.01],
      ['424.655,28', ['misplaced', 424_655.28]],
      ['424,65', ['misplaced', 424.65]],
      ['1.250.000,50', ['misplaced', 1_250_000.5]],
      ['1.255', ['decimals', 1255]],
      ['100,000,000,000.01', 'large'],
      ['−$ 5.00', 'sign'],
      ['1e5', 'letters'],
    ],
    year: [
      ['2019', 2019],
      ['2,019', 'digits-only'],
      ['2.019', 'digits-only'],
      ['-2019', 'sign'],
      ['1e3', 'letters'],
    ],
  },
}

const languages = Object.keys(localeOf) as Language[]
const kindNames = Object.keys(kinds) as KindName[]
const everyWay = languages.flatMap((language) => kindNames.map((kind) => ({ language, kind })))
const rows = everyWay.flatMap(({ language, kind }) =>
  table[language][kind].map(([text, outcome]) => ({ language, kind, text, outcome })),
)

describe('a typed number', () => {
  test.each(rows)('$language $kind: "$text"', ({ language, kind, text, outcome }) => {
    expect(outcomeOf(read(language, kind, text))).toEqual(outcome)
  })

  test('is tested in more than 150 forms', () => {
    expect(rows.length).toBeGreaterThan(150)
  })

  test('keeps the number of typed decimals', () => {
    expect(read('es', 'kg', '12,750')).toMatchObject({ decimals: 3 })
    expect(read('es', 'kg', '12,7')).toMatchObject({ decimals: 1 })
  })

  test('has the limits of the contract', () => {
    expect(QuantityIn).toMatchObject({ maximum: kinds.kg.max })
    expect(QuantityIn).toMatchObject({ maximum: kinds.cases.max })
    expect(AmountIn).toMatchObject({ maximum: kinds.pesos.max })
  })

  test('has decimals only if its unit is weighed or measured', () => {
    const decimals = unitTypes.map((unit) => [unit, quantityIn(unit).decimals])
    expect(Object.fromEntries(decimals)).toEqual({ unidad: 0, caja: 0, bulto: 0, pallet: 0, kg: 3, litro: 3 })
  })
})

/** Any value of a kind, as the API represents it: whole units, thousandths or centavos. */
const aValueOf = (kind: KindName) => {
  const scale = 10 ** kinds[kind].decimals
  const max = kinds[kind].max * scale
  return fc.oneof(fc.nat(Math.min(max, 10_000_000)), fc.nat(max)).map((parts) => parts / scale)
}

/** Texts that look like numbers, and arbitrary texts. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'0123456789'.split(''), '.', ',', ' ', '-', '$', 'e', '\u00a0'), {
      maxLength: 14,
    })
    .map((characters) => characters.join('')),
  fc
    .tuple(
      fc.array(fc.nat(999), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('.', ','),
      fc.constantFrom('', '.', ','),
      fc.nat(9999),
    )
    .map(([groups, group, decimal, rest]) => groups.join(group) + (decimal && decimal + rest)),
)

describe.each(everyWay)('in $language, $kind', ({ language, kind }) => {
  const locale = localeOf[language]

  test('a number without group separators is read back as the same number', () => {
    fc.assert(
      fc.property(aValueOf(kind), (value) => {
        expect(read(language, kind, writePlainNumber(locale, value))).toMatchObject({ is: 'number', value })
      }),
      { numRuns: 500 },
    )
  })

  test('text with letters is never read as a number, and no text throws', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const reading = read(language, kind, text)
        if (/\p{L}/u.test(text)) expect(reading.is).not.toBe('number')
        if (reading.is === 'number')
          expect(Number.isSafeInteger(Math.round(reading.value * 1_000))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe.each(languages)('what the pages write in %s', (language) => {
  const locale = localeOf[language]

  test.each(['cases', 'pesos'] as const)('is read back as the same number: %s', (kind) => {
    fc.assert(
      fc.property(aValueOf(kind), (value) => {
        const written = kind === 'pesos' ? writeMoney(locale, value) : writeNumber(locale, value)
        expect(read(language, kind, written)).toMatchObject({ is: 'number', value })
        expect(read(language, kind, writeNumber(locale, value))).toMatchObject({ is: 'number', value })
      }),
      { numRuns: 2_000 },
    )
  })

  // The pages write 1500 kg as `1.500` kg, which can also be typed for 1.5 kg. The user is asked; it is never guessed.
  test('is read back as the same number or is ambiguous: kg', () => {
    fc.assert(
      fc.property(aValueOf('kg'), (value) => {
        const reading = read(language, 'kg', writeNumber(locale, value))
        const isAsked = Number.isInteger(value) && value >= 1_000 && value < 1_000_000
        if (isAsked) expect(reading).toEqual({ is: 'doubtful', meanings: [value, value / 1_000] })
        else expect(reading).toMatchObject({ is: 'number', value })
      }),
      { numRuns: 5_000 },
    )
  })
})

test.each(kindNames)('no text means two numbers in two languages: %s', (kind) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [one, other] = languages.map((language) => read(language, kind, text))
      if (one?.is === 'number' && other?.is === 'number') expect(one.value).toBe(other.value)
    }),
    { numRuns: 5_000 },
  )
})

test('a number that is read while the unit is unknown stays the same once it is known', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...languages), (text, language) => {
      const [before, after] = (['kg', 'cases'] as const).map((kind) => read(language, kind, text))
      if (before?.is === 'number' && after?.is === 'number') expect(before.value).toBe(after.value)
    }),
    { numRuns: 5_000 },
  )
})
