import { describe, expect, test } from 'vitest'
import { effectOf, effectOfHold, lotsOfLoss } from './effect.ts'

const lot = (id: string, quantity: number, expiry_date: string | null = null, isHeld = false) => ({
  id,
  lot_number: id.toUpperCase(),
  quantity,
  expiry_date,
  hold: isHeld ? {} : null,
})
const today = '2026-11-14'
const stock = {
  quantity: 120,
  reserved: 24,
  lots: [lot('old', 20, '2026-11-01'), lot('a', 48, '2027-01-31'), lot('b', 42), lot('held', 10, null, true)],
}
const take = (lotId: string, delta: number) => ({ lotId, lotNumber: lotId.toUpperCase(), delta })

describe('the effect of a movement', () => {
  test('covers the quantity on hand, the lot and the available quantity', () => {
    const effect = effectOf(stock, [take('a', -24)], today)
    expect(effect.onHand).toEqual({ before: 120, after: 96 })
    expect(effect.lots).toEqual([{ lotId: 'a', lotNumber: 'A', before: 48, after: 24 }])
    expect(effect.available).toEqual({ before: 66, after: 42 })
    expect(effect.missingForOrders).toBe(0)
  })

  test('leaves the available quantity unchanged for expired or held goods', () => {
    const effect = effectOf(stock, [take('old', -20), take('held', -10)], today)
    expect(effect.onHand.after).toBe(90)
    expect(effect.available).toEqual({ before: 66, after: 66 })
  })

  test('starts at zero for a new lot', () => {
    const effect = effectOf(stock, [{ lotId: null, lotNumber: 'NEW', delta: 0.3 }], today)
    expect(effect.lots).toEqual([{ lotId: null, lotNumber: 'NEW', before: 0, after: 0.3 }])
    expect(effect.available.after).toBe(66.3)
  })

  test('includes the quantity that pending orders could no longer get', () => {
    const effect = effectOf(stock, [take('a', -48), take('b', -30)], today)
    expect(effect.available.after).toBe(0)
    expect(effect.missingForOrders).toBe(12)
  })
})

test('a hold makes the goods of a lot unavailable, and its release makes them available again', () => {
  expect(effectOfHold(stock, 'b', today)).toMatchObject({
    onHand: { before: 120, after: 120 },
    available: { before: 66, after: 24 },
  })
  expect(effectOfHold(stock, 'held', today).available).toEqual({ before: 66, after: 76 })
  expect(effectOfHold(stock, 'old', today).available).toEqual({ before: 66, after: 66 })
})

test('a loss without a lot is taken from the lots in their order', () => {
  expect(lotsOfLoss(stock.lots, 30)).toEqual([
    { lotId: 'old', lotNumber: 'OLD', delta: -20 },
    { lotId: 'a', lotNumber: 'A', delta: -10 },
  ])
})
