// The usage of a key over 14 days. Only the rows on the screen are fetched.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { None } from '../../../ui/values.tsx'
import { keyUsage } from './queries.ts'
import { oneDayMs, requestsPerDay, requestsSince, usageDays } from './usage.ts'
import styles from './usage-cell.module.css'

export function UsageCell({ keyId }: { keyId: string }) {
  const { t } = useLingui()
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { data: usage, isError } = useQuery({ ...keyUsage(keyId), enabled: inViewport })
  if (isError) return <None />
  if (!usage)
    return (
      <div ref={ref} className={styles['cell']}>
        <Skeleton height={12} width={98} />
        <span />
      </div>
    )
  const { all, failed } = requestsSince(usage, usageDays * oneDayMs)
  const label = t`${plural(all, { one: '# request', other: '# requests' })} in 14 days, ${formatNumber(failed)} failed`
  return (
    <div ref={ref} className={styles['cell']}>
      <Sparkline values={requestsPerDay(usage)} label={label} width={98} />
      <span className="numeric">{formatNumber(all)}</span>
    </div>
  )
}
