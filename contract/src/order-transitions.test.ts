import { describe, expect, test } from 'vitest'
import { goodsStatuses, type OrderAction, type OrderStatus } from './index.ts'
import {
  actionsIn,
  actionsWithReasonText,
  cancellableByClientText,
  movesIn,
  openOrderStatuses,
  orderActions,
  orderStatuses,
  orderTransitions,
} from './order-transitions.ts'

/** Every status, the actions staff may take, and whether the client may still cancel. */
const table: Record<OrderStatus, { staff: Partial<Record<OrderAction, OrderStatus>>; client: boolean }> = {
  pending: {
    staff: { approve: 'approved', reject: 'rejected', update: 'pending', cancel: 'cancelled' },
    client: true,
  },
  approved: { staff: { prepare: 'in_preparation', cancel: 'cancelled' }, client: true },
  in_preparation: {
    staff: { dispatch: 'in_transit', pack: 'in_preparation', cancel: 'cancelled' },
    client: false,
  },
  in_transit: { staff: { deliver: 'delivered', fail: 'failed_delivery' }, client: false },
  failed_delivery: { staff: { dispatch: 'in_transit', cancel: 'cancelled' }, client: false },
  delivered: { staff: {}, client: false },
  rejected: { staff: {}, client: false },
  cancelled: { staff: {}, client: false },
}
const pairs = orderStatuses.flatMap((status) => orderActions.map((action) => [status, action] as const))

describe('an order', () => {
  test.each(pairs)('that is %s: %s', (status, action) => {
    const to = table[status].staff[action]
    expect(actionsIn(status, 'staff').includes(action)).toBe(to !== undefined)
    const event = action === 'pack' ? null : action === 'update' ? 'order.updated' : `order.${to}`
    if (to) expect(orderTransitions[action]).toMatchObject({ to, event })
  })

  test.each(orderStatuses)(
    'that is %s reports its allowed actions, the usual one first, and whether its client may cancel or update it',
    (status) => {
      expect(actionsIn(status, 'staff')).toEqual(Object.keys(table[status].staff))
      expect(actionsIn(status, 'client')).toEqual([
        ...(status === 'pending' ? ['update'] : []),
        ...(table[status].client ? ['cancel'] : []),
      ])
      expect(movesIn(status, 'staff')).toEqual(
        actionsIn(status, 'staff').filter((one) => one !== 'pack' && one !== 'update'),
      )
    },
  )

  test('needs a reason only to be rejected, updated, failed or cancelled', () => {
    const withReason = orderActions.filter((action) => orderTransitions[action].needsReason)
    expect(withReason).toEqual(['reject', 'update', 'fail', 'cancel'])
  })

  test('is open while something can be done with it', () => {
    const open = orderStatuses.filter((status) => actionsIn(status, 'staff').length > 0)
    expect(openOrderStatuses).toEqual(open)
  })

  test('has its goods out of stock from approval until it is cancelled', () => {
    const out = ['approved', 'in_preparation', 'in_transit', 'delivered', 'failed_delivery']
    expect(Object.keys(goodsStatuses)).toEqual(out)
  })
})

test('texts name what the table says', () => {
  expect(actionsWithReasonText).toBe('reject, update, fail and cancel')
  expect(cancellableByClientText).toBe('pending or approved')
})
