import type { WeekOfOrders } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { Bars } from '../../ui/charts/bars.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ChartPlace } from './chart-place.tsx'
import { monthTick, useWeekText } from './weeks.ts'

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
