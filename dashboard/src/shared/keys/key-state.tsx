import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'
import type { AnyKey } from './key.ts'

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

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'
type Ends = Pick<AnyKey, 'revoked_at' | 'expires_at'>

const soonDays = 14
const dayMs = 86_400_000

function keyState({ revoked_at, expires_at }: Ends, now = Date.now()): KeyState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at === null) return 'active'
  const leftMs = Date.parse(expires_at) - now
  if (leftMs <= 0) return 'expired'
  return leftMs < soonDays * dayMs ? 'expiring' : 'active'
}

export const isUsable = (key: Ends) => ['active', 'expiring'].includes(keyState(key))
