// A trip begins as a draft, empty or with the orders that were chosen for it.
import type { NewTrip, Trip } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import { fieldsOf, requireDate } from './fields.ts'
import {
  deleteTrip,
  insertStops,
  insertTrip,
  lockTrip,
  nextTripNumber,
  stopsOf,
  tripDetail,
} from './queries.ts'
import { ordersForTrip } from './stops.ts'

export async function createTrip(
  tx: Transaction,
  by: Author,
  { order_ids = [], ...given }: NewTrip,
  today: string,
): Promise<Trip> {
  requireDate(given.date, today)
  const fields = fieldsOf(given)
  const orders = await ordersForTrip(tx, order_ids, (index) => `/order_ids/${index}`)
  const { number } = await tx.one(nextTripNumber())
  const id = uuidv7()
  tx.pipeline(insertTrip({ ...fields, id, number }))
  if (orders.length > 0) tx.pipeline(insertStops(id, orders, 1))
  recordAudit(tx, by, {
    clientId: null,
    action: 'trips.create',
    subjectId: id,
    after: { number, ...fields, orders: orders.map(({ order_number }) => order_number) },
  })
  return tx.one(tripDetail(id))
}

/** Its number is not used again. */
export async function discardTrip(tx: Transaction, by: Author, id: string): Promise<void> {
  const trip = (await tx.maybeOne(lockTrip(id))) ?? throwProblem('trips/not-found')
  if (trip.status !== 'draft') throw problem('trips/not-draft', { current_status: trip.status })
  const { number, date, driver_name } = trip
  const orders = (await tx.rows(stopsOf(id))).map(({ order_number }) => order_number)
  tx.pipeline(deleteTrip(id))
  recordAudit(tx, by, {
    clientId: null,
    action: 'trips.delete',
    subjectId: id,
    before: { number, date, driver_name, orders },
  })
}
