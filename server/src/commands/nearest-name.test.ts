import { eventTypes } from '@anden/contract'
import { expect, test } from 'vitest'
import { nearestName } from './trigger.ts'

test.each([
  ['order.aproved', 'order.approved'],
  ['ORDER.CREATED', 'order.created'],
  ['orders.cancelled', 'order.cancelled'],
  ['order.canceled', 'order.cancelled'],
  ['stock.change', 'stock.changed'],
  ['lot.expired', 'lot.expiring'],
  ['creditnote.issued', 'credit_note.issued'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(nearestName(typed, eventTypes)).toBe(meant)
})

test.each(['', 'x', 'invoice.paid.and.archived', 'o'.repeat(1_000_000)])(
  'nothing is close to %.20s',
  (typed) => {
    expect(nearestName(typed, eventTypes)).toBeNull()
  },
)
