import { eventTypes, eventTypesOf } from '@anden/contract/values'
import { expect, test } from 'vitest'
import { hasFamily, withFamily, withType } from './event-choice.ts'

test('a type out of everything leaves the other families with what is added later', () => {
  const patterns = withType(['*'], 'lot.held', false)
  const families = new Set(eventTypes.map((type) => type.split('.')[0]))
  families.delete('lot')
  expect(patterns.filter((one) => one.endsWith('.*'))).toEqual([...families].map((family) => `${family}.*`))
  expect(patterns.filter((one) => one.startsWith('lot.'))).toEqual([
    'lot.created',
    'lot.depleted',
    'lot.expiring',
    'lot.released',
  ])
  expect(eventTypesOf(patterns)).toEqual(eventTypes.filter((type) => type !== 'lot.held'))
})

test('types that are chosen one by one stay names, even when they are all of their family', () => {
  const one = withType([], 'remito.created', true)
  const both = withType(one, 'remito.voided', true)
  expect(both).toEqual(['remito.created', 'remito.voided'])
  expect(hasFamily(both, 'remito')).toBe(false)
  expect(withType(both, 'remito.created', false)).toEqual(['remito.voided'])
})

test('a family is chosen as a pattern, in the order of the contract, and leaves as a whole', () => {
  const family = withFamily(['stock.changed'], 'order', true)
  expect(family).toEqual(['order.*', 'stock.changed'])
  expect(hasFamily(family, 'order')).toBe(true)
  expect(withFamily(family, 'order', false)).toEqual(['stock.changed'])
  expect(withFamily(['order.created', 'order.approved'], 'order', true)).toEqual(['order.*'])
})
