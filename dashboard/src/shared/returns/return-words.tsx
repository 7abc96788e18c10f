// The words for returns, the same on both sides.
import type { Return, ReturnItem } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Chip, type Tone } from '../../ui/chip.tsx'

const tones: Record<Return['status'], Tone> = { expected: 'info', received: 'ok', closed: 'mute' }

export function useReturnStatuses(): Record<Return['status'], string> {
  const { t } = useLingui()
  return {
    expected: t({ context: 'return', message: 'Expected' }),
    received: t({ context: 'return', message: 'Received' }),
    closed: t({ context: 'return', message: 'Closed' }),
  }
}

export function ReturnChip({ status }: { status: Return['status'] }) {
  return <Chip tone={tones[status] ?? 'mute'}>{useReturnStatuses()[status]}</Chip>
}

export function useReturnReasons(): Record<ReturnItem['reason'], string> {
  const { t } = useLingui()
  return {
    damaged: t`Damaged`,
    refused: t`Refused`,
    wrong_goods: t`Wrong goods`,
    other: t`Other`,
  }
}
