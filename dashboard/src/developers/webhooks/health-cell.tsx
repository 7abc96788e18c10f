import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import { None } from '../../ui/values.tsx'
import styles from './health-cell.module.css'
import { HealthStrip } from './health-strip.tsx'
import { endpointHealth } from './queries.ts'

const shownInList = 40

/** Only for the rows that are on the screen. */
export function HealthCell({ endpointId }: { endpointId: string }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { data: health, isError } = useQuery({ ...endpointHealth(endpointId), enabled: inViewport })
  if (isError) return <None />
  return (
    <div ref={ref} className={styles['cell']}>
      {health ? (
        <>
          <HealthStrip health={health} shown={shownInList} />
          {health.success_share === null ? null : (
            <span className="numeric">{formatPercent(health.success_share)}</span>
          )}
          {health.p95_ms === null ? null : (
            <span className="numeric">p95 {formatNumber(health.p95_ms)} ms</span>
          )}
        </>
      ) : (
        <Skeleton height={16} width={200} />
      )}
    </div>
  )
}
