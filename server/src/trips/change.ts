// Changes of a trip. The trip is locked first, then its orders by their ids. Whoever changes it says which revision was seen: of two
// dispatchers at once, the second hears that there is another one.
import type { FieldFault, Trip, TripChange } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { dispatchOrders, heldGoodsOf, lockOrders } from '../orders/dispatch.ts'
import { noteOtherVehicle } from '../orders/on-trip.ts'
import { problem, refuseBody, throwProblem } from '../problem.ts'
import { fieldsOf, requireDate } from './fields.ts'
import {
  type LockedTrip,
  lockTrip,
  setClosed,
  setDeparted,
  stopsOf,
  type TripFields,
  tripDetail,
  updateTrip,
} from './queries.ts'
import { changeStops, notReady, refuseNotReady } from './stops.ts'

export async function changeTrip(
  tx: Transaction,
  by: Author,
  id: string,
  { if_revision, action, order_id, position, ...fields }: TripChange,
  today: string,
): Promise<Trip> {
  requireOneKind(action, { order_id, position }, fields)
  const trip = (await tx.maybeOne(lockTrip(id))) ?? throwProblem('trips/not-found')
  if (trip.revision !== if_revision) throw changedMeanwhile(trip, if_revision)
  if (action === undefined) await changeFields(tx, by, trip, fields, today)
  else if (action === 'depart') await depart(tx, by, trip)
  else if (action === 'close') await close(tx, by, trip)
  else {
    requireDraft(trip)
    const change = await changeStops(tx, id, action, { order_id, position })
    if (change.before ?? change.after) {
      recordAudit(tx, by, { clientId: null, action: `trips.${action}`, subjectId: id, ...change })
    }
  }
  return tx.one(tripDetail(id))
}

type StopMembers = Pick<TripChange, 'order_id' | 'position'>
type FieldChange = Omit<TripChange, 'if_revision' | 'action' | 'order_id' | 'position'>

/** A request changes either what the trip says, or one stop, or the status. */
function requireOneKind(action: TripChange['action'], stop: StopMembers, fields: FieldChange): void {
  const faults: FieldFault[] = []
  const isForStops = action === 'add' || action === 'remove' || action === 'move'
  for (const [name, value] of Object.entries(stop)) {
    if (value !== undefined && !isForStops) faults.push({ pointer: `/${name}`, ...fault('only_for_stops') })
  }
  for (const name of action ? Object.keys(fields) : []) {
    faults.push({ pointer: `/${name}`, ...fault('not_for_action', { action: action ?? '' }) })
  }
  refuseBody(faults)
}

const changedMeanwhile = ({ number, revision }: LockedTrip, seen: number) =>
  problem('trips/changed-meanwhile', {
    detail: `The trip ${number} has the revision ${revision} now, not ${seen}: somebody has changed it. Nothing was changed.`,
    revision,
  })

function requireDraft({ number, status }: LockedTrip): void {
  if (status === 'draft') return
  throw problem('trips/not-draft', {
    detail: `The trip ${number} is ${status}: this is possible only while a trip is a draft.`,
    current_status: status,
  })
}

/** Until the trip is closed. */
async function changeFields(
  tx: Transaction,
  by: Author,
  trip: LockedTrip,
  change: FieldChange,
  today: string,
): Promise<void> {
  const { id, number, revision: _, status, ...fields } = trip
  if (status === 'closed') throw problem('trips/closed', { current_status: status })
  // The date of an old trip can stay.
  if (change.date !== undefined && change.date !== trip.date) requireDate(change.date, today)
  const after = fieldsOf({ ...fields, ...change })
  const names = (Object.keys(after) as (keyof TripFields)[]).filter((name) => after[name] !== fields[name])
  if (names.length === 0) return
  tx.pipeline(updateTrip(id, after))
  const isSeenByClients = names.includes('plate') || names.includes('driver_name')
  if (status === 'departed' && isSeenByClients) {
    await noteOtherVehicle(
      tx,
      (await tx.rows(stopsOf(id))).map(({ order_id }) => order_id),
    )
  }
  recordAudit(tx, by, {
    clientId: null,
    action: 'trips.update',
    subjectId: id,
    before: pick(fields, names),
    after: pick(after, names),
  })
}

const pick = (fields: TripFields, names: readonly (keyof TripFields)[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]))

/** All orders leave, or none does. */
async function depart(tx: Transaction, by: Author, trip: LockedTrip): Promise<void> {
  requireDraft(trip)
  const stops = await tx.rows(stopsOf(trip.id))
  if (stops.length === 0) throw problem('trips/no-stops')
  const ids = stops.map(({ order_id }) => order_id)
  const locked = await lockOrders(tx, ids)
  const orders = ids.flatMap((id) => locked.get(id) ?? [])
  const held = await heldGoodsOf(tx, ids)
  refuseNotReady(
    orders.flatMap((order) => {
      if (order.status === 'approved') return [notReady(order, 'not_in_preparation')]
      if (order.status !== 'in_preparation' && order.status !== 'failed_delivery') {
        return [notReady(order, 'wrong_status')]
      }
      const lots = held.get(order.id)
      return lots ? [notReady(order, 'lot_on_hold', lots)] : []
    }),
  )
  // Before the orders are read: their events name the vehicle.
  tx.pipeline(setDeparted(trip.id))
  await dispatchOrders(tx, by, orders)
  recordAudit(tx, by, {
    clientId: null,
    action: 'trips.depart',
    subjectId: trip.id,
    before: { status: 'draft' },
    after: { status: 'departed', orders: stops.map(({ order_number }) => order_number) },
  })
}

async function close(tx: Transaction, by: Author, { id, number, status }: LockedTrip): Promise<void> {
  if (status !== 'departed') throw problem('trips/not-under-way', { current_status: status })
  const open = (await tx.rows(stopsOf(id))).filter(({ is_open }) => is_open)
  if (open.length > 0) {
    throw problem('trips/stops-open', {
      detail: `${open.length} of the stops of ${number} ${open.length === 1 ? 'has' : 'have'} no outcome yet, so it cannot be closed.`,
      stops: open.map(({ position, order_id, order_number }) => ({ position, order_id, order_number })),
    })
  }
  tx.pipeline(setClosed(id))
  recordAudit(tx, by, {
    clientId: null,
    action: 'trips.close',
    subjectId: id,
    before: { status },
    after: { status: 'closed' },
  })
}
