// The stops of a draft: which orders it takes, and in which order. An order is on one trip at a time, which its lock decides:
// whoever puts it on a trip has locked it, and then looks whether it is on another.
import {
  type FieldFault,
  maxStopsPerTrip,
  type NotReadyOrder,
  type OrderStatus,
  type TripChange,
} from '@anden/contract'
import { fault } from '@anden/contract/values'
import { inOrder, type Transaction } from '../db/transaction.ts'
import { type LockedOrder, lockOrders } from '../orders/dispatch.ts'
import { leaveTrip } from '../orders/on-trip.ts'

import { problem, refuseBody, refuseMember } from '../problem.ts'
import { insertStops, moveStop, openStopsOf, raiseRevision, type StopRow, stopsOf } from './queries.ts'

/** Orders that a draft can have. */
const plannable: readonly OrderStatus[] = ['approved', 'in_preparation', 'failed_delivery']

/** Locks the orders and returns them as they were given, if all of them can be on a trip. */
export async function ordersForTrip(
  tx: Transaction,
  ids: readonly string[],
  pointerOf: (index: number) => string,
): Promise<LockedOrder[]> {
  if (ids.length === 0) return []
  const [locked, onTrips] = await inOrder([lockOrders(tx, [...ids]), tx.rows(openStopsOf([...ids]))])
  const unknown = ids.flatMap((id, index): FieldFault[] =>
    locked.has(id) ? [] : [{ pointer: pointerOf(index), ...fault('unknown_order') }],
  )
  refuseBody(unknown)
  const orders = ids.flatMap((id) => locked.get(id) ?? [])
  if (onTrips.length > 0) {
    const [{ order_number, trip_number }] = onTrips as [(typeof onTrips)[number]]
    throw problem('trips/order-on-trip', {
      detail: `The order ${order_number} is on the trip ${trip_number} already${others(onTrips)}.`,
      on_trips: onTrips,
    })
  }
  refuseNotReady(
    orders.flatMap((order) => {
      const why =
        order.delivery_type === 'retiro' ? 'retiro' : plannable.includes(order.status) ? null : 'wrong_status'
      return why ? [notReady(order, why)] : []
    }),
  )
  return orders
}

export const notReady = (
  { id, order_number, status }: LockedOrder,
  why: NotReadyOrder['why'],
  lots: NotReadyOrder['lots'] = [],
): NotReadyOrder => ({ order_id: id, order_number, why, current_status: status, lots })

const reasons: Record<NotReadyOrder['why'], (order: NotReadyOrder) => string> = {
  wrong_status: ({ current_status }) => `is ${current_status}`,
  retiro: () => 'is collected by its recipient',
  not_in_preparation: () => 'is only approved',
  lot_on_hold: ({ lots }) => `has goods of lots on hold (${lots.map((lot) => lot.lot_number).join(', ')})`,
}

export function refuseNotReady(orders: readonly NotReadyOrder[]): void {
  const [first] = orders
  if (!first) return
  throw problem('trips/orders-not-ready', {
    detail: `The order ${first.order_number} ${reasons[first.why](first)}${others(orders)}. Nothing was changed.`,
    orders,
  })
}

const others = (all: readonly unknown[]) => (all.length > 1 ? ` (and ${all.length - 1} more)` : '')

/** Each returns what the audit log keeps of it. The trip is locked, and a draft. */
export type StopAction = 'add' | 'remove' | 'move'

export async function changeStops(
  tx: Transaction,
  tripId: string,
  action: StopAction,
  { order_id: orderId, position }: Pick<TripChange, 'order_id' | 'position'>,
): Promise<{ before?: object; after?: object }> {
  if (orderId === undefined) return refuseMember('/order_id', fault('required_for_action', { action }))
  if (action === 'add') return addStop(tx, tripId, orderId, position)
  const stops = await tx.rows(stopsOf(tripId))
  const stop = stops.find(({ order_id }) => order_id === orderId)
  if (!stop) throw problem('trips/not-a-stop')
  const { order_number } = stop
  const before = { order_number, position: stop.position }
  if (action === 'remove') {
    if (position !== undefined) refuseMember('/position', fault('not_for_action', { action }))
    tx.pipeline(leaveTrip(tripId, orderId))
    return { before }
  }
  if (position === undefined) return refuseMember('/position', fault('required_for_action', { action }))
  requirePosition(position, stops.length)
  if (position === stop.position) return {}
  tx.pipeline(moveStop(tripId, orderId, stop.position, position))
  tx.pipeline(raiseRevision(tripId))
  return { before, after: { order_number, position } }
}

async function addStop(tx: Transaction, tripId: string, orderId: string, given: number | undefined) {
  const orders = await ordersForTrip(tx, [orderId], () => '/order_id')
  const stops: StopRow[] = await tx.rows(stopsOf(tripId))
  if (stops.length >= maxStopsPerTrip) throw problem('trips/too-many-stops')
  const position = given ?? stops.length + 1
  requirePosition(position, stops.length + 1)
  tx.pipeline(insertStops(tripId, orders, position))
  tx.pipeline(raiseRevision(tripId))
  return { after: { order_number: orders[0]?.order_number, position } }
}

function requirePosition(position: number, last: number) {
  if (position > last) refuseMember('/position', fault('position_out_of_range', { max: last }))
}
