import { eventTypes } from '@anden/contract/values'
import type { WebhookEndpoint, WebhookEndpointHealth } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Stat } from '../../../ui/card.tsx'
import { Strip } from '../../../ui/charts/sparkline.tsx'
import { formatAgo, formatMoment, formatNumber, formatPercent } from '../../../ui/format.ts'
import { None } from '../../../ui/values.tsx'
import { summaryOfTypes } from '../event-types.ts'
import styles from './health.module.css'
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

const shownInList = 40

/** Fetched only for the rows on the screen. */
export function HealthCell({ endpointId }: { endpointId: string }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { data: health, isError } = useQuery({ ...endpointHealth(endpointId), enabled: inViewport })
  if (isError) return <None />
  return (
    <div ref={ref} className={styles['cell']}>
      {health ? <HealthStrip health={health} shown={shownInList} /> : <Skeleton height={16} />}
      <span className="numeric">
        {health && health.success_share !== null ? formatPercent(health.success_share) : null}
      </span>
      <span className="numeric">
        {health && health.p95_ms !== null ? `p95 ${formatNumber(health.p95_ms)} ms` : null}
      </span>
    </div>
  )
}

/** Half of the time that a receiver has to respond. */
const slowMs = 5_000

/** The latest attempts, oldest first. */
function HealthStrip({ health, shown = 100 }: { health: WebhookEndpointHealth; shown?: number }) {
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
