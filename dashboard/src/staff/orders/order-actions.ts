// By which key and under which name the warehouse does something with an order. What it may do, and what becomes of the
// order, is in the contract's table of transitions.
import type { OrderAction } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'

/** One key press per step. */
export const keyOf: Record<OrderAction, string> = {
  approve: 'a',
  reject: 'x',
  prepare: 'p',
  dispatch: 'd',
  deliver: 'e',
  fail: 'f',
  cancel: 'c',
}

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
