// The stops of a trip in the order of the route, at the right of a draft.
import type { TripStop } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Kbd } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Empty } from '../../ui/card.tsx'
import { Moment } from '../../ui/values.tsx'
import { useActionTexts } from '../orders/order-actions.ts'
import type { Dragging } from './dragging.ts'
import { ReadinessChip } from './readiness.tsx'
import styles from './trip.module.css'
import { joined, OutcomeChip, packagesText } from './trip-texts.tsx'

/** What can be done to a stop of a draft; null: nothing of it can be moved. */
type Planning = {
  move: (stop: TripStop, by: 1 | -1) => void
  remove: (stop: TripStop) => void
  dragging: Dragging
}

/** What can be done to an order that is under way. */
type Reporting = {
  deliver: (stop: TripStop) => void
  fail: (stop: TripStop) => void
  isPending: boolean
}

type StopListProps = {
  stops: readonly TripStop[]
  isDraft: boolean
  currentId: string | undefined
  frame: (stop: TripStop) => void
  planning: Planning | null
  reporting: Reporting | null
}

export function StopList({ stops, isDraft, currentId, frame, planning, reporting }: StopListProps) {
  const { t } = useLingui()
  const dragging = planning?.dragging
  if (stops.length === 0)
    return (
      <div className={styles['empty']} data-gap={dragging?.gap === 0 || undefined} {...dragging?.ontoEnd}>
        <Empty title={t`No stops yet`}>
          {isDraft
            ? t`Drag orders here, press “Add”, or frame one and press →. They are visited from top to bottom.`
            : t`It departed without orders.`}
        </Empty>
      </div>
    )
  return (
    <div className={styles['route']} {...dragging?.ontoEnd}>
      <ol className={styles['stops']} aria-label={t`Stops`}>
        {stops.map((stop, index) => (
          <Stop
            key={stop.order_id}
            stop={stop}
            isDraft={isDraft}
            isLast={index === stops.length - 1}
            gap={gapAt(dragging?.gap ?? null, index, stops.length)}
            isCurrent={stop.order_id === currentId}
            frame={() => frame(stop)}
            planning={planning}
            reporting={reporting}
          />
        ))}
      </ol>
    </div>
  )
}

/** Where a dragged order would come to stand, as a line above or below this stop. */
function gapAt(gap: number | null, index: number, count: number): 'above' | 'below' | undefined {
  if (gap === index) return 'above'
  return gap === count && index === count - 1 ? 'below' : undefined
}

type StopProps = {
  stop: TripStop
  isDraft: boolean
  isLast: boolean
  gap: 'above' | 'below' | undefined
  isCurrent: boolean
  frame: () => void
  planning: Planning | null
  reporting: Reporting | null
}

function Stop({ stop, isDraft, isLast, gap, isCurrent, frame, planning, reporting }: StopProps) {
  const row = useRef<HTMLLIElement>(null)
  const wasCurrent = useRef(isCurrent)
  useEffect(() => {
    // Not when the page opens: what it begins with is at the top.
    if (isCurrent && !wasCurrent.current) row.current?.scrollIntoView({ block: 'nearest' })
    wasCurrent.current = isCurrent
  }, [isCurrent])
  const drag = planning
    ? {
        draggable: true,
        onDragStart: planning.dragging.start({ kind: 'stop', id: stop.order_id }, stop.order_number),
        onDragEnd: planning.dragging.end,
        ...planning.dragging.ontoStop(stop.position - 1),
      }
    : {}
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page has keys of its own to move between stops
    <li
      ref={row}
      className={styles['stop']}
      aria-current={isCurrent || undefined}
      data-gap={gap}
      onClick={frame}
      {...drag}
    >
      <span className={styles['position']}>{stop.position}</span>
      <div className={styles['where']}>
        <b>{stop.destinatario.name}</b>
        <Address {...stop} />
        {stop.notes ? <span className={styles['notes']}>{stop.notes}</span> : null}
        <Numbers {...stop} />
      </div>
      <div className={styles['aside']}>
        {stop.outcome ? <OutcomeOf {...stop} /> : isDraft ? <ReadinessChip {...stop} /> : null}
        {planning ? <MoveButtons stop={stop} isLast={isLast} planning={planning} /> : null}
        {reporting && stop.outcome === null ? (
          <ReportButtons stop={stop} isCurrent={isCurrent} reporting={reporting} />
        ) : null}
      </div>
    </li>
  )
}

function Address({ delivery_address, delivery_city, destinatario }: TripStop) {
  const { t } = useLingui()
  const place = [delivery_address, delivery_city].filter(Boolean).join(', ')
  return <span>{joined([place || t`No address`, destinatario.delivery_schedule])}</span>
}

function Numbers({ order_id, order_number, client, remitos, packages }: TripStop) {
  return (
    <small className={styles['numbers']}>
      <Link to="/warehouse/orders/$id" params={{ id: order_id }} draggable={false}>
        {order_number}
      </Link>
      <span>{client.name}</span>
      {remitos.map(({ id, remito_number }) => (
        <span key={id} className="numeric">
          {remito_number.join(', ')}
        </span>
      ))}
      {packages === null ? null : <span>{packagesText(packages)}</span>}
    </small>
  )
}

function OutcomeOf({ outcome, outcome_at, outcome_reason }: TripStop) {
  return (
    <span className={styles['outcome']}>
      <OutcomeChip outcome={outcome ?? ''} />
      {outcome_at ? (
        <small>
          <Moment at={outcome_at} />
        </small>
      ) : null}
      {outcome_reason ? <small className={styles['reason']}>{outcome_reason}</small> : null}
    </span>
  )
}

type MoveButtonsProps = { stop: TripStop; isLast: boolean; planning: Planning }

function MoveButtons({ stop, isLast, planning }: MoveButtonsProps) {
  const { t } = useLingui()
  const { order_number, position } = stop
  return (
    <span className={styles['moves']}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Move ${order_number} up`}
        disabled={position === 1}
        onClick={() => planning.move(stop, -1)}
      >
        <ChevronUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Move ${order_number} down`}
        disabled={isLast}
        onClick={() => planning.move(stop, 1)}
      >
        <ChevronDown size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Remove ${order_number} from the trip`}
        onClick={(event) => {
          event.stopPropagation()
          planning.remove(stop)
        }}
      >
        <X size={16} />
      </ActionIcon>
    </span>
  )
}

type ReportButtonsProps = { stop: TripStop; isCurrent: boolean; reporting: Reporting }

function ReportButtons({ stop, isCurrent, reporting }: ReportButtonsProps) {
  const { t } = useLingui()
  const texts = useActionTexts()
  return (
    <span className={`${styles['reports']} not-printed`}>
      <Button
        size="compact-md"
        variant={isCurrent ? 'light' : 'default'}
        disabled={reporting.isPending}
        aria-label={t`Deliver ${stop.order_number}`}
        onClick={() => reporting.deliver(stop)}
      >
        {texts.deliver}
      </Button>
      <Button
        size="compact-md"
        disabled={reporting.isPending}
        aria-label={t`Could not deliver ${stop.order_number}`}
        onClick={() => reporting.fail(stop)}
      >
        {texts.fail}
      </Button>
    </span>
  )
}

export function StopsTitle({ isDraft }: { isDraft: boolean }) {
  const { t } = useLingui()
  if (!isDraft) return t`Stops`
  return (
    <>
      {t`Stops`}{' '}
      <span className={styles['how']}>
        <Trans>
          dragged into order, or with <Kbd size="xs">Alt</Kbd> <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd>
        </Trans>
      </span>
    </>
  )
}
