// Orders with goods of a lot that have not left the warehouse: those that a hold stops.
import type { Lot } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OrderChip } from '../../shared/order-status.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { quantityText } from '../../ui/values.tsx'
import styles from './orders-not-left.module.css'
import { ordersNotLeftOf, staffStockOf } from './queries.ts'

/** Renders nothing if there are no such orders. */
export function OrdersNotLeft({ lot }: { lot: Lot }) {
  const { t } = useLingui()
  const { data, error } = useQuery(ordersNotLeftOf(lot.id))
  const unit = useQuery(staffStockOf(lot.product_id)).data?.products.unit_type ?? ''
  if (error) return <ProblemNote error={error} />
  if (!data || data.data.length === 0) return null
  const orders = data.data
  return (
    <div className={styles['orders']}>
      <p>
        {data.has_more ? (
          <Trans>More than {orders.length} orders have goods of this lot and have not left.</Trans>
        ) : (
          <Plural
            value={orders.length}
            one="# order has goods of this lot and has not left."
            other="# orders have goods of this lot and have not left."
          />
        )}{' '}
        {lot.hold ? (
          <Trans>They can be dispatched again once the lot is released.</Trans>
        ) : (
          <Trans>Keep them back: they cannot be dispatched while the lot is on hold.</Trans>
        )}
      </p>
      <ul aria-label={t`Orders that have not left`}>
        {orders.map(({ id, order_number, status, destinatario, quantity }) => (
          <li key={id}>
            <Link to="/warehouse/orders/$id" params={{ id }} className="numeric">
              {order_number}
            </Link>
            <OrderChip status={status} />
            <span className={styles['recipient']}>{destinatario.name}</span>
            <span className="numeric">{quantityText(quantity, unit)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
