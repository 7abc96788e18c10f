import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOrderStateName } from '../../shared/order-status.tsx'
import { staffOrderById } from '../queries.ts'
import styles from './board.module.css'

/** The empty frame of an order that someone else has moved: who moved it, and where to. Keys do nothing here. */
export function GoneTicket({ order: { id, order_number, status } }: { order: QueuedOrder }) {
  const { t } = useLingui()
  const nameOf = useOrderStateName()
  const { data } = useQuery(staffOrderById(id))
  const step = data && data.status !== status ? data.timeline.at(-1) : undefined
  const state = nameOf(step?.status ?? '').toLowerCase()
  const by = step?.by_name ?? ''
  return (
    <article aria-label={order_number} aria-current className={`${styles['ticket']} ${styles['gone']}`}>
      <Link to="/warehouse/orders/$id" params={{ id }} className={styles['number']}>
        {order_number}
      </Link>
      <span role="status">{step ? t`${state} by ${by}` : t`moved by someone else`}</span>
    </article>
  )
}
