// One trip. A draft is planned here: orders at the left, stops at the right, moved by keys, mouse or buttons. From the departure on
// it shows what becomes of each stop.
import { AndenError } from '@anden/sdk'
import type { QueuedOrder, Trip, TripStop } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, startReading } from '../../shared/api.ts'
import { plateText } from '../../shared/orders/trip-of-order.tsx'
import { useMay } from '../../shared/session.ts'
import { Card } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { formatNumber, formatWeekdayDate } from '../../ui/format.ts'
import { dialogOnDemand, usePreload } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useOrderActions } from '../orders/use-order-actions.ts'
import { useDragging } from './dragging.ts'
import { Figures } from './figures.tsx'
import { FreeOrderList } from './free-orders.tsx'
import { markTripsOld, tripById } from './queries.ts'
import { StopList, StopsTitle } from './stop-list.tsx'
import styles from './trip.module.css'
import { type Asked, TripActions } from './trip-actions.tsx'
import { joined, TripChip } from './trip-texts.tsx'
import { useFrame } from './use-frame.ts'
import { useFreeOrders } from './use-free-orders.ts'
import { useStopChanges } from './use-stop-changes.ts'
import { useTripKeys } from './use-trip-keys.ts'
import { VehicleCard } from './vehicle-card.tsx'

const ReasonDialog = dialogOnDemand(async () => (await import('../orders/reason-dialog.tsx')).ReasonDialog)
const route = getRouteApi('/shell/warehouse/trips/$id')

export const load = ({ params }: ById) => startReading(tripById(params.id))

export function TripPage() {
  const { id } = route.useParams()
  const { error } = useQuery(tripById(id))
  // Somebody else has deleted the draft that this page still has.
  if (error instanceof AndenError && error.code === 'trips/not-found') return <ProblemNote error={error} />
  return <Detail query={tripById(id)}>{(trip) => <ShownTrip key={id} read={trip} />}</Detail>
}

function ShownTrip({ read }: { read: Trip }) {
  const { t } = useLingui()
  const mayPlan = useMay('staff:orders')
  const { shown: trip, isSaving, change } = useStopChanges(read)
  const { stops, status } = trip
  const isPlanned = status === 'draft' && mayPlan
  const free = useFreeOrders(trip, isPlanned)
  const lists = {
    orders: isPlanned ? free.orders.map(({ id }) => id) : [],
    stops: stops.map(({ order_id }) => order_id),
  }
  const frame = useFrame(lists, isPlanned && free.isPending)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [failing, setFailing] = useState<TripStop | null>(null)
  const { act, isPending } = useOrderActions({ keep: markTripsOld })
  usePreload(ReasonDialog.preload)

  const add = (order: QueuedOrder, position = stops.length + 1) => {
    frame.leave(order.id)
    change({ action: 'add', order, position })
  }
  const remove = (stop: TripStop) => {
    frame.leave(stop.order_id)
    change({ action: 'remove', order: stop })
  }
  const moveTo = (stop: TripStop, position: number) => {
    if (position < 1 || position > stops.length || position === stop.position) return
    frame.go('stops', stop.order_id)
    change({ action: 'move', order: stop, position })
  }
  const move = (stop: TripStop, by: 1 | -1) => moveTo(stop, stop.position + by)
  const report = (stop: TripStop, action: 'deliver' | 'fail', reason?: string) =>
    void act({
      orders: [{ id: stop.order_id, order_number: stop.order_number, revision: stop.order_revision }],
      action,
      ...(reason ? { reason } : {}),
    })
  const dragging = useDragging(
    stops.map(({ order_id }) => order_id),
    {
      put: ({ kind, id }, position) => {
        if (kind === 'stop') {
          const stop = stops.find(({ order_id }) => order_id === id)
          if (stop) moveTo(stop, position)
        } else {
          const order = free.orders.find((one) => one.id === id)
          if (order) add(order, position)
        }
      },
      takeOff: (id) => {
        const stop = stops.find(({ order_id }) => order_id === id)
        if (stop) remove(stop)
      },
    },
  )
  const isUnderWay = status === 'departed' && mayPlan
  useTripKeys({
    trip,
    frame,
    order: frame.side === 'orders' ? free.orders.find(({ id }) => id === frame.currentId) : undefined,
    stop: frame.side === 'stops' ? stops.find(({ order_id }) => order_id === frame.currentId) : undefined,
    planning: isPlanned ? { add, remove, move } : null,
    reporting: isUnderWay ? { deliver: (stop) => report(stop, 'deliver'), fail: setFailing } : null,
    ask: setAsked,
    mayPlan,
  })

  const route = (
    <Card title={<StopsTitle isDraft={isPlanned} />} flush>
      <StopList
        stops={stops}
        isDraft={status === 'draft'}
        currentId={frame.side === 'stops' ? frame.currentId : undefined}
        frame={({ order_id }) => frame.go('stops', order_id)}
        planning={isPlanned ? { move, remove, dragging } : null}
        reporting={
          isUnderWay ? { deliver: (stop) => report(stop, 'deliver'), fail: setFailing, isPending } : null
        }
      />
    </Card>
  )
  return (
    <Page
      title={trip.number}
      mark={
        <>
          <TripChip status={status} />
          <span className={styles['when']}>
            {joined([formatWeekdayDate(trip.date), trip.driver_name, trip.plate && plateText(trip.plate)])}
          </span>
        </>
      }
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/trips', label: t`Trips` },
      ]}
      actions={<TripActions trip={trip} isSaving={isSaving} mayPlan={mayPlan} asked={asked} ask={setAsked} />}
    >
      <Figures trip={trip} />
      {isPlanned ? <SideChoice frame={frame} free={free.count} stops={stops.length} /> : null}
      <div className={isPlanned ? styles['planning'] : styles['underway']} data-side={frame.side}>
        {isPlanned ? (
          <div className={`${styles['free']} not-printed`}>
            <Card title={t`Orders without a trip`} aside={formatNumber(free.count)} flush>
              <FreeOrderList
                free={free}
                currentId={frame.side === 'orders' ? frame.currentId : undefined}
                frame={({ id }) => frame.go('orders', id)}
                add={add}
                dragging={dragging}
              />
            </Card>
          </div>
        ) : null}
        <div className={styles['taken']}>
          {route}
          <VehicleCard trip={trip} mayEdit={mayPlan && status !== 'closed'} />
        </div>
      </div>
      {failing ? (
        <ReasonDialog
          orders={[failing]}
          action="fail"
          close={() => setFailing(null)}
          confirm={(reason) => {
            setFailing(null)
            report(failing, 'fail', reason)
          }}
        />
      ) : null}
    </Page>
  )
}

type SideChoiceProps = { frame: ReturnType<typeof useFrame>; free: number; stops: number }

/** A phone has room for one of the two lists. */
function SideChoice({ frame, free, stops }: SideChoiceProps) {
  const { t } = useLingui()
  const sides = [
    ['orders', t`Orders without a trip`, free],
    ['stops', t`Stops`, stops],
  ] as const
  return (
    <fieldset aria-label={t`What is shown`} className={styles['choice']}>
      {sides.map(([side, label, count]) => (
        <button
          key={side}
          type="button"
          aria-pressed={frame.side === side}
          onClick={() => frame.choose(side)}
        >
          {label} <span className="numeric">{formatNumber(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}
