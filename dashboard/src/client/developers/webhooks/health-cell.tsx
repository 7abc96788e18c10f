import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '../../../ui/format.ts'
import { None } from '../../../ui/values.tsx'
import styles from './health-cell.module.css'
import { HealthStrip } from './health-strip.tsx'
import { endpointHealth } from './queries.ts'

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
