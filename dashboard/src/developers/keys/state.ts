import type { ApiKey } from '@anden/sdk'

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'

const soonDays = 14
const dayMs = 86_400_000

export function keyState({ revoked_at, expires_at }: ApiKey, now = Date.now()): KeyState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at === null) return 'active'
  const leftMs = Date.parse(expires_at) - now
  if (leftMs <= 0) return 'expired'
  return leftMs < soonDays * dayMs ? 'expiring' : 'active'
}

export const isUsable = (key: ApiKey) => ['active', 'expiring'].includes(keyState(key))
