import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Strip } from '../../ui/charts/strip.tsx'
import { formatMoment, formatPercent } from '../../ui/format.ts'
import type { EndpointHealth } from './health.ts'

/** The newest attempted deliveries, one after the other. */
export function HealthStrip({ health, shown = 100 }: { health: EndpointHealth; shown?: number }) {
  const { t } = useLingui()
  const { attempts, successShare } = health
  if (successShare === null) return <span className="quiet">{t`nothing sent yet`}</span>
  const share = formatPercent(successShare)
  const count = attempts.length
  return (
    <Strip
      label={t`${plural(count, { one: 'The newest delivery', other: 'The newest # deliveries' })}: ${share} succeeded`}
      attempts={attempts.slice(-shown).map(({ key, outcome, delivery }) => ({
        key,
        outcome,
        title: `${formatMoment(delivery.created_at)} · ${delivery.event_type} · ${delivery.response_status ?? '–'}`,
      }))}
    />
  )
}
