// One order on the board.
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Moment, quantityText } from '../../ui/values.tsx'
import { picksOf } from '../queries.ts'
import styles from './board.module.css'
import { actionsIn, keyOf, type OrderAction, useActionTexts } from './order-actions.ts'

type TicketProps = {
  order: QueuedOrder
  /** It has the focus of the board: keys act on it. */
  isCurrent: boolean
  isMarked: boolean
  mayAct: boolean
  isActing: boolean
  focus: () => void
  mark: () => void
  act: (action: OrderAction) => void
}

export function Ticket({ order, isCurrent, isMarked, mayAct, isActing, focus, mark, act }: TicketProps) {
  const { t } = useLingui()
  const texts = useActionTexts()
  const ticket = useRef<HTMLElement>(null)
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
      onClick={focus}
    >
      <div className={styles['line']}>
        <Checkbox
          size="xs"
          checked={isMarked}
          onChange={mark}
          aria-label={t`Select ${order.order_number}`}
          tabIndex={-1}
        />
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
          order.destinatario.name,
          ...order.quantities.map((sum) => quantityText(sum.quantity, sum.unit_type)),
        ].join(' · ')}
      </small>
      {order.status === 'failed_delivery' ? <Chip tone="bad">{t`Not delivered`}</Chip> : null}
      {isCurrent ? (
        <>
          {order.status === 'pending' ? <Picks id={order.id} /> : null}
          {mayAct ? (
            <div className={styles['actions']}>
              {(actionsIn[order.status] ?? []).map((action, index) => (
                <Button
                  key={action}
                  size="compact-md"
                  variant={index === 0 ? 'filled' : 'default'}
                  loading={isActing && index === 0}
                  onClick={() => act(action)}
                  aria-keyshortcuts={keyOf[action]}
                >
                  {texts[action]}
                </Button>
              ))}
            </div>
          ) : null}
        </>
      ) : null}
    </article>
  )
}

/** The lots that approval would take now, and what is short. */
function Picks({ id }: { id: string }) {
  const { t } = useLingui()
  const { data } = useQuery(picksOf(id))
  if (!data) return <small className={styles['picks']}>{t`Looking for lots…`}</small>
  const lots = data.items.flatMap(({ picks }) => picks)
  return (
    <small className={styles['picks']}>
      {lots.map(({ lot_id, lot_number, quantity }) => (
        <span key={lot_id}>
          <span className="mono">{lot_number}</span> · {formatNumber(quantity)}
        </span>
      ))}
      {data.shortages.map(({ product_id, requested, available }) => (
        <Chip key={product_id} tone="bad">
          {t`${formatNumber(requested - available)} short`}
        </Chip>
      ))}
    </small>
  )
}
