import { type OrderAction, type OrderStatus, orderActions } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { allowedActions, allows, clientMayCancel, hasEgreso, ruleOf } from './transitions.ts'

/** Every status, the actions staff may take, and whether the client may still cancel. */
const table: Record<OrderStatus, { staff: Partial<Record<OrderAction, OrderStatus>>; client: boolean }> = {
  pending: { staff: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' }, client: true },
  approved: { staff: { prepare: 'in_preparation', cancel: 'cancelled' }, client: true },
  in_preparation: { staff: { dispatch: 'in_transit', cancel: 'cancelled' }, client: false },
  in_transit: { staff: { deliver: 'delivered', fail: 'failed_delivery' }, client: false },
  failed_delivery: { staff: { dispatch: 'in_transit', cancel: 'cancelled' }, client: false },
  delivered: { staff: {}, client: false },
  rejected: { staff: {}, client: false },
  cancelled: { staff: {}, client: false },
}
const statuses = Object.keys(table) as OrderStatus[]
const pairs = statuses.flatMap((status) => orderActions.map((action) => [status, action] as const))

describe('an order', () => {
  test.each(pairs)('that is %s: %s', (status, action) => {
    const to = table[status].staff[action]
    expect(allows(status, action)).toBe(to !== undefined)
    if (to) expect(ruleOf(action)).toMatchObject({ to, event: `order.${to}` })
  })

  test.each(statuses)(
    'that is %s reports its allowed actions, and whether its client may cancel it',
    (status) => {
      expect(allowedActions(status).sort()).toEqual(Object.keys(table[status].staff).sort())
      expect(clientMayCancel(status)).toBe(table[status].client)
    },
  )

  test('needs a reason only to be rejected, failed or cancelled', () => {
    const withReason = orderActions.filter((action) => ruleOf(action).needsReason)
    expect(withReason.sort()).toEqual(['cancel', 'fail', 'reject'])
  })

  test('has its goods out of stock from approval until it is cancelled', () => {
    const out = statuses.filter(hasEgreso)
    expect(out.sort()).toEqual(['approved', 'delivered', 'failed_delivery', 'in_preparation', 'in_transit'])
  })
})
