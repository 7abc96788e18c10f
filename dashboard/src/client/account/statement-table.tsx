import { useLingui } from '@lingui/react/macro'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatMoney } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Moment, Money } from '../../ui/values.tsx'
import styles from './account.module.css'
import { useEntryTitle } from './entry-texts.ts'
import type { Statement, StatementLine } from './statement.ts'

/** A line of the table: the balance at one end of the month, or an entry between them. */
type Row = { id: string; title: string; balance: number; line: StatementLine | null }

export function StatementTable({ opening, closing, lines }: Statement) {
  const { t } = useLingui()
  const titleOf = useEntryTitle()
  const rows: Row[] = [
    { id: 'opening', title: t`Opening balance`, balance: opening, line: null },
    ...lines.map((line) => ({ id: line.id, title: titleOf(line), balance: line.balance, line })),
    { id: 'closing', title: t`Closing balance`, balance: closing, line: null },
  ]
  const listed = new Set(lines.map(({ id }) => id))
  const amount = (value: number | undefined) => (value ? <Money amount={value} /> : null)
  const columns: Column<Row>[] = [
    {
      id: 'date',
      label: t`Date`,
      from: 'sm',
      cell: ({ line }) => (line ? <Moment at={line.created_at} /> : null),
    },
    {
      id: 'entry',
      label: t`Entry`,
      cell: ({ title, line }) =>
        line ? (
          <Entry title={title} line={line} isReversedListed={listed.has(line.reverses ?? '')} />
        ) : (
          <b>{title}</b>
        ),
    },
    {
      id: 'debit',
      label: t`Debit`,
      isNumeric: true,
      from: 'sm',
      cell: ({ line }) => amount(line?.debit),
    },
    {
      id: 'credit',
      label: t`Credit`,
      isNumeric: true,
      from: 'sm',
      cell: ({ line }) => amount(line?.credit),
    },
    {
      id: 'balance',
      label: t`Balance`,
      isNumeric: true,
      cell: ({ balance, line }) => (line ? <Money amount={balance} /> : <b>{formatMoney(balance)}</b>),
    },
  ]
  return <PlainTable label={t`Statement`} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

function Entry({
  title,
  line,
  isReversedListed,
}: {
  title: string
  line: StatementLine
  isReversedListed: boolean
}) {
  const { t } = useLingui()
  return (
    <div id={line.id} className={styles['entry']}>
      <span>{title}</span>
      {line.description ? <span className="quiet">{line.description}</span> : null}
      {line.reverses && isReversedListed ? (
        <a href={`#${line.reverses}`}>{t`Show the reversed entry`}</a>
      ) : null}
      <OnPhone>
        <Moment at={line.created_at} /> · {formatMoney(line.debit - line.credit)}
      </OnPhone>
    </div>
  )
}
