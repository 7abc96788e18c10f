import type { WeekOfExpiry } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { lotsOfWeek } from '../../shared/stock/expiry-ranges.ts'
import { Card } from '../../ui/card.tsx'
import { Bars } from '../../ui/charts/bars.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ChartPlace } from './chart-place.tsx'
import { monthTick, useWeekText } from './weeks.ts'

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
