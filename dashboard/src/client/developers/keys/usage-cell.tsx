// The usage of a key over 14 days. Only the rows on the screen are fetched.

import type { KeyUsage } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { None } from '../../../ui/values.tsx'
import { keyUsage } from './queries.ts'
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

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const usageDays = 14

type Hour = KeyUsage['hours'][number]

const failed = ({ client_error, server_error, rate_limited }: Hour) =>
  client_error + server_error + rate_limited
const total = (hour: Hour) => hour.ok + failed(hour)

/** Requests per day; the last day is the last 24 hours. */
function requestsPerDay({ hours }: KeyUsage, now = Date.now()): number[] {
  const days = Array.from({ length: usageDays }, () => 0)
  for (const hour of hours) {
    const day = usageDays - 1 - Math.floor((now - Date.parse(hour.hour)) / dayMs)
    if (days[day] !== undefined) days[day] += total(hour)
  }
  return days
}

export function requestsSince({ hours }: KeyUsage, ms: number, now = Date.now()) {
  const counted = hours.filter(({ hour }) => Date.parse(hour) + hourMs > now - ms)
  return {
    all: counted.reduce((sum, hour) => sum + total(hour), 0),
    failed: counted.reduce((sum, hour) => sum + failed(hour), 0),
  }
}

export const oneDayMs = dayMs
