import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isOpenTrip, tripsOfToday } from '../staff/trips/trips-today.ts'
import { formatNumber } from '../ui/format.ts'

/** The drafts and departed trips of today, as a number beside the entry of the trips. */
export function OpenTripsOfToday() {
  const count = useQuery(tripsOfToday()).data?.data.filter(isOpenTrip).length ?? 0
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="visually-hidden">
        <Plural value={count} one="(# today)" other="(# today)" />
      </span>
    </>
  )
}
