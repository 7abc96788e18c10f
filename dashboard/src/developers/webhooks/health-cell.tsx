import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import { None } from '../../ui/values.tsx'
import { healthOf } from './health.ts'
import styles from './health-cell.module.css'
import { HealthStrip } from './health-strip.tsx'
import { recentDeliveries } from './queries.ts'

const shownInList = 40

/** Only for the rows that are on the screen. */
export function HealthCell({ endpointId }: { endpointId: string }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { data, isError } = useQuery({ ...recentDeliveries(endpointId), enabled: inViewport })
  if (isError) return <None />
  const health = data ? healthOf(data.data) : null
  return (
    <div ref={ref} className={styles['cell']}>
      {health ? (
        <>
          <HealthStrip health={health} shown={shownInList} />
          {health.successShare === null ? null : (
            <span className="numeric">{formatPercent(health.successShare)}</span>
          )}
          {health.p95Ms === null ? null : (
            <span className="numeric">p95 {formatNumber(health.p95Ms)} ms</span>
          )}
        </>
      ) : (
        <Skeleton height={16} width={200} />
      )}
    </div>
  )
}
