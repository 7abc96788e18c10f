import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useId } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { useOrderStates } from '../../ui/order-status.tsx'
import type { OpenStatus } from '../queries.ts'
import styles from './board.module.css'
import { Ticket } from './ticket.tsx'

type StatusColumnProps = {
  status: OpenStatus
  orders: readonly QueuedOrder[]
  isPending: boolean
  hasMore: boolean
  ticketOf: (order: QueuedOrder) => Omit<ComponentProps<typeof Ticket>, 'order'>
}

export function StatusColumn({ status, orders, isPending, hasMore, ticketOf }: StatusColumnProps) {
  const { t } = useLingui()
  const states = useOrderStates()
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles['column']}>
      <h2 id={heading}>
        {states[status]}
        <span className={styles['count']}>{`${formatNumber(orders.length)}${hasMore ? '+' : ''}`}</span>
      </h2>
      {isPending ? <Skeleton height={84} /> : null}
      {orders.map((order) => (
        <Ticket key={order.id} order={order} {...ticketOf(order)} />
      ))}
      {!isPending && orders.length === 0 ? <p className={styles['none']}>{t`Nothing here`}</p> : null}
      {hasMore ? (
        <Link to="/warehouse/orders/list" search={{ status } as never}>
          {t`All of them`}
        </Link>
      ) : null}
    </section>
  )
}
