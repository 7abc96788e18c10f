// Puts orders on a draft, from the board or from the page of an order. They come last, in the order in which they were chosen.
import { AndenError } from '@anden/sdk'
import type { Trip, TripSummary } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { backoffice } from '../../shared/backoffice.ts'
import { plateText } from '../../shared/orders/trip-of-order.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatWeekdayDate } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { showNotice } from '../../ui/notices.tsx'
import { ProblemNote, RequestId } from '../../ui/problem.tsx'
import { useProblemText } from '../../ui/problem-texts.ts'
import { useAction } from '../../ui/use-action.ts'
import { drafts, markTripsOld } from './queries.ts'
import { OrderLink, RefusedOrders } from './refused-orders.tsx'
import styles from './trip.module.css'
import { joined, packagesText } from './trip-texts.tsx'

type ChosenOrder = { id: string; order_number: string }
type Failed = { order: ChosenOrder; error: unknown }

/** How often the trip is read again if others are changing it at the same time. */
const maxTries = 5

type AddToTripDialogProps = {
  orders: readonly ChosenOrder[]
  /** Called when they were sent, whatever became of them. */
  done?: () => void
  close: () => void
}

export function AddToTripDialog({ orders, done, close }: AddToTripDialogProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(drafts)
  const adding = useAction({
    mutationFn: (trip: TripSummary) => addAll(trip.id, orders),
    onSuccess: (failed, trip) => {
      markTripsOld()
      report(trip, orders.length - failed.length, failed)
      close()
      done?.()
    },
  })
  const order_id = orders.map(({ id }) => id).join(',')
  return (
    <Modal
      opened
      onClose={close}
      title={
        orders.length === 1 ? (
          t`Add ${orders[0]?.order_number ?? ''} to a trip`
        ) : (
          <Plural value={orders.length} one="Add # order to a trip" other="Add # orders to a trip" />
        )
      }
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        {error ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
        {data === undefined && !error ? <Skeleton height={52} /> : null}
        {data?.data.length === 0 ? <p>{t`There is no draft at the moment.`}</p> : null}
        <ul className={styles['drafts']}>
          {data?.data.map((trip, index) => (
            <li key={trip.id}>
              <button
                type="button"
                className={styles['draft']}
                disabled={adding.isPending}
                onClick={() => void adding.mutate(trip)}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
              >
                <b className="numeric">{trip.number}</b> <DraftText {...trip} />
              </button>
            </li>
          ))}
        </ul>
        {adding.error ? <ProblemNote error={adding.error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={close}>{t`Cancel`}</Button>
          <ButtonLink
            to="/warehouse/trips/new"
            search={{ order_id }}
            onClick={close}
            {...(data?.data.length === 0 ? { variant: 'filled', 'data-autofocus': true } : {})}
          >
            {t`A new trip…`}
          </ButtonLink>
        </Group>
      </Stack>
    </Modal>
  )
}

function DraftText({ date, driver_name, plate, stops_count, packages }: TripSummary) {
  return (
    <>
      {joined([formatWeekdayDate(date), driver_name, plate && plateText(plate)])}
      <small>
        <Plural value={stops_count} one="# stop" other="# stops" /> · {packagesText(packages)}
      </small>
    </>
  )
}

/** One after the other. Returns those that the service refused. */
async function addAll(tripId: string, orders: readonly ChosenOrder[]): Promise<Failed[]> {
  let trip = await Promise.resolve(backoffice.trips.get(tripId))
  const failed: Failed[] = []
  for (const order of orders) {
    try {
      trip = await addLast(trip, order.id)
    } catch (error) {
      if (!(error instanceof AndenError) || !error.problem) throw error
      failed.push({ order, error })
    }
  }
  return failed
}

/** The end of a trip is meant whatever somebody else has changed meanwhile. */
async function addLast(trip: Trip, order_id: string): Promise<Trip> {
  let { revision } = trip
  for (let tries = 1; ; tries += 1) {
    try {
      return await backoffice.trips.update(trip.id, { if_revision: revision, action: 'add', order_id })
    } catch (error) {
      const isConflict = error instanceof AndenError && error.code === 'trips/changed-meanwhile'
      if (!isConflict || tries === maxTries) throw error
      revision = (await Promise.resolve(backoffice.trips.get(trip.id))).revision
    }
  }
}

function report(trip: TripSummary, added: number, failed: readonly Failed[]): void {
  if (added > 0) {
    showNotice({
      content: (
        <>
          <Link to="/warehouse/trips/$id" params={{ id: trip.id }}>
            <b>{trip.number}</b>
          </Link>{' '}
          <Plural value={added} one="has # order more." other="has # orders more." />
        </>
      ),
    })
  }
  if (failed.length > 0) {
    showNotice({
      key: `add to ${trip.id}`,
      tone: 'bad',
      content: (
        <ul>
          {failed.map((one) => (
            <NotAdded key={one.order.id} {...one} />
          ))}
        </ul>
      ),
    })
  }
}

function NotAdded({ order, error }: Failed) {
  const { t } = useLingui()
  const { title, detail } = useProblemText()(error)
  return (
    <li>
      <OrderLink order_id={order.id} order_number={order.order_number} />{' '}
      {t`was not added. ${[title, detail].filter(Boolean).join('. ')}`}
      <RefusedOrders error={error} />
      <RequestId of={error} />
    </li>
  )
}
