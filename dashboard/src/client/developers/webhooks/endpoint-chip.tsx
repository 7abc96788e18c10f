import type { WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../../ui/chip.tsx'
import { formatAgo } from '../../../ui/format.ts'

type Shown = Pick<WebhookEndpoint, 'status' | 'consecutive_failures'>

/** `since` is the time at which the endpoint was paused, if known. */
export function EndpointChip({ endpoint, since = null }: { endpoint: Shown; since?: string | null }) {
  const { t } = useLingui()
  const { status, consecutive_failures } = endpoint
  if (status === 'paused') return <Chip tone="warn">{since ? t`paused ${formatAgo(since)}` : t`paused`}</Chip>
  if (consecutive_failures > 0) return <Chip tone="bad">{t`failing`}</Chip>
  return <Chip tone="ok">{t`receiving`}</Chip>
}
