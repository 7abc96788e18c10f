// The names and icons of order states, shared by all pages.
import type { OrderStatus } from '@anden/contract'
import { orderTransitions } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { Chip, type Tone } from '../../ui/chip.tsx'

const tones: Record<OrderStatus, Tone> = {
  pending: 'warn',
  approved: 'info',
  in_preparation: 'info',
  in_transit: 'info',
  delivered: 'ok',
  failed_delivery: 'bad',
  rejected: 'bad',
  cancelled: 'mute',
}

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

/** A state that this version of the dashboard does not know is shown by its API name. */
export function OrderChip({ status }: { status: string }) {
  const known = status as OrderStatus
  return <Chip tone={tones[known] ?? 'mute'}>{useOrderStates()[known] ?? status}</Chip>
}
