import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useOrderStates } from '../../shared/order-status.tsx'
import { formatNumber } from '../../ui/format.ts'
import type { OpenStatus } from '../queries.ts'
import styles from './board.module.css'
import { GoneTicket } from './gone-ticket.tsx'
import { Ticket, type TicketHandlers } from './ticket.tsx'
import type { MovedByOthers } from './use-selection.ts'
import { useStagedCount } from './use-staged-count.ts'

type StatusColumnProps = {
  status: OpenStatus
  orders: readonly QueuedOrder[]
  isPending: boolean
  hasMore: boolean
  /** Whether this is the column that a phone shows. */
  isChosen: boolean
  currentId: string | undefined
  /** The order whose empty frame is in this column. */
  gone: MovedByOthers | undefined
  isMarked: (order: QueuedOrder) => boolean
  mayAct: boolean
  handlers: TicketHandlers
}

export function StatusColumn(props: StatusColumnProps) {
  const { status, orders, isPending, hasMore, isChosen, currentId, gone, isMarked, mayAct, handlers } = props
  const { t } = useLingui()
  const states = useOrderStates()
  const heading = useId()
  const mark = useId()
  const areAllMarked = orders.length > 0 && orders.every(isMarked)
  const framed = Math.max(
    orders.findIndex(({ id }) => id === currentId),
    gone?.index ?? 0,
  )
  const rendered = useStagedCount(orders.length, framed + 1)
  const tickets = orders
    .slice(0, rendered)
    .map((order) => (
      <Ticket
        key={order.id}
        order={order}
        isCurrent={order.id === currentId}
        isMarked={isMarked(order)}
        mayAct={mayAct}
        handlers={handlers}
      />
    ))
  if (gone) tickets.splice(gone.index, 0, <GoneTicket key={`gone ${gone.order.id}`} order={gone.order} />)
  return (
    <section aria-labelledby={heading} className={`${styles['column']} ${isChosen ? styles['chosen'] : ''}`}>
      <div className={styles['head']}>
        <label htmlFor={mark} className={styles['mark']}>
          <Checkbox
            id={mark}
            size="xs"
            checked={areAllMarked}
            indeterminate={!areAllMarked && orders.some(isMarked)}
            disabled={orders.length === 0}
            onChange={() => handlers.markAll(orders)}
            aria-label={t`Select all: ${states[status]}`}
          />
        </label>
        <h2 id={heading}>
          {states[status]}{' '}
          <span className={styles['count']}>{`${formatNumber(orders.length)}${hasMore ? '+' : ''}`}</span>
        </h2>
      </div>
      {isPending ? <Skeleton height={84} /> : null}
      {tickets}
      {!isPending && tickets.length === 0 ? <p className={styles['none']}>{t`Nothing here`}</p> : null}
      {hasMore ? (
        <Link to="/warehouse/orders/list" search={{ status }}>
          {t`All of them`}
        </Link>
      ) : null}
    </section>
  )
}
