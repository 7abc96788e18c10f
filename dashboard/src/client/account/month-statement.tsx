import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { formatLongMonth } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { overviewQuery } from '../overview/queries.ts'
import { MonthChoice } from './balance-stats.tsx'
import { entriesOf } from './queries.ts'
import { statementOf } from './statement.ts'
import { StatementTable } from './statement-table.tsx'

export function MonthStatement({ month }: { month: string }) {
  const { t } = useLingui()
  const balances = useQuery(overviewQuery)
  const months = balances.data?.account?.balance_per_month ?? []
  return (
    <Card
      title={t`Statement for ${formatLongMonth(month)}`}
      aside={<MonthChoice month={month} months={months.map((one) => one.month)} />}
      flush
    >
      {content()}
    </Card>
  )

  function content() {
    const closing = months.find((one) => one.month === month)?.saldo
    if (closing !== undefined) return <Lines month={month} closing={closing} />
    if (balances.isError) return <ProblemNote error={balances.error} retry={() => void balances.refetch()} />
    if (balances.isPending) return <Loading />
    return (
      <Empty
        title={t`There is no statement for this month`}
        action={<ButtonLink to="/account">{t`To the current month`}</ButtonLink>}
      >
        {t`Statements go back 12 months. Older entries are in the export.`}
      </Empty>
    )
  }
}

function Lines({ month, closing }: { month: string; closing: number }) {
  const entries = useQuery(entriesOf(month))
  if (entries.data) return <StatementTable {...statementOf(entries.data, closing)} />
  if (entries.isError) return <ProblemNote error={entries.error} retry={() => void entries.refetch()} />
  return <Loading />
}

function Loading() {
  return (
    <Stack gap="md" p="md" aria-busy="true">
      <Skeleton height={12} width="80%" />
      <Skeleton height={12} width="90%" />
      <Skeleton height={12} width="70%" />
    </Stack>
  )
}
