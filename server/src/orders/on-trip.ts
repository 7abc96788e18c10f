// The trip that an order is on, as far as what is done to the order concerns it: an order on a draft does not leave by itself, one
// that is cancelled leaves a draft, and the outcome of an order becomes that of its stop. Whoever does any of it locks the trip
// before the order, as trips do when they depart.
import type { OrderAction, StopOutcome } from '@anden/contract'
import { empty, sql } from '../db/sql.ts'
import { inOrder, type Transaction } from '../db/transaction.ts'
import { problem } from '../problem.ts'
import { type LockedOrder, lockOrder, lockSeveral } from './queries.ts'

/** A stop without an outcome: an order has one at most. */
export type OpenStopOfOrder = { trip_id: string; trip_number: string; is_draft: boolean }

const outcomes: Partial<Record<OrderAction, StopOutcome>> = {
  deliver: 'delivered',
  fail: 'failed',
  cancel: 'cancelled',
}

/** Locks the order, and before it the trip that it is on, if the action concerns that. */
export async function lockForAction(
  tx: Transaction,
  action: OrderAction,
  orderId: string,
  clientId: string | null,
): Promise<{ order: LockedOrder | undefined; stop: OpenStopOfOrder | undefined }> {
  const locked = lockOrder(orderId, clientId)
  if (action !== 'dispatch' && outcomes[action] === undefined) {
    return { order: await tx.maybeOne(locked), stop: undefined }
  }
  // In one round trip. PostgreSQL runs them in this order, so the last one sees where the order is while both are locked.
  const [trip, order, stop] = await inOrder([
    tx.maybeOne(lockTripOf(orderId, clientId)),
    tx.maybeOne(locked),
    tx.maybeOne(openStop(orderId)),
  ])
  if (order && stop && stop.trip_id !== trip?.id) throw movedMeanwhile()
  return { order, stop }
}

/** The order has got on a trip while it was waited for. With the code of a serialisation failure the transaction is repeated. */
const movedMeanwhile = () =>
  Object.assign(new Error('the order is on another trip than the one that was locked'), { code: '40001' })

export function refuseOnDraft({ id, order_number }: LockedOrder, stop: OpenStopOfOrder | undefined): void {
  if (!stop) return
  const { trip_id, trip_number } = stop
  throw problem('orders/on-trip', {
    detail: `The order is on the trip ${trip_number}, which has not departed: it leaves with that trip.`,
    on_trips: [{ order_id: id, order_number, trip_id, trip_number }],
  })
}

/** What the action on the order means for its stop. Both are locked. */
export function settleStop(
  tx: Transaction,
  action: OrderAction,
  orderId: string,
  stop: OpenStopOfOrder | undefined,
  reason: string | null,
): void {
  const outcome = outcomes[action]
  if (!stop || !outcome) return
  if (stop.is_draft) tx.pipeline(leaveTrip(stop.trip_id, orderId))
  else tx.pipeline(setOutcome(stop.trip_id, orderId, outcome, reason))
}

/** What clients see of these orders has changed with the vehicle of their trip. */
export async function noteOtherVehicle(tx: Transaction, orderIds: string[]): Promise<void> {
  await tx.rows(lockSeveral(orderIds))
  tx.pipeline(sql`update orders set updated_at = now() where id = any(${orderIds}::uuid[])`)
}

const lockTripOf = (orderId: string, clientId: string | null) =>
  sql<{ id: string }>`
    select id
    from trips
    where id = (
      select trip_id from trip_stops
      where order_id = ${orderId} and outcome is null ${clientId ? sql`and client_id = ${clientId}` : empty})
    for update`

const openStop = (orderId: string) =>
  sql<OpenStopOfOrder>`
    select stop.trip_id, trips.number as trip_number, trips.status = 'draft' as is_draft
    from trip_stops stop
    join trips on trips.id = stop.trip_id
    where stop.order_id = ${orderId} and stop.outcome is null`

/** The stops behind it move up. */
export const leaveTrip = (tripId: string, orderId: string) =>
  sql`
    with gone as (
      delete from trip_stops where trip_id = ${tripId} and order_id = ${orderId} returning position
    ), moved as (
      update trip_stops set position = position - 1
      where trip_id = ${tripId} and position > (select position from gone))
    update trips set revision = revision + 1, updated_at = now() where id = ${tripId}`

const setOutcome = (tripId: string, orderId: string, outcome: StopOutcome, reason: string | null) =>
  sql`
    with settled as (
      update trip_stops set outcome = ${outcome}, outcome_at = now(), outcome_reason = ${reason}
      where trip_id = ${tripId} and order_id = ${orderId})
    update trips set updated_at = now() where id = ${tripId}`
