import type { WebhooksOverview } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Stat } from '../../ui/card.tsx'
import { formatAgo, formatNumber, formatPercent } from '../../ui/format.ts'
import { None } from '../../ui/values.tsx'
import styles from './figures.module.css'

/** Of a client that has endpoints. */
export function WebhooksFigure(webhooks: WebhooksOverview) {
  const { t } = useLingui()
  return (
    <Stat
      label={t`Webhooks delivered`}
      value={<Health {...webhooks} />}
      note={<Endpoints {...webhooks} />}
      to="/developers/webhooks"
    />
  )
}

function Health({ recent_deliveries: { succeeded, failed } }: WebhooksOverview) {
  const total = succeeded + failed
  return total > 0 ? formatPercent(succeeded / total) : <None />
}

function Endpoints({ endpoints: { active, paused }, oldest_pending_at }: WebhooksOverview) {
  const { t } = useLingui()
  const total = active + paused
  if (paused > 0) {
    const text = t`${formatNumber(paused)} of ${formatNumber(total)} endpoints paused`
    return <span className={styles['warn']}>{text}</span>
  }
  if (oldest_pending_at) return t`oldest pending delivery: ${formatAgo(oldest_pending_at)}`
  return plural(total, { one: '# endpoint active', other: '# endpoints active' })
}
