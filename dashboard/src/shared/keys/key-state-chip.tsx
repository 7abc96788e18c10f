import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'
import type { AnyKey } from './key.ts'
import { keyState } from './key-state.ts'

export function KeyStateChip({ of }: { of: Pick<AnyKey, 'revoked_at' | 'expires_at'> }) {
  const { t } = useLingui()
  switch (keyState(of)) {
    case 'active':
      return <Chip tone="ok">{t`active`}</Chip>
    case 'expiring':
      return <Chip tone="warn">{t`expires soon`}</Chip>
    case 'expired':
      return <Chip tone="bad">{t`key expired`}</Chip>
    case 'revoked':
      return <Chip tone="mute">{t`revoked`}</Chip>
  }
}
