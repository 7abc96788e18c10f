// The orders that a draft can take, at its left: those that wait longest first.
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Kbd, Skeleton, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { OrderChip } from '../../shared/order-status.tsx'
import { formatNumber } from '../../ui/format.ts'
import { filterField } from '../../ui/keys-of-page.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import type { Dragging } from './dragging.ts'
import { ordersPerStatus } from './queries.ts'
import { ReadinessChip, readinessOf } from './readiness.tsx'
import styles from './trip.module.css'
import { joined, packagesText } from './trip-texts.tsx'
import type { FreeOrders } from './use-free-orders.ts'

type FreeOrdersProps = {
  free: FreeOrders
  currentId: string | undefined
  frame: (order: QueuedOrder) => void
  add: (order: QueuedOrder) => void
  dragging: Dragging
}

export function FreeOrderList({ free, currentId, frame, add, dragging }: FreeOrdersProps) {
  const { t } = useLingui()
  const { orders, isPending, failed, hasMore, sought, setSought } = free
  /** Whoever has typed goes on with the keys of the page: after Enter, from the first match. */
  const leaveField = ({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLInputElement>) => {
    if ((key !== 'Enter' && key !== 'Escape') || nativeEvent.isComposing) return
    currentTarget.blur()
    const [first] = orders
    if (key === 'Enter' && first) frame(first)
  }
  return (
    <>
      {failed ? <ProblemNote error={failed.error} retry={() => void failed.refetch()} /> : null}
      <TextInput
        ref={filterField}
        className={styles['sought'] ?? ''}
        aria-label={t`Number, client, recipient or town`}
        placeholder={t`Number, client, recipient or town`}
        value={sought}
        onChange={({ currentTarget }) => setSought(currentTarget.value)}
        onKeyDown={leaveField}
      />
      <div className={styles['orders']} {...dragging.backToOrders}>
        {isPending ? <Skeleton height={88} /> : null}
        {orders.map((order) => (
          <FreeOrder
            key={order.id}
            order={order}
            isCurrent={order.id === currentId}
            frame={() => frame(order)}
            add={() => add(order)}
            drag={dragging.start({ kind: 'order', id: order.id }, order.order_number)}
            end={dragging.end}
          />
        ))}
        {!isPending && orders.length === 0 ? (
          <p className={styles['none']}>
            {sought
              ? t`None of them matches.`
              : t`Every order that can leave is on a trip. New ones appear here as they are approved.`}
          </p>
        ) : null}
        {hasMore ? (
          <p className={styles['none']}>
            {t`Of each state, the oldest ${formatNumber(ordersPerStatus)} are here. More appear as these go.`}
          </p>
        ) : null}
      </div>
      <p className={styles['hint']}>
        <Kbd size="xs">→</Kbd> <Trans>add to the trip</Trans> · <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd>{' '}
        <Trans>move</Trans> · <Kbd size="xs">/</Kbd> <Trans>search</Trans>
      </p>
    </>
  )
}

type FreeOrderProps = {
  order: QueuedOrder
  isCurrent: boolean
  frame: () => void
  add: () => void
  drag: (event: DragEvent) => void
  end: () => void
}

function FreeOrder({ order, isCurrent, frame, add, drag, end }: FreeOrderProps) {
  const { t } = useLingui()
  const ticket = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) ticket.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const { order_number, status, packages, client, destinatario, delivery_city } = order
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page has keys of its own to move between orders
    <article
      ref={ticket}
      aria-label={order_number}
      aria-current={isCurrent || undefined}
      className={styles['order']}
      draggable
      onDragStart={drag}
      onDragEnd={end}
      onClick={frame}
    >
      <div className={styles['line']}>
        <Link
          to="/warehouse/orders/$id"
          params={{ id: order.id }}
          className={styles['number']}
          draggable={false}
        >
          {order_number}
        </Link>
        <span className={styles['client']}>{client.name}</span>
        <small>{packages === null ? t`not packed` : packagesText(packages)}</small>
      </div>
      <div className={styles['place']}>{joined([destinatario.name, delivery_city ?? destinatario.city])}</div>
      <div className={styles['line']}>
        <span className={styles['states']}>
          {status === 'failed_delivery' || readinessOf({ order_status: status, packages }) !== 'ready' ? (
            <OrderChip status={status} />
          ) : (
            <ReadinessChip order_status={status} packages={packages} />
          )}
        </span>
        <Button
          size="compact-md"
          aria-label={t`Add ${order_number}`}
          onClick={(event) => {
            event.stopPropagation()
            add()
          }}
        >
          {t`Add`}
        </Button>
      </div>
    </article>
  )
}
