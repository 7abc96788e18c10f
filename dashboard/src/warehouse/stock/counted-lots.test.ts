import { maxCountedLots } from '@anden/contract'
import { expect, test } from 'vitest'
import { lotsCountedAtMost } from './counted-lots.ts'

test('the page knows where the service stops counting lots', () => {
  expect(lotsCountedAtMost).toBe(maxCountedLots)
})
