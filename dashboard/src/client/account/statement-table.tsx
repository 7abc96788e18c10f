import type { Transaction } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { dateAt, formatDate, formatMoney } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Moment, Money } from '../../ui/values.tsx'
import styles from './account.module.css'
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
      {line.paid_on && line.paid_on !== dateAt(Date.parse(line.created_at)) ? (
        <span className="quiet">{t`paid on ${formatDate(line.paid_on)}`}</span>
      ) : null}
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

/** The title of an entry: a payment with its method, a credit note with its number. */
function useEntryTitle(): (entry: Transaction) => string {
  const { t } = useLingui()
  const methods: Record<string, string> = {
    efectivo: t`cash`,
    tarjeta: t`card`,
    transferencia: t`bank transfer`,
    qr: t`QR`,
    cheque: t`cheque`,
  }
  return ({ type, payment_method, number, reverses }) => {
    const method = methods[payment_method] ?? payment_method
    if (type === 'payment') return reverses ? t`Reversal of a payment, ${method}` : t`Payment, ${method}`
    if (type === 'credit_note')
      return reverses ? t`Reversal of credit note ${number}` : t`Credit note ${number}`
    return reverses ? t`Reversal of a charge` : t`Charge`
  }
}
