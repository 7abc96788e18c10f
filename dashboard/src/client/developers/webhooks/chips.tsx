import type { WebhookDelivery, WebhookEndpoint } from '@anden/sdk'
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

/** The outcome of a delivery: the receiver's status if there is one, otherwise a word. */
export function DeliveryChip({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useLingui()
  const { status, attempts, response_status, next_attempt_at } = delivery
  const answer = response_status === null ? t`no answer` : String(response_status)
  switch (status) {
    case 'succeeded':
      return <Chip tone="ok">{answer}</Chip>
    case 'pending': {
      if (attempts === 0) return <Chip tone="info">{t`waiting`}</Chip>
      const when = next_attempt_at ? formatAgo(next_attempt_at) : null
      return <Chip tone="warn">{when ? t`${answer}, again ${when}` : answer}</Chip>
    }
    case 'abandoned':
      return <Chip tone="bad">{t`${answer}, given up`}</Chip>
    default:
      return attempts === 0 ? <Chip tone="mute">{t`not sent`}</Chip> : <Chip tone="bad">{answer}</Chip>
  }
}
