// What is counted of a return, in Spanish: quantities are typed with a comma.
import { expect, test, vi } from 'vitest'
import type { Item, Part } from './receipt.ts'

vi.stubGlobal('localStorage', { getItem: () => 'es', setItem: () => undefined })
vi.stubGlobal('document', { documentElement: {} })
const { countedOf, excessive, isEverything, receiptOf, scanInto, withPart } = await import('./receipt.ts')
vi.unstubAllGlobals()

const item = (of: Partial<Item>): Item =>
  ({
    id: 'wine',
    sku: 'MAL-750',
    name: 'Malbec 750 ml',
    unit_type: 'caja',
    gtin: '7791234567898',
    lot_number: 'L-1',
    expiry_date: null,
    expected: 3,
    ...of,
  }) as Item
const wine = item({})
const olives = item({
  id: 'olives',
  sku: 'ACE',
  name: 'Aceitunas',
  unit_type: 'kg',
  gtin: null,
  expected: 0.5,
})
const items = [wine, olives]

test('codes count for the disposition that is chosen, up to what the others leave of the line', () => {
  let parts: readonly Part[] = []
  const scan = (code: string, into: Part['disposition']) => {
    const scanned = scanInto(code, into, parts, items)
    parts = scanned.parts
    return scanned.outcome.is
  }
  expect(scan('7791234567898', 'restock')).toBe('counted')
  expect(scan('mal-750', 'restock')).toBe('counted')
  expect(scan('7790895000997', 'restock')).toBe('wrong-product')
  expect(scan('ACE', 'hold')).toBe('needs-quantity')
  expect(scan('MAL-750', 'write_off')).toBe('counted')
  expect(scan('MAL-750', 'hold')).toBe('too-many')
  expect(parts).toEqual([
    { id: 'wine', disposition: 'restock', quantity: '2' },
    { id: 'wine', disposition: 'write_off', quantity: '1' },
  ])
  expect(countedOf(parts, wine)).toBe(3)
  expect(isEverything(parts, items)).toBe(false)
})

test('what was typed is what is sent; an emptied field is not', () => {
  const typed = withPart([], { id: 'olives', disposition: 'hold', quantity: '0,5' })
  const parts = withPart(typed, { id: 'wine', disposition: 'restock', quantity: '3' })
  expect(receiptOf(parts, items)).toEqual({
    action: 'receive',
    items: [
      { id: 'olives', disposition: 'hold', quantity: 0.5 },
      { id: 'wine', disposition: 'restock', quantity: 3 },
    ],
  })
  expect(isEverything(parts, items)).toBe(true)
  expect(withPart(parts, { id: 'olives', disposition: 'hold', quantity: '' })).toEqual([parts[1]])
  const more = withPart(parts, { id: 'wine', disposition: 'hold', quantity: '1' })
  expect(excessive(more, items)).toEqual([{ item: wine, index: 2 }])
})

test('a line of which nothing came can be left out, or have a 0', () => {
  const parts: Part[] = [
    { id: 'wine', disposition: 'restock', quantity: '0' },
    { id: 'olives', disposition: 'hold', quantity: '0,75' },
    { id: 'olives', disposition: 'restock', quantity: '0,0' },
  ]
  expect(receiptOf(parts, items).items).toEqual([{ id: 'olives', disposition: 'hold', quantity: 0.75 }])
  expect(excessive(parts, items)).toEqual([{ item: olives, index: 0 }])
})
