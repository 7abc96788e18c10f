import type { QueuedOrder, Trip, TripStop } from '@anden/sdk/backoffice'
import { expect, test } from 'vitest'
import { differenceOf, type StopChange, withChanges } from './stop-changes.ts'

const stop = (order_id: string, position: number, more: Partial<TripStop> = {}) =>
  ({
    position,
    order_id,
    order_number: `PED-${order_id}`,
    packages: 2,
    weight_kg: 0.1,
    weight_known: true,
    ...more,
  }) as TripStop

const trip = (ids: string, more: Partial<Trip> = {}) =>
  ({
    status: 'draft',
    driver_name: 'Raúl',
    stops: [...ids].map((id, index) => stop(id, index + 1)),
    ...more,
  }) as Trip

const order = (id: string, more: Partial<QueuedOrder> = {}) =>
  ({
    id,
    order_number: `PED-${id}`,
    destinatario: { name: 'Vinoteca' },
    packages: 3,
    weight_kg: 0.2,
    weight_known: true,
    remito: null,
    ...more,
  }) as QueuedOrder

const named = (id: string) => ({ order_id: id, order_number: `PED-${id}` })
const routeOf = ({ stops }: Trip) => stops.map(({ position, order_id }) => `${position}${order_id}`).join(' ')

test.each([
  ['added at the end', { action: 'add', order: order('x'), position: 4 }, '1a 2b 3c 4x'],
  ['added between', { action: 'add', order: order('x'), position: 2 }, '1a 2x 3b 4c'],
  ['added although it is there', { action: 'add', order: order('b'), position: 1 }, '1a 2b 3c'],
  ['removed', { action: 'remove', order: named('b') }, '1a 2c'],
  ['removed although it is gone', { action: 'remove', order: named('x') }, '1a 2b 3c'],
  ['moved up', { action: 'move', order: named('c'), position: 1 }, '1c 2a 3b'],
  ['moved down', { action: 'move', order: named('a'), position: 3 }, '1b 2c 3a'],
] as [string, StopChange, string][])('a stop that is %s', (_, change, route) => {
  const shown = withChanges(trip('abc'), [change])
  expect(routeOf(shown)).toBe(route)
  // The answer may be there before the change is known to be carried out.
  expect(routeOf(withChanges(shown, [change]))).toBe(route)
})

test('the sums follow, exactly', () => {
  const added = { action: 'add', order: order('x'), position: 2 } as const
  expect(withChanges(trip('a'), [added])).toMatchObject({
    packages: 5,
    weight_kg: 0.3,
    weight_known: true,
  })
  const unknown = order('y', { packages: null, weight_kg: null, weight_known: false })
  expect(withChanges(trip(''), [{ action: 'add', order: unknown, position: 1 }])).toMatchObject({
    packages: 0,
    weight_kg: null,
    weight_known: false,
  })
})

test('a trip that has departed is shown as it is', () => {
  const departed = trip('ab', { status: 'departed' })
  expect(withChanges(departed, [{ action: 'remove', order: named('a') }])).toBe(departed)
})

test('what somebody else has changed', () => {
  const same = { added: [], removed: [], isReordered: false, hasDeparted: false, fields: [] }
  const fields = ['driver_name', 'plate'] as const
  expect(differenceOf(trip('abc'), trip('abc'), fields)).toEqual(same)
  expect(differenceOf(trip('abc'), trip('axc'), fields)).toEqual({
    ...same,
    added: ['PED-x'],
    removed: ['PED-b'],
  })
  expect(differenceOf(trip('abc'), trip('bac'), fields)).toEqual({ ...same, isReordered: true })
  expect(differenceOf(trip('a'), trip('a', { status: 'departed', driver_name: 'Ana' }), fields)).toEqual({
    ...same,
    hasDeparted: true,
    fields: ['driver_name'],
  })
})
