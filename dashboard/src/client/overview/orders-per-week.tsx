import type { WeekOfExpiry, WeekOfOrders } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { lotsOfWeek } from '../../shared/stock/expiry-ranges.ts'
import { Card } from '../../ui/card.tsx'
import { Bars } from '../../ui/charts/bars.tsx'
import { dayAfter, formatDate, formatMonth, formatNumber } from '../../ui/format.ts'
import { ChartPlace } from './balance-by-month.tsx'

const chartHeight = 128

export function OrdersPerWeek({ weeks }: { weeks: WeekOfOrders[] | undefined }) {
  const { t } = useLingui()
  const weekText = useWeekText()
  const data = (weeks ?? []).map(({ week, orders }, index, all) => ({
    key: week,
    label: weekText(week),
    value: orders,
    valueText: formatNumber(orders),
    isStrong: index === all.length - 1,
    tick: monthTick(week, all[index - 1]?.week),
  }))
  return (
    <Card title={t`Orders per week`} aside={t`last 26 weeks`}>
      <ChartPlace
        values={weeks?.map(({ orders }) => orders)}
        none={t`No orders in the last 26 weeks`}
        height={chartHeight}
      >
        <Bars
          label={t`Orders placed in each of the last 26 weeks`}
          heads={[t`Week`, t`Orders`]}
          data={data}
          height={chartHeight}
        />
      </ChartPlace>
    </Card>
  )
}

const soonWeeks = 4

export function ExpiryByWeek({ weeks }: { weeks: WeekOfExpiry[] | undefined }) {
  const { t } = useLingui()
  const weekText = useWeekText()
  const data = (weeks ?? []).map(({ week, lots }, index, all) => ({
    key: week,
    label: weekText(week),
    value: lots,
    valueText: formatNumber(lots),
    isStrong: index < soonWeeks,
    tick: monthTick(week, all[index - 1]?.week),
  }))
  return (
    <Card title={t`Expiry by week`} aside={t`next 26 weeks, in lots`}>
      <ChartPlace values={weeks?.map(({ lots }) => lots)} none={t`No lot expires in the next 26 weeks`}>
        <Bars
          label={t`Lots in stock by the week in which they expire`}
          heads={[t`Week`, t`Lots`]}
          data={data}
          linkTo={(week) => ({ to: '/stock/lots', search: lotsOfWeek(week) })}
        />
      </ChartPlace>
    </Card>
  )
}

function useWeekText(): (monday: string) => string {
  const { t } = useLingui()
  return (monday) => t`${formatDate(monday).slice(0, 5)} to ${formatDate(dayAfter(monday, 6))}`
}

/** The name of the month, shown below the first week that begins in it. */
function monthTick(monday: string, weekBefore: string | undefined): string {
  const month = monday.slice(0, 7)
  if (weekBefore?.slice(0, 7) === month) return ''
  // Omits the first month if the next one begins too soon for both names to fit.
  if (!weekBefore && dayAfter(monday, 14).slice(0, 7) !== month) return ''
  return formatMonth(monday)
}
