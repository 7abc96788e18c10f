// The names and icons of order states, shared by all pages.
import type { OrderStatus } from '@anden/contract'
import { orderTransitions } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { Chip, type Tone } from '../ui/chip.tsx'

const tones: Partial<Record<string, Tone>> = {
  pending: 'warn',
  approved: 'info',
  in_preparation: 'info',
  in_transit: 'info',
  delivered: 'ok',
  failed_delivery: 'bad',
  rejected: 'bad',
  cancelled: 'mute',
} satisfies Record<OrderStatus, Tone>

export function useOrderStates(): Record<OrderStatus, string> {
  const { t } = useLingui()
  return {
    pending: t`Pending`,
    approved: t`Approved`,
    in_preparation: t`In preparation`,
    in_transit: t`In transit`,
    delivered: t`Delivered`,
    failed_delivery: t`Not delivered`,
    rejected: t`Rejected`,
    cancelled: t`Cancelled`,
  }
}

/** A state that this version of the dashboard does not know is shown by its API name. */
export function useOrderStateName(): (status: string) => string {
  const states: Partial<Record<string, string>> = useOrderStates()
  return (status) => states[status] ?? status
}

/** The client's own reference, beside the number of the order. */
export function OrderReference({ reference }: { reference: string | null }) {
  const { t } = useLingui()
  return reference === null ? null : (
    <span className="quiet" title={t`Reference of the client`}>
      {reference}
    </span>
  )
}

const withReason = new Set<string>(
  Object.values(orderTransitions).flatMap(({ to, needsReason }) => (needsReason ? [to] : [])),
)

/** Rejected, cancelled and failed orders have a reason. */
export const takesReason = (status: string) => withReason.has(status)

/**
 * The reason for the present state. `status_reason` belongs to the latest state that had one, which may have passed.
 */
export const presentReason = ({ status, status_reason }: { status: string; status_reason: string | null }) =>
  takesReason(status) ? status_reason : null

export function OrderChip({ status }: { status: string }) {
  return <Chip tone={tones[status] ?? 'mute'}>{useOrderStateName()(status)}</Chip>
}
