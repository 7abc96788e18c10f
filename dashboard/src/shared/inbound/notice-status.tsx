// The names of what can be with a notice of goods, shared by all pages.
import type { InboundStatus } from '@anden/contract'
import type { InboundDifferenceReason } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { Chip, type Tone } from '../../ui/chip.tsx'

const tones: Partial<Record<string, Tone>> = {
  announced: 'info',
  arrived: 'warn',
  receiving: 'warn',
  received: 'ok',
  received_with_differences: 'bad',
  cancelled: 'mute',
} satisfies Record<InboundStatus, Tone>

export function useNoticeStates(): Record<InboundStatus, string> {
  const { t } = useLingui()
  return {
    announced: t({ context: 'notice of goods', message: 'Announced' }),
    arrived: t({ context: 'notice of goods', message: 'Arrived' }),
    receiving: t({ context: 'notice of goods', message: 'Being received' }),
    received: t({ context: 'notice of goods', message: 'Received' }),
    received_with_differences: t({ context: 'notice of goods', message: 'With differences' }),
    cancelled: t({ context: 'notice of goods', message: 'Cancelled' }),
  }
}

/** A state that this version of the dashboard does not know is shown by its API name. */
export function useNoticeStateName(): (status: string) => string {
  const states: Partial<Record<string, string>> = useNoticeStates()
  return (status) => states[status] ?? status
}

export function NoticeChip({ status }: { status: string }) {
  return <Chip tone={tones[status] ?? 'mute'}>{useNoticeStateName()(status)}</Chip>
}

export function useDifferenceReasons(): Record<InboundDifferenceReason, string> {
  const { t } = useLingui()
  return {
    missing: t({ context: 'difference', message: 'Did not come' }),
    damaged: t({ context: 'difference', message: 'Came damaged' }),
    surplus: t({ context: 'difference', message: 'More than announced' }),
    other_lot: t({ context: 'difference', message: 'Came in another lot' }),
  }
}
