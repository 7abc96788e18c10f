// Successful reads are counted, not listed: one figure per hour for two days.
import type { HourOfReads, LoggedRequest } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Rows } from '../../../shared/api.ts'
import { Card } from '../../../ui/card.tsx'
import { Bars } from '../../../ui/charts/bars.tsx'
import { formatClock, formatNumber, formatShortDay } from '../../../ui/format.ts'

const hourMs = 3_600_000
const shownHours = 48
const hoursPerTick = 6

export function ReadsByHour({ query }: { query: Rows<LoggedRequest> }) {
  const { t } = useLingui()
  const { data } = useInfiniteQuery(query.pages)
  const first = data?.pages[0] as { reads?: HourOfReads[] } | undefined
  const reads = first?.reads ?? []
  // Either the filters select individual requests, or there were no reads.
  if (first && reads.length === 0) return null
  const counts = new Map(reads.map(({ hour, count }) => [Date.parse(hour), count]))
  const now = Math.floor(Date.now() / hourMs) * hourMs
  const hours = Array.from({ length: shownHours }, (_, index) => now - (shownHours - 1 - index) * hourMs)
  const total = reads.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card
      title={t`Reads per hour, last 48 hours`}
      aside={t`${plural(total, { one: '# read', other: '# reads' })} in all`}
    >
      <Bars
        label={t`Successful reads per hour`}
        heads={[t`Hour`, t`Reads`]}
        height={96}
        data={hours.map((ms, index) => {
          const at = new Date(ms).toISOString()
          const value = counts.get(ms) ?? 0
          return {
            key: at,
            label: `${formatShortDay(at)} ${formatClock(at)}`,
            value,
            valueText: formatNumber(value),
            ...(index % hoursPerTick === 0 ? { tick: formatClock(at) } : {}),
          }
        })}
      />
    </Card>
  )
}
