// The stock of a product as one bar, with its parts named below.
import type { StockRow } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { formatDay, formatMoment, formatNumber, isEndOfDay } from '../../ui/format.ts'
import { StockBar } from '../../ui/stock-bar.tsx'
import { Moment, Quantity, unitName } from '../../ui/values.tsx'
import styles from './stock-summary.module.css'

export function StockSummary({
  quantity,
  reserved_quantity,
  available_quantity,
  products,
  updated_at,
}: StockRow) {
  const { t } = useLingui()
  const available = available_quantity ?? 0
  const reserved = reserved_quantity ?? 0
  const rest = Math.max(0, quantity - available - reserved)
  const parts = [
    { id: 'available', label: t`Available`, note: t`can be ordered now`, value: available },
    { id: 'reserved', label: t`Reserved`, note: t`for pending orders`, value: reserved },
    { id: 'rest', label: t`Not available`, note: t`expired or on hold`, value: rest },
  ]
  return (
    <Card
      title={t`Stock`}
      aside={
        <span>
          {t`changed`} <Moment at={updated_at} ago />
        </span>
      }
    >
      <p className={styles['total']}>
        <b>{formatNumber(quantity)}</b>
        {'\u00a0'}
        {unitName(quantity, products.unit_type)} {t`on hand`}
      </p>
      <div className={styles['bar']}>
        <StockBar onHand={quantity} reserved={reserved} available={available} unit={products.unit_type} />
      </div>
      <dl className={styles['parts']}>
        {parts.map(({ id, label, note, value }) => (
          <div key={id}>
            <dt>
              <i className={styles[id]} aria-hidden="true" />
              {label}
            </dt>
            <dd>
              <Quantity value={value} unit={products.unit_type} />
              <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** A link can name any moment, while the filter can only choose the end of a day. */
export function PastStockNote({ at }: { at: string }) {
  return isEndOfDay(at) ? (
    <Trans>As recorded by the end of {formatDay(at)}. What was reserved then is not known.</Trans>
  ) : (
    <Trans>As recorded by {formatMoment(at)}. What was reserved then is not known.</Trans>
  )
}
