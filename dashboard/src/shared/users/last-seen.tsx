import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'
import { Moment, None } from '../../ui/values.tsx'
import type { AnyUser } from './user.ts'

export function LastSeen({
  invitation_pending,
  last_seen_at,
}: Pick<AnyUser, 'invitation_pending' | 'last_seen_at'>) {
  const { t } = useLingui()
  if (invitation_pending) return <Chip tone="warn">{t`invited`}</Chip>
  return last_seen_at ? <Moment at={last_seen_at} ago /> : <None />
}
