import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ByVintage, shortagesOf } from './availability.ts'
import { type PickableLot, pick } from './pick.ts'

const line = (quantity: number, vintage_year: number | null = null, product_id = 'vino'): ByVintage => ({
  product_id,
  quantity,
  vintage_year,
})

describe('an order is accepted', () => {
  test.each<[string, ByVintage[], ByVintage[], ByVintage[]]>([
    ['for all that there is', [line(10)], [line(10)], []],
    ['for all that is not reserved', [line(4)], [line(10)], [line(6)]],
    ['for the rest in several lines', [line(1), line(2), line(1, 2019)], [line(4, 2019)], []],
    ['for tenths that add up', [line(0.1), line(0.2)], [line(0.3)], []],
    ['for a vintage of which others reserved none', [line(5, 2019)], [line(5, 2019), line(5)], [line(5)]],
  ])('%s', (_, requested, pickable, reserved) => {
    expect(shortagesOf(requested, pickable, reserved)).toEqual([])
  })
})

describe('an order is refused', () => {
  test.each<[string, ByVintage[], ByVintage[], ByVintage[], object[]]>([
    ['for more than there is', [line(11)], [line(10)], [], [{ requested: 11, available: 10 }]],
    ['for what is reserved', [line(5)], [line(10)], [line(6)], [{ requested: 5, available: 4 }]],
    ['with all its lines added', [line(3), line(3)], [line(5)], [], [{ requested: 6, available: 5 }]],
    [
      'for a vintage that is not there',
      [line(1, 2020)],
      [line(5, 2019)],
      [],
      [{ vintage_year: 2020, requested: 1, available: 0 }],
    ],
    [
      'for a vintage that is reserved',
      [line(2, 2019)],
      [line(5, 2019), line(5)],
      [line(4, 2019)],
      [{ vintage_year: 2019, requested: 2, available: 1 }],
    ],
    ['with nothing left, not less', [line(1)], [line(3)], [line(9)], [{ requested: 1, available: 0 }]],
    [
      'for each product that is short',
      [line(1, null, 'aceite'), line(2)],
      [line(1)],
      [],
      [
        { product_id: 'aceite', requested: 1, available: 0 },
        { requested: 2, available: 1 },
      ],
    ],
  ])('%s', (_, requested, pickable, reserved, shortages) => {
    expect(shortagesOf(requested, pickable, reserved)).toEqual(
      shortages.map((one) => ({ product_id: 'vino', ...one })),
    )
  })
})

test('every accepted order can be picked later, in any order of approval', () => {
  const vintage = fc.constantFrom(null, 2019, 2020)
  const part = fc.tuple(fc.integer({ min: 1, max: 24 }), vintage)
  const lines = fc.array(part, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.array(fc.tuple(lines, fc.nat()), { maxLength: 8 }),
      (stored, given) => {
        const lots: PickableLot[] = stored.map(([quarters, year], id) => ({
          id: `${id}`,
          ...line(quarters / 4, year),
        }))
        const pending: { lines: ByVintage[]; turn: number }[] = []
        for (const [wanted, turn] of given) {
          const order = { lines: wanted.map(([quarters, year]) => line(quarters / 4, year)), turn }
          const reserved = pending.flatMap((one) => one.lines)
          if (shortagesOf(order.lines, lots, reserved).length === 0) pending.push(order)
        }
        pending.sort((a, b) => a.turn - b.turn)
        while (pending.length > 0) {
          const order = pending.shift()
          const reserved = pending.flatMap((one) => one.lines)
          const { picks, shortages } = pick(order?.lines ?? [], lots, { reserved, protectsAll: false })
          expect(shortages).toEqual([])
          for (const one of picks) {
            const lot = lots.find(({ id }) => id === one.lot_id)
            if (lot) lot.quantity -= one.quantity
          }
        }
      },
    ),
    { numRuns: 1000 },
  )
})
