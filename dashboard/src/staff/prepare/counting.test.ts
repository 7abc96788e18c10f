import { withCheckDigit } from '@anden/contract/values'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Counting,
  countByHand,
  countedOf,
  isComplete,
  missingByUnit,
  nothingCounted,
  type Outcome,
  type PickLine,
  scan,
  undo,
} from './counting.ts'
import { forgetCounting, keepCounting, readCounting } from './kept-counting.ts'

const malbec = withCheckDigit('779123456789')
const malbecCase = withCheckDigit(`1${malbec.slice(0, -1)}`)
const olives = withCheckDigit('779123456780')
const other = withCheckDigit('779999999999')

const line = (of: Partial<PickLine>): PickLine => ({
  lot_id: 'm1',
  product_id: 'malbec',
  sku: 'MAL-750',
  name: 'Malbec 750 ml',
  gtin: malbec,
  unit_type: 'caja',
  lot_number: 'L-1',
  expiry_date: '2027-03-31',
  location: 'A-01',
  ordered: 6_000,
  ...of,
})
const lines = [
  line({}),
  line({ lot_id: 'm2', lot_number: 'L-2', expiry_date: '2027-06-30', ordered: 4_000 }),
  line({
    lot_id: 'o1',
    product_id: 'olives',
    sku: 'ACE-GRA',
    name: 'Aceitunas a granel',
    gtin: olives,
    unit_type: 'kg',
    lot_number: 'O-1',
    expiry_date: null,
    ordered: 12_750,
  }),
  line({ lot_id: 'x1', product_id: 'box', sku: '12345670', gtin: null, lot_number: 'X', ordered: 1_000 }),
]
/** As a reader types a GS1-128 label. */
const label = (gtin: string, rest = '') => `01${gtin.padStart(14, '0')}${rest}`

/** Scans one code after another; returns the last outcome, and what was counted by lot. */
function after(...codes: string[]) {
  let counting = nothingCounted
  let outcome: Outcome | undefined
  for (const code of codes) ({ outcome, counting } = scan(lines, counting, code))
  const counted = Object.fromEntries(
    lines.map((one) => [one.lot_id, countedOf(counting, one)] as const).filter(([, count]) => count > 0),
  )
  return { is: outcome?.is, outcome, counted, counting }
}
const times = (count: number, code: string) => Array.from({ length: count }, () => code)

describe('a code that belongs to the order counts', () => {
  test.each<[string, string, Record<string, number>]>([
    ['the printed GTIN: one unit', malbec, { m1: 1_000 }],
    ['the GTIN as a reader may report it, with zeros before it', malbec.padStart(14, '0'), { m1: 1_000 }],
    ['the SKU', 'MAL-750', { m1: 1_000 }],
    ['the SKU in other case and with spaces around it', ' mal-750 ', { m1: 1_000 }],
    ['a SKU that looks like a GTIN', '12345670', { x1: 1_000 }],
    ['a label without lot', label(malbec), { m1: 1_000 }],
    ['a label with the lot', label(malbec, '10L-2'), { m2: 1_000 }],
    ['a label with the lot in other case', label(malbec, '10l-2'), { m2: 1_000 }],
    ['a label with the expiry date alone', label(malbec, '17270630'), { m2: 1_000 }],
    ['a label with lot, date and symbology', `]C1${label(malbec, '1727063010L-2')}`, { m2: 1_000 }],
    ['a count', `02${malbec.padStart(14, '0')}375\u001d10L-1`, { m1: 5_000 }],
    ['a count without lot, over both lots', `02${malbec.padStart(14, '0')}378`, { m1: 6_000, m2: 2_000 }],
    ['a weight', label(olives, '3103006250'), { o1: 6_250 }],
    ['a weight, and a lot without date that has none', label(olives, '310301275010O-1'), { o1: 12_750 }],
  ])('%s', (_, code, counted) => {
    expect(after(code)).toMatchObject({ is: 'counted', counted })
  })

  test('of two lots, the second follows when the first is complete', () => {
    expect(after(...times(7, malbec)).counted).toEqual({ m1: 6_000, m2: 1_000 })
  })

  test('two weights add up exactly', () => {
    const { counting } = after(
      label(olives, '3103000100'),
      label(olives, '3103000200'),
      label(olives, '3103012450'),
    )
    expect(missingByUnit(counting, lines)).toEqual([['caja', 11_000]])
  })
})

describe('any other code counts nothing', () => {
  test.each<[string, string[], Outcome['is']]>([
    ['a product that is not in the order', [other], 'wrong-product'],
    ['a SKU that is not in the order', ['TOR-750'], 'wrong-product'],
    ['a code of a product without GTIN', [withCheckDigit('123456789012')], 'wrong-product'],
    ['a wrong check digit', ['7791234567890'], 'misread'],
    ['a label with a wrong check digit', [label('7791234567890')], 'misread'],
    ['the end of a code', [malbec.slice(6)], 'wrong-product'],
    ['the end of a code, as long as a short one', [malbec.slice(5)], 'misread'],
    ['the case of a product', [malbecCase], 'other-packaging'],
    ['another lot', [label(malbec, '10L-9')], 'wrong-lot'],
    ['the lot with another date', [label(malbec, '1728010110L-1')], 'wrong-lot'],
    ['another date', [label(malbec, '17280101')], 'wrong-lot'],
    ['one too many', times(11, malbec), 'too-many'],
    ['one too many of the lot', times(7, label(malbec, '10L-1')), 'too-many'],
    ['a count that is too large', [`02${malbec.padStart(14, '0')}3711`], 'too-many'],
    ['a weight that is too large', [label(olives, '3103012751')], 'too-many'],
    ['a weighed product without its weight', [olives], 'needs-quantity'],
    ['the SKU of a weighed product', ['ACE-GRA'], 'needs-quantity'],
  ])('%s', (_, codes, is) => {
    const last = after(...codes)
    const before = after(...codes.slice(0, -1))
    expect(last.is).toBe(is)
    expect(last.counting).toEqual(before.counting)
  })

  test('one too many of a lot says what is missing of the others', () => {
    const { outcome } = after(...times(7, label(malbec, '10L-1')))
    expect(outcome).toMatchObject({ is: 'too-many', quantity: 1_000, ordered: 6_000, missing: 4_000 })
  })

  test('a wrong lot names the right ones', () => {
    const { outcome } = after(label(malbec, '10L-9'))
    expect(outcome).toMatchObject({ lot: 'L-9', lines: [{ lot_number: 'L-1' }, { lot_number: 'L-2' }] })
  })
})

/** What a person may do, in any order. */
const codes = fc.constantFrom(
  malbec,
  label(malbec, '10L-1'),
  label(malbec, '10L-2'),
  label(malbec, '10L-9'),
  `02${malbec.padStart(14, '0')}373`,
  label(olives, '3103004250'),
  olives,
  'MAL-750',
  '12345670',
  other,
  malbecCase,
)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ code: codes }) },
  { weight: 2, arbitrary: fc.record({ by: fc.nat({ max: 3 }), total: fc.nat({ max: 13_000 }) }) },
  { weight: 1, arbitrary: fc.constant('undo' as const) },
)

function take(counting: Counting, one: { code: string } | { by: number; total: number } | 'undo') {
  if (one === 'undo') return { counting: undo(counting) ?? counting, outcome: null }
  if ('code' in one) return scan(lines, counting, one.code)
  const [first] = lines
  return countByHand(lines, counting, lines[one.by] ?? first ?? line({}), one.total)
}
const totalOf = (counting: Counting) => lines.reduce((sum, one) => sum + countedOf(counting, one), 0)

describe('whatever is scanned, ticked and undone', () => {
  test('no line has less than nothing or more than was ordered, and only what counts changes it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let counting = nothingCounted
        for (const one of steps) {
          const before = counting
          const next = take(before, one)
          counting = next.counting
          for (const of of lines) {
            expect(countedOf(counting, of)).toBeGreaterThanOrEqual(0)
            expect(countedOf(counting, of)).toBeLessThanOrEqual(of.ordered)
          }
          if (!next.outcome) continue
          const counted = next.outcome.is === 'counted' ? next.outcome.quantity : 0
          expect(totalOf(counting) - totalOf(before)).toBe(counted)
          if (next.outcome.is === 'counted') expect(next.outcome.isComplete).toBe(isComplete(counting, lines))
          else expect(counting).toBe(before)
        }
      }),
    )
  })

  test('undo brings back exactly what was counted before the last step', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), step, (steps, last) => {
        const before = steps.reduce<Counting>((counting, one) => take(counting, one).counting, nothingCounted)
        const { counting } = take(before, last)
        if (last === 'undo' || counting === before) return
        for (const of of lines) expect(countedOf(undo(counting) ?? counting, of)).toBe(countedOf(before, of))
      }),
    )
  })

  test('it is the same after a reload, and can be undone', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const storage = aStorage()
        const counting = steps.reduce<Counting>((one, next) => take(one, next).counting, nothingCounted)
        keepCounting(storage, { orderId: 'a', lines, counting, now: 0 })
        expect(readCounting(storage, 'a', lines.toReversed())).toEqual(counting)
      }),
    )
  })
})

describe('what is kept on the phone', () => {
  const { counting } = after(malbec, malbec)
  const kept = (orderId = 'a', now = 0) => {
    const storage = aStorage()
    keepCounting(storage, { orderId, lines, counting, now })
    return storage
  }

  test('belongs to the order', () => {
    expect(readCounting(kept(), 'b', lines)).toEqual(nothingCounted)
  })

  test('belongs to its lines', () => {
    const changed = lines.map((one) => (one.lot_id === 'm2' ? { ...one, ordered: 5_000 } : one))
    expect(readCounting(kept(), 'a', changed)).toEqual(nothingCounted)
  })

  test('is forgotten when it is packed', () => {
    const storage = kept()
    forgetCounting(storage, 'a')
    expect(readCounting(storage, 'a', lines)).toEqual(nothingCounted)
  })

  test('is forgotten after two weeks, when another order is counted', () => {
    const storage = kept()
    const day = 24 * 60 * 60_000
    keepCounting(storage, { orderId: 'b', lines, counting, now: 14 * day })
    expect(storage.length).toBe(2)
    keepCounting(storage, { orderId: 'b', lines, counting, now: 14 * day + 1 })
    expect(storage.length).toBe(1)
  })

  test.each([
    'no JSON',
    '{}',
    'null',
    '[]',
    JSON.stringify({ lines: '', at: 0, counting: { tallies: {} } }),
    JSON.stringify({
      lines: 'm1 6000',
      at: 0,
      counting: { tallies: { m1: { scanned: 7_000, byHand: 0 } }, undoable: [] },
    }),
    JSON.stringify({
      lines: 'm1 6000',
      at: 0,
      counting: { tallies: { m1: { scanned: -1, byHand: 0 } }, undoable: [] },
    }),
    JSON.stringify({
      lines: 'm1 6000',
      at: 0,
      counting: { tallies: { m9: { scanned: 0, byHand: 1 } }, undoable: [] },
    }),
  ])('%s counts nothing', (text) => {
    const storage = aStorage()
    storage.setItem('anden.prepare.a', text)
    expect(readCounting(storage, 'a', [line({})])).toEqual(nothingCounted)
  })

  test('a device without room says so', () => {
    const full = {
      ...aStorage(),
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError')
      },
    }
    expect(keepCounting(full, { orderId: 'a', lines, counting, now: 0 })).toBe(false)
  })
})

function aStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}
