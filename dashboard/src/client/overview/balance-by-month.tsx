import type { MonthlyBalance } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Card } from '../../ui/card.tsx'
import { Line } from '../../ui/charts/line.tsx'
import { formatMoney, formatMonthYear } from '../../ui/format.ts'
import { ChartPlace } from './chart-place.tsx'

export function BalanceByMonth({ months }: { months: MonthlyBalance[] | undefined }) {
  const { t } = useLingui()
  const data = (months ?? []).map(({ month, saldo }) => ({
    key: month,
    label: formatMonthYear(`${month}-01`),
    value: saldo,
    valueText: formatMoney(saldo),
  }))
  return (
    <Card title={t`Balance, 12 months`} aside={<Link to={'/account' as string}>{t`statement`}</Link>}>
      <ChartPlace values={months?.map(({ saldo }) => saldo)} none={t`Nothing was owed in these 12 months`}>
        <Line label={t`Balance at the end of each month`} heads={[t`Month`, t`Balance`]} data={data} />
      </ChartPlace>
    </Card>
  )
}
