import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ByVintage } from './availability.ts'
import { type PickableLot, type PickRequest, pick } from './pick.ts'

const vino = 'vino'
const lot = (id: string, quantity: number, vintage_year: number | null = null): PickableLot => ({
  id,
  product_id: vino,
  quantity,
  vintage_year,
})
const want = (quantity: number, more: Partial<PickRequest> = {}): PickRequest => ({
  product_id: vino,
  quantity,
  vintage_year: null,
  ...more,
})
const held = (quantity: number, vintage_year: number | null = null): ByVintage => ({
  product_id: vino,
  quantity,
  vintage_year,
})
const ofOrder = (reserved: ByVintage[] = []) => ({ reserved, protectsAll: false })
const byHand = (reserved: ByVintage[] = []) => ({ reserved, protectsAll: true })

describe('goods are picked', () => {
  const cellar = [lot('a', 5, 2019), lot('b', 5, 2020), lot('c', 5)]

  test.each([
    ['from the first lot to expire', [want(3)], ofOrder(), ['0 a 3']],
    ['from the next where that is not enough', [want(7)], ofOrder(), ['0 a 5', '0 b 2']],
    ['from the vintage that is asked for', [want(4, { vintage_year: 2020 })], ofOrder(), ['0 b 4']],
    [
      'for the most specific requests first',
      [want(6), want(5, { vintage_year: 2019 })],
      ofOrder(),
      ['0 b 5', '0 c 1', '1 a 5'],
    ],
    ['from the lot that is named', [want(2, { lot_id: 'c' })], byHand(), ['0 c 2']],
    [
      'without the vintage that others have reserved',
      [want(6)],
      ofOrder([held(5, 2019)]),
      ['0 b 5', '0 c 1'],
    ],
    [
      'from a reserved vintage for an order that names it',
      [want(5, { vintage_year: 2019 })],
      ofOrder([held(5, 2019)]),
      ['0 a 5'],
    ],
    [
      'even what other orders have reserved without a vintage',
      [want(15)],
      ofOrder([held(9)]),
      ['0 a 5', '0 b 5', '0 c 5'],
    ],
    ['manually, only what orders have not reserved', [want(6)], byHand([held(9)]), ['0 a 5', '0 b 1']],
    ['to the thousandth', [want(0.1), want(0.2)], ofOrder(), ['0 a 0.1', '1 a 0.2']],
  ])('%s', (_, requests, heldBack, expected) => {
    const { picks, shortages } = pick(requests, cellar, heldBack)
    expect(shortages).toEqual([])
    expect(picks.map(({ request, lot_id, quantity }) => `${request} ${lot_id} ${quantity}`)).toEqual(expected)
  })

  test.each([
    ['more than there is', [want(16)], ofOrder(), { requested: 16, available: 15 }],
    [
      'more of a vintage than there is',
      [want(6, { vintage_year: 2019 })],
      ofOrder(),
      { vintage_year: 2019, requested: 6, available: 5 },
    ],
    ['a vintage that is reserved', [want(11)], ofOrder([held(5, 2019)]), { requested: 11, available: 10 }],
    ['manually, what orders have reserved', [want(7)], byHand([held(9)]), { requested: 7, available: 6 }],
    [
      'manually, a vintage that orders have reserved',
      [want(1, { vintage_year: 2019 })],
      byHand([held(5, 2019)]),
      { vintage_year: 2019, requested: 1, available: 0 },
    ],
    ['in two lines what is there for one', [want(8), want(8)], ofOrder(), { requested: 16, available: 15 }],
    [
      'another product',
      [want(1, { product_id: 'aceite' })],
      ofOrder(),
      { product_id: 'aceite', requested: 1, available: 0 },
    ],
  ])('but not %s', (_, requests, heldBack, shortage) => {
    const { shortages } = pick(requests, cellar, heldBack)
    expect(shortages).toEqual([{ product_id: vino, ...shortage }])
  })
})

const vintage = fc.constantFrom(null, 2019, 2020)
const thousandths = fc.integer({ min: 1, max: 20 }).map((count) => count / 4)
const lots = fc
  .array(fc.tuple(thousandths, vintage), { maxLength: 6 })
  .map((some) => some.map(([quantity, year], index) => lot(`lot ${index}`, quantity, year)))
const reservations = fc
  .array(fc.tuple(thousandths, vintage), { maxLength: 4 })
  .map((some) => some.map(([quantity, year]) => held(quantity, year)))
const requests = fc
  .array(fc.record({ quantity: thousandths, vintage_year: vintage, named: fc.option(fc.nat(5)) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((some) =>
    some.map(({ quantity, vintage_year, named }) =>
      named === null ? want(quantity, { vintage_year }) : want(quantity, { lot_id: `lot ${named}` }),
    ),
  )
const sum = <Item extends { quantity: number }>(items: readonly Item[], keep: (item: Item) => boolean) =>
  items.filter(keep).reduce((total, { quantity }) => total + quantity, 0)
const years = [null, 2019, 2020]

test('no lot gives more than it has, and each line gets what it asked for, of what it asked for', () => {
  fc.assert(
    fc.property(requests, lots, reservations, fc.boolean(), (wants, cellar, reserved, protectsAll) => {
      const { picks, shortages } = pick(wants, cellar, { reserved, protectsAll })
      for (const one of cellar)
        expect(sum(picks, (p) => p.lot_id === one.id)).toBeLessThanOrEqual(one.quantity)
      for (const one of picks) {
        const from = cellar.find(({ id }) => id === one.lot_id)
        const asked = wants[one.request]
        if (asked?.lot_id) expect(one.lot_id).toBe(asked.lot_id)
        else if (asked?.vintage_year) expect(from?.vintage_year).toBe(asked.vintage_year)
      }
      if (shortages.length > 0) return
      for (const [index, asked] of wants.entries()) {
        expect(sum(picks, (p) => p.request === index)).toBe(asked.quantity)
      }
    }),
  )
})

test('a manual pick gets everything that is not reserved, and nothing else', () => {
  fc.assert(
    fc.property(requests, lots, reservations, (wants, cellar, reserved) => {
      const { shortages } = pick(wants, cellar, { reserved, protectsAll: true })
      const year = (id: string | null | undefined) => cellar.find((one) => one.id === id)?.vintage_year
      const inVintage = (of: number | null) => ({
        asked: sum(wants, (w) => (w.lot_id ? year(w.lot_id) === of : of !== null && w.vintage_year === of)),
        free: Math.max(
          0,
          sum(cellar, (l) => l.vintage_year === of) -
            (of === null ? 0 : sum(reserved, (r) => r.vintage_year === of)),
        ),
      })
      const namedFits = wants
        .filter((w) => w.lot_id)
        .every((w) => sum(wants, (o) => o.lot_id === w.lot_id) <= sum(cellar, (l) => l.id === w.lot_id))
      const vintagesFit = years.every((of) => inVintage(of).asked <= inVintage(of).free)
      const anything = sum(wants, (w) => !w.lot_id && w.vintage_year === null)
      const leftOver = years.reduce<number>(
        (total, of) => total + inVintage(of).free - inVintage(of).asked,
        0,
      )
      const free = sum(cellar, () => true) - sum(reserved, () => true)
      const can = namedFits && vintagesFit && anything <= leftOver && sum(wants, () => true) <= free
      expect(shortages.length === 0).toBe(can)
    }),
    { numRuns: 1000 },
  )
})
