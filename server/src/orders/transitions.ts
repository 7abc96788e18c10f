// The state machine of orders: who may move an order from which status to which.
import type { EventType, OrderAction, OrderStatus } from '@anden/contract'

type Rule = { from: readonly OrderStatus[]; to: OrderStatus; event: EventType; needsReason?: true }

const rules = {
  approve: { from: ['pending'], to: 'approved', event: 'order.approved' },
  reject: { from: ['pending'], to: 'rejected', event: 'order.rejected', needsReason: true },
  prepare: { from: ['approved'], to: 'in_preparation', event: 'order.in_preparation' },
  dispatch: { from: ['in_preparation', 'failed_delivery'], to: 'in_transit', event: 'order.in_transit' },
  deliver: { from: ['in_transit'], to: 'delivered', event: 'order.delivered' },
  fail: { from: ['in_transit'], to: 'failed_delivery', event: 'order.failed_delivery', needsReason: true },
  cancel: {
    from: ['pending', 'approved', 'in_preparation', 'failed_delivery'],
    to: 'cancelled',
    event: 'order.cancelled',
    needsReason: true,
  },
} as const satisfies Record<OrderAction, Rule>

/** A client can cancel an order until the warehouse starts preparing it. */
const cancellableByClient: readonly OrderStatus[] = ['pending', 'approved']

export const ruleOf = (action: OrderAction): Rule & { event: `order.${string}` & EventType } => rules[action]

export function allows(status: OrderStatus, action: OrderAction): boolean {
  return ruleOf(action).from.includes(status)
}

export function allowedActions(status: OrderStatus): OrderAction[] {
  return (Object.keys(rules) as OrderAction[]).filter((action) => allows(status, action))
}

export function clientMayCancel(status: OrderStatus): boolean {
  return cancellableByClient.includes(status)
}

/** From approval until cancellation, the goods of an order are out of stock. */
export function hasEgreso(status: OrderStatus): boolean {
  return !['pending', 'rejected', 'cancelled'].includes(status)
}
