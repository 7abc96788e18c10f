// One order on the board.
import { movesIn, type OrderMove } from '@anden/contract/values'
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useId, useRef } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { Moment, quantityText } from '../../ui/values.tsx'
import styles from './board.module.css'
import { keyOf, useActionTexts } from './order-actions.ts'
import { Picks } from './picks.tsx'
import { TicketWarnings } from './ticket-warnings.tsx'

export type TicketHandlers = {
  focus: (order: QueuedOrder) => void
  mark: (order: QueuedOrder) => void
  /** Selects all of them, or none if all are selected. */
  markAll: (orders: readonly QueuedOrder[]) => void
  act: (order: QueuedOrder, action: OrderMove) => void
}

type TicketProps = {
  order: QueuedOrder
  /** Whether the board's keyboard focus is on this order. */
  isCurrent: boolean
  isMarked: boolean
  mayAct: boolean
  handlers: TicketHandlers
}

export const Ticket = memo(function Ticket({ order, isCurrent, isMarked, mayAct, handlers }: TicketProps) {
  const { t } = useLingui()
  const ticket = useRef<HTMLElement>(null)
  const mark = useId()
  useEffect(() => {
    if (isCurrent) ticket.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board has keys of its own to move between orders
    <article
      ref={ticket}
      aria-label={order.order_number}
      aria-current={isCurrent || undefined}
      className={styles['ticket']}
      onClick={() => handlers.focus(order)}
    >
      <div className={styles['line']}>
        <label htmlFor={mark} className={styles['mark']}>
          <Checkbox
            id={mark}
            size="xs"
            checked={isMarked}
            onChange={() => handlers.mark(order)}
            aria-label={t`Select ${order.order_number}`}
            tabIndex={-1}
          />
        </label>
        <Link to="/warehouse/orders/$id" params={{ id: order.id }} className={styles['number']}>
          {order.order_number}
        </Link>
        <small>
          {order.remito ? (
            <span className={styles['code']}>{order.remito.remito_number[0]}</span>
          ) : (
            <Moment at={order.created_at} ago />
          )}
        </small>
      </div>
      <div>{order.client.name}</div>
      <small>
        {[
          order.delivery_type === 'retiro' ? t`Pick-up` : t`Shipment`,
          order.destinatario.name,
          ...order.quantities.map((sum) => quantityText(sum.quantity, sum.unit_type)),
        ].join(' · ')}
      </small>
      {order.status === 'failed_delivery' ? (
        <span className={styles['state']}>
          <Chip tone="bad">{t`Not delivered`}</Chip>
        </span>
      ) : null}
      {order.changed_at !== null && order.status === 'pending' ? (
        <span className={styles['state']}>
          <Chip tone="warn">
            <Trans>
              changed <Moment at={order.changed_at} ago />
            </Trans>
          </Chip>
        </span>
      ) : null}
      {order.packages === null || order.status !== 'in_preparation' ? null : (
        <span className={styles['state']}>
          <Chip tone="ok">
            <Plural value={order.packages} one="Packed: # package" other="Packed: # packages" />
          </Chip>
        </span>
      )}
      {order.trip_id ? (
        <small>
          <Link to="/warehouse/trips/$id" params={{ id: order.trip_id }} className={styles['trip']}>
            {order.trip_number}
          </Link>
        </small>
      ) : null}
      <TicketWarnings order={order} isCurrent={isCurrent} />
      {isCurrent && order.status === 'pending' ? <Picks order={order} /> : null}
      {isCurrent && mayAct ? <Actions order={order} act={handlers.act} /> : null}
    </article>
  )
})

function Actions({ order, act }: { order: QueuedOrder; act: TicketHandlers['act'] }) {
  const texts = useActionTexts()
  return (
    <div className={styles['actions']}>
      {movesIn(order.status, 'staff').map((action, index) => (
        <Button
          key={action}
          size="compact-md"
          variant={index === 0 ? 'filled' : 'default'}
          onClick={(event) => {
            // Without this, the ticket would take the focus back from the next one.
            event.stopPropagation()
            act(order, action)
          }}
          aria-keyshortcuts={keyOf[action]}
        >
          {texts[action]}
        </Button>
      ))}
    </div>
  )
}
