// Asks before a departure, in numbers, and says which orders keep it back: those that the page knows of beforehand, and those that
// the service names.
import { AndenError } from '@anden/sdk'
import type { Trip, TripStop } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { queryClient } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { useOrderStateName } from '../../shared/order-status.tsx'
import { plateText } from '../../shared/orders/trip-of-order.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { showNotice } from '../../ui/notices.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Warning } from '../../ui/warning.tsx'
import { WhatHappened } from './change-notices.tsx'
import { keepTrip, markTripsOld, tripById } from './queries.ts'
import { stopsThatAre } from './readiness.tsx'
import { namesOrders, OrderLink, RefusedOrders } from './refused-orders.tsx'
import styles from './trip.module.css'
import { joined, packagesText, useWeightText } from './trip-texts.tsx'

type DepartDialogProps = { trip: Trip; isSaving: boolean; close: () => void }

export function DepartDialog({ trip, isSaving, close }: DepartDialogProps) {
  const { t } = useLingui()
  /** What somebody else did between the page's reading and the departure. */
  const [conflict, setConflict] = useState<{ before: Trip; now: Trip } | null>(null)
  const departing = useAction({
    mutationFn: () => backoffice.trips.update(trip.id, { if_revision: trip.revision, action: 'depart' }),
    onMutate: () => setConflict(null),
    onSuccess: async (departed) => {
      await keepTrip(departed)
      markTripsOld()
      close()
      const { length } = departed.stops
      showNotice({
        content: (
          <Plural
            value={length}
            one={`${departed.number} has departed: # order is in transit.`}
            other={`${departed.number} has departed: # orders are in transit.`}
          />
        ),
      })
    },
    onError: async (error) => {
      markTripsOld()
      if (!(error instanceof AndenError) || error.code !== 'trips/changed-meanwhile') return
      const now = await queryClient.fetchQuery({ ...tripById(trip.id), staleTime: 0 })
      setConflict({ before: trip, now })
    },
  })
  const notPrepared = stopsThatAre(trip, 'not-prepared')
  const count = trip.stops.length
  const isShownElsewhere = conflict !== null || namesOrders(departing.error)
  return (
    <Confirm
      title={t`Depart with ${trip.number}`}
      confirmLabel={plural(count, { one: 'Depart with # order', other: 'Depart with # orders' })}
      isDangerous={false}
      isReady={notPrepared.length === 0 && !isSaving}
      action={{ ...departing, error: isShownElsewhere ? null : departing.error }}
      close={close}
    >
      <Stack gap="md">
        <p>
          <WhatLeaves trip={trip} />
        </p>
        {notPrepared.length > 0 ? <NotPrepared stops={notPrepared} /> : <NotPacked trip={trip} />}
        {trip.plate === null ? <Warning>{t`No plate has been entered.`}</Warning> : null}
        {conflict ? (
          <Warning>
            <WhatHappened {...conflict} /> {t`Look at the trip as it is now before it departs.`}
          </Warning>
        ) : null}
        {namesOrders(departing.error) ? (
          <div role="alert">
            <p>{t`The trip has not departed, and nothing was changed:`}</p>
            <RefusedOrders error={departing.error} />
          </div>
        ) : null}
      </Stack>
    </Confirm>
  )
}

function WhatLeaves({ trip }: { trip: Trip }) {
  const weight = useWeightText()(trip)
  const clients = new Set(trip.stops.map(({ client }) => client.id)).size
  const load = joined([packagesText(trip.packages), weight])
  const vehicle = joined([trip.driver_name, trip.plate && plateText(trip.plate)])
  return (
    <Trans>
      <Plural value={trip.stops.length} one="# order" other="# orders" /> of{' '}
      <Plural value={clients} one="# client" other="# clients" /> with {vehicle}: {load}. All of them become
      in transit together, and each client is told the plate, the driver and its stop.
    </Trans>
  )
}

function NotPrepared({ stops }: { stops: readonly TripStop[] }) {
  const { t } = useLingui()
  const stateName = useOrderStateName()
  return (
    <div role="alert">
      <p>{t`These orders have to be prepared first, or taken off the trip:`}</p>
      <ul className={styles['refused']}>
        {stops.map((stop) => (
          <li key={stop.order_id}>
            <OrderLink {...stop} /> · {stateName(stop.order_status).toLowerCase()}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** This does not keep a trip back. */
function NotPacked({ trip }: { trip: Trip }) {
  const stops = stopsThatAre(trip, 'not-packed')
  if (stops.length === 0) return null
  return (
    <div>
      <p>
        <Plural
          value={stops.length}
          one="It leaves without a number of packages:"
          other="These leave without a number of packages:"
        />
      </p>
      <ul className={styles['refused']}>
        {stops.map((stop) => (
          <li key={stop.order_id}>
            <OrderLink {...stop} />
          </li>
        ))}
      </ul>
    </div>
  )
}
