import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Columns, Stat } from '../../ui/card.tsx'
import { formatLongMonth, formatMoney } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { Money } from '../../ui/values.tsx'
import { overviewQuery } from '../overview/queries.ts'
import styles from './account.module.css'
import { balanceQuery } from './queries.ts'

export function BalanceStats() {
  const { t } = useLingui()
  const { data: balance, error, refetch } = useQuery(balanceQuery)
  const lastMonth = useQuery(overviewQuery).data?.account?.balance_per_month.at(-2)
  if (error && !balance) return <ProblemNote error={error} retry={() => void refetch()} />
  const amount = (value: number | undefined) =>
    value === undefined ? <Skeleton height={26} width={140} my={4} /> : <Money amount={value} />
  const meaning = (saldo: number) => {
    if (saldo > 0) return t`owed to the warehouse`
    return saldo < 0 ? t`in your favour` : t`nothing is owed`
  }
  const creditNotes = (found: typeof balance) => {
    if (!found) return ' '
    const notes = formatMoney(found.total_notas_credito)
    return found.total_notas_credito === 0
      ? t`in all, less credit notes`
      : t`in all, less ${notes} of credit notes`
  }
  return (
    <Columns columns="stats">
      <Stat label={t`Balance`} value={amount(balance?.saldo)} note={balance ? meaning(balance.saldo) : ' '} />
      <Stat
        label={t`End of last month`}
        value={amount(lastMonth?.saldo)}
        note={lastMonth ? formatLongMonth(lastMonth.month) : ' '}
        to="/account"
        search={lastMonth ? { month: lastMonth.month } : {}}
      />
      <Stat label={t`Charged`} value={amount(balance?.total_fiado)} note={creditNotes(balance)} />
      <Stat label={t`Paid`} value={amount(balance?.total_pagado)} note={t`in all`} />
    </Columns>
  )
}

/** `months` are ordered from the oldest to the newest. */
export function MonthChoice({ month, months }: { month: string; months: readonly string[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const show = (next: string | undefined) =>
    void navigate({ to: '/account', search: next ? { month: next } : {}, replace: true, resetScroll: false })
  const place = months.indexOf(month)
  const step = (by: number, label: string, Icon: typeof ChevronLeft) => {
    const target = place === -1 ? undefined : months[place + by]
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        disabled={!target}
        onClick={() => show(target)}
      >
        <Icon size={16} />
      </ActionIcon>
    )
  }
  return (
    <div className={`${styles['months']} not-printed`}>
      {step(-1, t`Previous month`, ChevronLeft)}
      <Select
        aria-label={t`Month`}
        data={months.toReversed().map((value) => ({ value, label: formatLongMonth(value) }))}
        value={month}
        onChange={(chosen) => show(chosen ?? undefined)}
      />
      {step(1, t`Next month`, ChevronRight)}
    </div>
  )
}
