import type { WebhookEndpointHealth } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Strip } from '../../../ui/charts/sparkline.tsx'
import { formatMoment, formatNumber, formatPercent } from '../../../ui/format.ts'

/** Half of the time that a receiver has to respond. */
const slowMs = 5_000

/** The latest attempts, oldest first. */
export function HealthStrip({ health, shown = 100 }: { health: WebhookEndpointHealth; shown?: number }) {
  const { t } = useLingui()
  const { attempts, success_share } = health
  if (success_share === null) return <span className="quiet">{t`nothing sent yet`}</span>
  const share = formatPercent(success_share)
  const count = attempts.length
  return (
    <Strip
      label={t`${plural(count, { one: 'The latest attempt', other: 'The latest # attempts' })}: ${share} succeeded`}
      attempts={attempts
        .slice(0, shown)
        .reverse()
        .map(({ delivery_id, started_at, succeeded, response_status, duration_ms }) => ({
          key: `${delivery_id} ${started_at}`,
          outcome: succeeded ? (duration_ms < slowMs ? 'ok' : 'late') : 'failed',
          title: `${formatMoment(started_at)} · ${response_status ?? '–'} · ${formatNumber(duration_ms)} ms`,
        }))}
    />
  )
}
