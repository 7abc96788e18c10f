import { maxCountedLots } from '@anden/contract'
import { expect, test } from 'vitest'
import { lotsCountedAtMost } from './lot-choices.ts'

test('the page and the service stop counting lots at the same number', () => {
  expect(lotsCountedAtMost).toBe(maxCountedLots)
})
