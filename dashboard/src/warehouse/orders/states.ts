// The states of an order as the warehouse sees them: their words, and what can be done next by which key.

import type { StaffOrderChange } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../../ui/chip.tsx'

export type OrderAction = StaffOrderChange['action']
export type OrderStateText = { label: string; tone: Tone }

export function useOrderStates(): Record<string, OrderStateText> {
  const { t } = useLingui()
  return {
    pending: { label: t`Pending`, tone: 'warn' },
    approved: { label: t`Approved`, tone: 'info' },
    in_preparation: { label: t`In preparation`, tone: 'info' },
    in_transit: { label: t`In transit`, tone: 'info' },
    delivered: { label: t`Delivered`, tone: 'ok' },
    failed_delivery: { label: t`Not delivered`, tone: 'bad' },
    rejected: { label: t`Rejected`, tone: 'bad' },
    cancelled: { label: t`Cancelled`, tone: 'mute' },
  }
}

/** What staff may do with an order, the usual step first. The service has the last word. */
export const actionsIn: Record<string, readonly OrderAction[]> = {
  pending: ['approve', 'reject', 'cancel'],
  approved: ['prepare', 'cancel'],
  in_preparation: ['dispatch', 'cancel'],
  in_transit: ['deliver', 'fail'],
  failed_delivery: ['dispatch', 'cancel'],
}

export const needsReason: ReadonlySet<OrderAction> = new Set<OrderAction>(['reject', 'fail', 'cancel'])

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
