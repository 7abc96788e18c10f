// The actions of the warehouse on an order in each state, their keys and the resulting state.
import type { OrderStatus } from '@anden/contract'
import type { StaffOrderChange } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'

export type OrderAction = StaffOrderChange['action']

/** The actions that staff can take in each state, the usual one first. The service has the final say. */
export const actionsIn: Record<string, readonly OrderAction[]> = {
  pending: ['approve', 'reject', 'cancel'],
  approved: ['prepare', 'cancel'],
  in_preparation: ['dispatch', 'cancel'],
  in_transit: ['deliver', 'fail'],
  failed_delivery: ['dispatch', 'cancel'],
}

export const statusAfter: Record<OrderAction, OrderStatus> = {
  approve: 'approved',
  reject: 'rejected',
  prepare: 'in_preparation',
  dispatch: 'in_transit',
  deliver: 'delivered',
  fail: 'failed_delivery',
  cancel: 'cancelled',
}

export const needsReason: ReadonlySet<OrderAction> = new Set<OrderAction>(['reject', 'fail', 'cancel'])

/** Each action takes one key press. */
export const keyOf: Record<OrderAction, string> = {
  approve: 'a',
  reject: 'x',
  prepare: 'p',
  dispatch: 'd',
  deliver: 'e',
  fail: 'f',
  cancel: 'c',
}

export const orderActions = Object.keys(keyOf) as OrderAction[]

export function useActionTexts(): Record<OrderAction, string> {
  const { t } = useLingui()
  return {
    approve: t`Approve`,
    reject: t`Reject`,
    prepare: t`Prepare`,
    dispatch: t`Dispatch`,
    deliver: t`Deliver`,
    fail: t`Could not deliver`,
    cancel: t`Cancel order`,
  }
}
