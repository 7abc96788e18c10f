// The lines of a notice: what was announced, what came, and why they differ.
import type { InboundItem, InboundNoticeDetail } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Mono, None, Quantity, quantityText } from '../../ui/values.tsx'
import { useSession } from '../session.ts'
import styles from './notice-items.module.css'
import { useDifferenceReasons } from './notice-status.tsx'

export function NoticeItems({ items, status }: Pick<InboundNoticeDetail, 'items' | 'status'>) {
  const { t } = useLingui()
  const hasReceived = status !== 'announced' && status !== 'arrived' && status !== 'cancelled'
  const columns: Column<InboundItem>[] = [
    { id: 'product', label: t`Product`, width: '34%', cell: (item) => <Product {...item} /> },
    {
      id: 'lot',
      label: t`Lot`,
      from: 'sm',
      cell: ({ lot_number }) => (lot_number ? <span className="mono numeric">{lot_number}</span> : <None />),
    },
    { id: 'expiry', label: t`Expires`, from: 'sm', cell: ({ expiry_date }) => <Expiry date={expiry_date} /> },
    {
      id: 'vintage',
      label: t`Vintage`,
      from: 'lg',
      cell: ({ vintage_year }) => vintage_year ?? <None />,
    },
    {
      id: 'quantity',
      label: t({ context: 'quantity', message: 'Announced' }),
      isNumeric: true,
      cell: ({ announced, quantity, unit_type }) =>
        announced ? <Quantity value={quantity} unit={unit_type} /> : <None />,
    },
    ...(hasReceived
      ? [received(t({ context: 'quantity', message: 'Received' })), difference(t`Difference`)]
      : []),
  ]
  const lines = plural(items.length, { one: '# line', other: '# lines' })
  return (
    <Card title={t`Products`} aside={lines} flush>
      <PlainTable label={t`Products`} columns={columns} rows={items} rowKey={({ id }) => id} />
    </Card>
  )
}

const received = (label: string): Column<InboundItem> => ({
  id: 'received',
  label,
  isNumeric: true,
  cell: ({ received, unit_type }) => <Quantity value={received} unit={unit_type} />,
})

const difference = (label: string): Column<InboundItem> => ({
  id: 'difference',
  label,
  isNumeric: true,
  from: 'sm',
  cell: (item) => <Difference {...item} />,
})

function Product(item: InboundItem) {
  const { t } = useLingui()
  const { client } = useSession()
  const { product_id: id, name, sku, announced, lot_number, expiry_date, vintage_year } = item
  return (
    <>
      <Link to={client === null ? '/warehouse/stock/$id' : '/stock/$id'} params={{ id }}>
        {name}
      </Link>{' '}
      <span className="mono quiet">{sku}</span>{' '}
      {announced ? null : <Chip tone="warn">{t`not announced`}</Chip>}
      {/* On a phone, in place of the columns. */}
      <span className={styles['below']}>
        {lot_number ? <Mono>{lot_number}</Mono> : null}
        {expiry_date ? <Expiry date={expiry_date} /> : null}
        {vintage_year ? t`vintage ${vintage_year}` : null}
        {item.difference_reason ? <Difference {...item} /> : null}
      </span>
    </>
  )
}

/** With its sign, its reason and what was noted. */
function Difference({ difference, difference_reason, difference_note }: InboundItem) {
  const { t } = useLingui()
  const reasons: Partial<Record<string, string>> = useDifferenceReasons()
  if (difference === 0) return <span className={styles['same']}>{t`none`}</span>
  return (
    <span className={styles['difference']}>
      <b className="numeric">{signed(difference)}</b>
      {difference_reason ? <span>{reasons[difference_reason] ?? difference_reason}</span> : null}
      {difference_note ? <small>{difference_note}</small> : null}
    </span>
  )
}

export const signed = (difference: number, unit = '') =>
  `${difference > 0 ? '+' : '−'}${unit ? quantityText(Math.abs(difference), unit) : formatNumber(Math.abs(difference))}`
