import { eventTypes } from '@anden/contract/values'
import type { WebhookEndpoint } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Stat } from '../../../ui/card.tsx'
import { formatAgo, formatNumber, formatPercent } from '../../../ui/format.ts'
import { None } from '../../../ui/values.tsx'
import { summaryOfTypes } from '../event-types.ts'
import styles from './health-cards.module.css'
import { HealthStrip } from './health-strip.tsx'
import { endpointHealth } from './queries.ts'

export function HealthCards({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const { data: health } = useQuery(endpointHealth(endpoint.id))
  const { last_success_at, events, event_patterns } = endpoint
  const total = formatNumber(eventTypes.length)
  const success = last_success_at ? t`last success ${formatAgo(last_success_at)}` : t`no success yet`
  const share = health?.success_share ?? null
  return (
    <div className={styles['cards']}>
      <section className={styles['strip']} aria-label={t`Latest attempts`}>
        <span>{t`Latest attempts`}</span>
        {health ? <HealthStrip health={health} /> : <Skeleton height={22} width={280} />}
        <small>
          {[share === null ? null : t`${formatPercent(share)} with 2xx`, success].filter(Boolean).join(' · ')}
        </small>
      </section>
      <Stat
        label={t`Response, p95`}
        value={health?.p95_ms == null ? <None /> : `${formatNumber(health.p95_ms)} ms`}
        note={health?.p50_ms == null ? null : `p50 ${formatNumber(health.p50_ms)} ms`}
      />
      <Stat
        label={t`Types of events`}
        value={t`${formatNumber(events.length)} of ${total}`}
        note={event_patterns.includes('*') ? t`all, also those to come` : summaryOfTypes(events)}
      />
    </div>
  )
}
