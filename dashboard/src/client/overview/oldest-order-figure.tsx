import type { FailedOrder, OrdersOverview } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useOrderStateName } from '../../shared/order-status.tsx'
import { Stat } from '../../ui/card.tsx'
import { formatAgo } from '../../ui/format.ts'
import { None } from '../../ui/values.tsx'
import styles from './figures.module.css'
import { Figure, Note } from './figures.tsx'

/** What waits longest, and which deliveries failed. */
export function OldestOrderFigure({ orders }: { orders: OrdersOverview | null | undefined }) {
  const { t } = useLingui()
  const stateName = useOrderStateName()
  const oldest = orders?.oldest_open
  const link = oldest ? { to: `/orders/${oldest.id}` } : {}
  return (
    <Stat
      label={t`Oldest open order`}
      value={<Figure>{orders ? (oldest?.order_number ?? <None />) : null}</Figure>}
      note={
        <Note>
          {orders ? (
            <>
              <span className={styles['one']}>
                {oldest
                  ? `${stateName(oldest.status)} · ${formatAgo(oldest.created_at)}`
                  : t`No order is open`}
              </span>
              {orders.failed.slice(0, failedShown).map((failed) => (
                <FailedLine key={failed.id} {...failed} />
              ))}
            </>
          ) : null}
        </Note>
      }
      {...link}
    />
  )
}

/** As many as the note has lines for. */
const failedShown = 2

function FailedLine({ id, order_number, status_reason }: FailedOrder) {
  const { t } = useLingui()
  const text = t`${order_number} not delivered`
  return (
    <Link
      to="/orders/$id"
      params={{ id }}
      className={`${styles['one']} ${styles['bad']}`}
      title={status_reason ?? ''}
    >
      {status_reason ? `${text}: ${status_reason}` : text}
    </Link>
  )
}
