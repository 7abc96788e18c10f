// With which vehicle an order left, and where it stands in the route: what a client is told, too.
import { selectOrdinal } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Facts } from '../../ui/card.tsx'

type OrderTrip = { plate: string | null; driver_name: string; stop: number; stops: number }

/** As it is painted on the plate: `AB 123 CD`. */
export const plateText = (plate: string) => plate.replace(/\D(?=\d)|\d(?=\D)/g, '$&\u00a0')

/** Nothing before it has left. */
export function TripFacts({ trip }: { trip: OrderTrip | null }) {
  const { t } = useLingui()
  if (trip === null) return null
  const { plate, driver_name, stop, stops } = trip
  const place = selectOrdinal(stop, { one: '#st', two: '#nd', few: '#rd', other: '#th' })
  return (
    <Facts
      entries={[
        [t`Plate`, plate && plateText(plate)],
        [t`Driver`, driver_name],
        [t`Route`, stops === 1 ? t`the only stop` : t`${place} of ${stops} stops`],
      ]}
    />
  )
}
