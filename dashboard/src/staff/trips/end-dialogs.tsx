// The end of a trip: a draft is deleted, one that is under way is closed.
import type { Trip } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { deleteShown } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import { keepTrip, markTripsOld } from './queries.ts'
import { OrderLink } from './refused-orders.tsx'
import styles from './trip.module.css'

type DialogProps = { trip: Trip; close: () => void }

export function CloseTrip({ trip, close }: DialogProps) {
  const { t } = useLingui()
  const closing = useAction({
    mutationFn: () => backoffice.trips.update(trip.id, { if_revision: trip.revision, action: 'close' }),
    onSuccess: async (closed) => {
      await keepTrip(closed)
      markTripsOld()
      close()
    },
    onError: markTripsOld,
  })
  const { stops } = trip
  const open = stops.filter(({ outcome }) => outcome === null)
  const delivered = stops.filter(({ outcome }) => outcome === 'delivered').length
  const others = stops.length - open.length - delivered
  return (
    <Confirm
      title={t`Close ${trip.number}`}
      confirmLabel={t`Close the trip`}
      isDangerous={false}
      isReady={open.length === 0}
      action={closing}
      close={close}
    >
      {open.length > 0 ? (
        <div role="alert">
          <p>{t`These stops have no outcome yet. Say of each order whether it was delivered:`}</p>
          <ul className={styles['refused']}>
            {open.map((stop) => (
              <li key={stop.order_id}>
                {stop.position}. <OrderLink {...stop} /> · {stop.destinatario.name}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          <Trans>
            <Plural value={delivered} one="# order was delivered" other="# orders were delivered" />,{' '}
            <Plural value={others} one="# was not" other="# were not" />. After that nothing of the trip can
            be changed, and the driver’s link can only be read.
          </Trans>
        </p>
      )}
    </Confirm>
  )
}

export function DeleteTrip({ trip, close }: DialogProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { id, number, stops } = trip
  const deleting = useAction({
    mutationFn: () => deleteShown(id, () => Promise.resolve(backoffice.trips.delete(id))),
    onSuccess: async () => {
      await navigate({ to: '/warehouse/trips' })
      markTripsOld()
    },
  })
  return (
    <Confirm title={t`Delete ${number}`} confirmLabel={t`Delete the draft`} action={deleting} close={close}>
      <p>
        {stops.length > 0 ? (
          <Plural
            value={stops.length}
            one="Its order stays as it is, and is free for another trip."
            other="Its # orders stay as they are, and are free for another trip."
          />
        ) : (
          t`It has no orders.`
        )}{' '}
        {t`Its number is not used again, and a driver’s link of it stops working.`}
      </p>
    </Confirm>
  )
}
