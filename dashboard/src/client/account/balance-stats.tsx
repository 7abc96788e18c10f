import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Columns, Stat } from '../../ui/card.tsx'
import { formatLongMonth, formatMoney } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { Money } from '../../ui/values.tsx'
import { overviewQuery } from '../overview/queries.ts'
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
