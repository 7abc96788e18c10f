import type { MonthlyBalance, Transaction } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card, Stat } from '../../ui/card.tsx'
import { Line } from '../../ui/charts/line.tsx'
import { formatMoney, formatMonthYear, formatShortDay } from '../../ui/format.ts'
import { Figure, Note } from './figures.tsx'
import styles from './overview.module.css'
import { latestTransaction } from './queries.ts'

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

export function BalanceFigure({ months }: { months: MonthlyBalance[] | undefined }) {
  const { t } = useLingui()
  const { data } = useQuery(latestTransaction)
  const textOf = useTransactionText()
  const saldo = months?.at(-1)?.saldo
  const label = !saldo ? t`Balance` : saldo > 0 ? t`Balance to pay` : t`Balance in your favour`
  const [latest] = data?.data ?? []
  return (
    <Stat
      label={label}
      value={<Figure>{saldo === undefined ? null : formatMoney(Math.abs(saldo))}</Figure>}
      note={<Note>{data ? (latest ? textOf(latest) : t`No movements yet`) : null}</Note>}
      to="/account"
    />
  )
}

function useTransactionText() {
  const { t } = useLingui()
  return ({ type, amount, reverses, created_at }: Transaction): string => {
    const money = formatMoney(amount)
    const day = formatShortDay(created_at)
    if (reverses) return t`last movement: reversal of ${money}, ${day}`
    if (type === 'payment') return t`last movement: payment of ${money}, ${day}`
    if (type === 'credit_note') return t`last movement: credit note of ${money}, ${day}`
    return t`last movement: charge of ${money}, ${day}`
  }
}

const hoverLineHeight = 18

/** A chart, a skeleton of the same size, or a message if all values are zero. */
export function ChartPlace({
  values,
  none,
  height = 168,
  children,
}: {
  /** undefined while loading. */
  values: readonly number[] | undefined
  none: string
  height?: number
  children: ReactNode
}) {
  const fullHeight = height + hoverLineHeight
  if (!values) return <Skeleton height={fullHeight} />
  if (values.some((value) => value !== 0)) return children
  return (
    <p className={styles['none']} style={{ height: fullHeight }}>
      {none}
    </p>
  )
}
