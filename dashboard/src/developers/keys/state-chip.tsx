import type { ApiKey } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'
import { keyState } from './state.ts'

export function KeyStateChip({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useLingui()
  switch (keyState(apiKey)) {
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
