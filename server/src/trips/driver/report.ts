// What the holder of a driver's link can do: read the trip, and say that a stop could not be delivered. The second is the action of
// the staff on the order, by another author. A stop gets its outcome once: repeated, or with a link that can no longer report, the
// same report is answered as the first time and does nothing.
import type { DriverTrip, Trip } from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import { inOrder, type Transaction } from '../../db/transaction.ts'
import type { Author } from '../../deps.ts'
import { actOnOrder } from '../../orders/actions.ts'
import { problem, throwProblem } from '../../problem.ts'
import { tripDetail } from '../queries.ts'
import { type LinkedStop, type LinkedTrip, linkedStop, lockLinkedTrip } from './queries.ts'

/** null: the draft was deleted meanwhile, and its link with it. */
export async function tripOfLink(
  db: Queryable,
  { trip_id, refusal }: LinkedTrip,
): Promise<DriverTrip | null> {
  const trip = await db.maybeOne(tripDetail(trip_id))
  return trip ? forDriver(trip, refusal) : null
}

/** null: there is no such link. */
export async function failStop(
  tx: Transaction,
  requestId: string,
  tokenHash: Buffer,
  { position, reason }: { position: number; reason: string },
): Promise<DriverTrip | null> {
  // In one round trip. The stop is read while the trip is locked: no link is replaced and no stop settled meanwhile.
  const [, stop] = await inOrder([
    tx.maybeOne(lockLinkedTrip(tokenHash)),
    tx.maybeOne(linkedStop(tokenHash, position)),
  ])
  if (!stop) return null
  const orderId = orderToFail(stop)
  if (orderId !== null) {
    await actOnOrder(tx, driverOf(stop, requestId), orderId, { action: 'fail', reason }, null)
  }
  return forDriver(await tx.one(tripDetail(stop.trip_id)), stop.refusal)
}

export type StopToAccept = { orderId: string; by: Author; mayDeliver: boolean }

/**
 * The stop that an acceptance is for. The trip is locked until the commit; null: there is no such link. With a link that can no
 * longer report, or after the stop has got another outcome, an acceptance still counts as a proof, and delivers nothing.
 */
export async function lockStopToAccept(
  tx: Transaction,
  requestId: string,
  tokenHash: Buffer,
  position: number,
): Promise<StopToAccept | null> {
  const [, stop] = await inOrder([
    tx.maybeOne(lockLinkedTrip(tokenHash)),
    tx.maybeOne(linkedStop(tokenHash, position)),
  ])
  return stop ? stopToAccept(stop, requestId) : null
}

/** The same before anything is locked. */
export async function findStopToAccept(
  db: Queryable,
  requestId: string,
  tokenHash: Buffer,
  position: number,
): Promise<StopToAccept | null> {
  const stop = await db.maybeOne(linkedStop(tokenHash, position))
  return stop ? stopToAccept(stop, requestId) : null
}

/** The order of a stop, whatever can be done with the link now. */
export async function findStopToRead(db: Queryable, tokenHash: Buffer, position: number): Promise<string> {
  const stop = await db.maybeOne(linkedStop(tokenHash, position))
  return stop?.order_id ?? throwProblem('trips/stop-not-found')
}

function stopToAccept(stop: LinkedStop, requestId: string): StopToAccept {
  const { order_id, outcome, refusal } = stop
  if (order_id === null) throw problem('trips/stop-not-found')
  if (refusal === 'not-departed')
    throw problem('trips/link-cannot-report', { detail: refusals[refusal], refusal })
  return {
    orderId: order_id,
    by: driverOf(stop, requestId),
    mayDeliver: outcome === null && refusal === null,
  }
}

const driverOf = ({ driver_name, number }: LinkedStop, requestId: string): Author => ({
  actor: `driver ${driver_name}, ${number}`,
  requestId,
})

/** null: the stop has failed already. */
function orderToFail({ order_id, outcome, refusal }: LinkedStop): string | null {
  if (order_id === null) throw problem('trips/stop-not-found')
  if (outcome === 'failed') return null
  if (refusal !== null) throw problem('trips/link-cannot-report', { detail: refusals[refusal], refusal })
  if (outcome !== null)
    throw problem('trips/stop-done', { detail: `The stop is ${outcome} already, which stays.`, outcome })
  return order_id
}

const refusals = {
  'not-departed': 'The trip has not departed yet, so nothing can be reported.',
  closed: 'The trip is closed, so nothing can be reported any more.',
  expired: '48 hours have passed since the departure, so nothing can be reported with this link any more.',
} as const satisfies Record<Exclude<DriverTrip['refusal'], null>, string>

/** Without ids, and without what concerns only the warehouse. */
function forDriver({ stops, ...trip }: Trip, refusal: DriverTrip['refusal']): DriverTrip {
  const { date, driver_name, plate, trailer_plate, notes, departed_at } = trip
  return {
    date,
    driver_name,
    plate,
    trailer_plate,
    notes,
    departed_at,
    refusal,
    stops: stops.map(({ client, destinatario, remitos, ...stop }) => ({
      position: stop.position,
      order_number: stop.order_number,
      client_name: client.name,
      destinatario_name: destinatario.name,
      phone: destinatario.phone,
      delivery_schedule: destinatario.delivery_schedule,
      delivery_address: stop.delivery_address,
      delivery_city: stop.delivery_city,
      delivery_province: stop.delivery_province,
      delivery_contact: stop.delivery_contact,
      notes: stop.notes,
      remito_numbers: remitos.flatMap(({ remito_number }) => remito_number),
      packages: stop.packages,
      outcome: stop.outcome,
      outcome_at: stop.outcome_at,
      outcome_reason: stop.outcome_reason,
    })),
  }
}
