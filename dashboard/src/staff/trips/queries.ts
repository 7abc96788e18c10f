import type { Trip } from '@anden/sdk/backoffice'
import { markOld, one, queryClient, rows } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import './problems.ts'

export const tripList = (filters: Record<string, unknown>) =>
  rows(['trips'], backoffice.trips.list, filters, { read: backoffice.trips.export, hasLines: true })

export const tripById = (id: string) => one(['trips', id], (options) => backoffice.trips.get(id, {}, options))

/** What can still take orders; more than anybody plans at the same time. */
export const drafts = one(['trips', 'drafts'], (options) =>
  backoffice.trips.list({ status: 'draft', limit: 50 }, options),
)

export const statusesForTrip = ['in_preparation', 'approved', 'failed_delivery'] as const

/** Of one status; more than one vehicle takes. */
export const ordersPerStatus = 100

/** Orders that a trip can take, the oldest of one status. */
export const ordersForTrip = (status: (typeof statusesForTrip)[number]) =>
  one(['orders', 'for-trip', status], (options) =>
    backoffice.queue.list({ status, for_trip: true, limit: ordersPerStatus }, options),
  )

/** Shows the answer to a change, unless something newer has been read meanwhile. */
export async function keepTrip(trip: Trip): Promise<void> {
  const { queryKey } = tripById(trip.id)
  // A read in flight may have left before the change, and would undo it.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (was) => (was && was.revision > trip.revision ? was : trip))
}

/** Marks everything that a change of a trip concerns. */
export function markTripsOld(): void {
  for (const topic of ['trips', 'orders', 'remitos']) markOld(topic)
}
