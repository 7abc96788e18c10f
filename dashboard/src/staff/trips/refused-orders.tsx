// Which orders cannot be on a trip or leave with it, and why, as the service says it: each with a link to what can be done.
import { AndenError } from '@anden/sdk'
import type { NotReadyOrder, OrderOnTrip } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useOrderStateName } from '../../shared/order-status.tsx'
import { LotLink } from '../../shared/stock/links.tsx'
import styles from './trip.module.css'

const isRefusal = (error: unknown, code: string): error is AndenError =>
  error instanceof AndenError && error.code === code

/** The orders of a refusal; none if the error is another one. */
function notReadyOrders(error: unknown): readonly NotReadyOrder[] {
  if (!isRefusal(error, 'trips/orders-not-ready')) return []
  return (error.problem as { orders?: NotReadyOrder[] }).orders ?? []
}

function ordersOnTrips(error: unknown): readonly OrderOnTrip[] {
  if (!isRefusal(error, 'trips/order-on-trip') && !isRefusal(error, 'orders/on-trip')) return []
  return (error.problem as { on_trips?: OrderOnTrip[] }).on_trips ?? []
}

export const namesOrders = (error: unknown) =>
  notReadyOrders(error).length > 0 || ordersOnTrips(error).length > 0

export function RefusedOrders({ error }: { error: unknown }) {
  if (!namesOrders(error)) return null
  return (
    <ul className={styles['refused']}>
      {notReadyOrders(error).map((order) => (
        <li key={order.order_id}>
          <OrderLink {...order} /> <NotReadyText {...order} />
        </li>
      ))}
      {ordersOnTrips(error).map((order) => (
        <li key={order.order_id}>
          <OrderLink {...order} />{' '}
          <Trans>
            is on{' '}
            <Link to="/warehouse/trips/$id" params={{ id: order.trip_id }} className="numeric">
              {order.trip_number}
            </Link>
          </Trans>
        </li>
      ))}
    </ul>
  )
}

type Named = { order_id: string; order_number: string }

export function OrderLink({ order_id, order_number }: Named) {
  return (
    <Link to="/warehouse/orders/$id" params={{ id: order_id }} className="numeric">
      <b>{order_number}</b>
    </Link>
  )
}

/** Why this order cannot leave, or cannot be on a trip at all. */
function NotReadyText({ why, current_status, lots }: NotReadyOrder) {
  const { t } = useLingui()
  const stateName = useOrderStateName()
  switch (why) {
    case 'retiro':
      return t`is collected by its recipient`
    case 'not_in_preparation':
      return t`is only approved: prepare it first`
    case 'lot_on_hold':
      return (
        <>
          {t`has goods of a lot on hold:`}
          <ul>
            {lots.map(({ lot_id, lot_number, products, reason }) => (
              <li key={lot_id}>
                <LotLink id={lot_id} number={lot_number} /> · {products.name}
                <div className="quiet">{reason}</div>
              </li>
            ))}
          </ul>
        </>
      )
    default: {
      const status = stateName(current_status).toLowerCase()
      return t`is ${status}`
    }
  }
}
