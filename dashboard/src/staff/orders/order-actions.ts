// By which key and under which name the warehouse does something with an order. What it may do, and what becomes of the
// order, is in the contract's table of transitions.
import type { OrderMove } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'

/** One key press per step. */
export const keyOf: Record<OrderMove, string> = {
  approve: 'a',
  reject: 'x',
  prepare: 'p',
  dispatch: 'd',
  deliver: 'e',
  fail: 'f',
  cancel: 'c',
}

/** Whether there are goods of it to take from the shelves. */
export const isToPick = ({ status }: { status: string }) =>
  status === 'approved' || status === 'in_preparation'

export const addToTripKey = 't'

/** Whether a trip can take it. One that is on a draft already is refused by the service, which names that trip. */
export const canGoOnTrip = ({ status, delivery_type }: { status: string; delivery_type: string }) =>
  (isToPick({ status }) || status === 'failed_delivery') && delivery_type === 'envio'

export function useActionTexts(): Record<OrderMove, string> {
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
