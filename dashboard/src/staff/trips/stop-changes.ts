// Changes of the stops of a draft as they will be: the page shows them at once, before the service has answered.
import type { QueuedOrder, Trip, TripStop } from '@anden/sdk/backoffice'

export type StopChange =
  | { action: 'add'; order: QueuedOrder; position: number }
  | { action: 'remove'; order: StopOrder }
  | { action: 'move'; order: StopOrder; position: number }

export type StopOrder = Pick<TripStop, 'order_id' | 'order_number'>

export const orderOf = (change: StopChange): StopOrder =>
  change.action === 'add'
    ? { order_id: change.order.id, order_number: change.order.order_number }
    : change.order

/** Carrying out a change that the trip already has does nothing, so it can be shown until the answer is. */
function withChange(stops: readonly TripStop[], change: StopChange): readonly TripStop[] {
  const { order_id } = orderOf(change)
  const stop = stops.find((one) => one.order_id === order_id)
  const others = stops.filter((one) => one !== stop)
  if (change.action === 'remove') return stop ? numbered(others) : stops
  if (change.action === 'add')
    return stop ? stops : numbered(others.toSpliced(change.position - 1, 0, stopOf(change.order)))
  return stop ? numbered(others.toSpliced(change.position - 1, 0, stop)) : stops
}

const numbered = (stops: readonly TripStop[]) =>
  stops.map((stop, index) => (stop.position === index + 1 ? stop : { ...stop, position: index + 1 }))

/** What is known of an order before the service has answered with the whole stop. */
const stopOf = (order: QueuedOrder): TripStop => ({
  position: 0,
  order_id: order.id,
  order_number: order.order_number,
  order_status: order.status,
  order_revision: order.revision,
  client: order.client,
  destinatario: { id: '', name: order.destinatario.name, phone: null, delivery_schedule: null },
  delivery_address: order.delivery_address,
  delivery_city: order.delivery_city,
  delivery_province: order.delivery_province,
  delivery_contact: null,
  notes: null,
  remitos: order.remito ? [order.remito] : [],
  packages: order.packages,
  weight_kg: order.weight_kg,
  weight_known: order.weight_known,
  outcome: null,
  outcome_at: null,
  outcome_reason: null,
})

/** With the changes that have no answer yet, and the sums that follow from them. */
export function withChanges(trip: Trip, changes: readonly StopChange[]): Trip {
  if (changes.length === 0 || trip.status !== 'draft') return trip
  const stops = changes.reduce<readonly TripStop[]>(withChange, trip.stops)
  const known = stops.flatMap(({ weight_kg }) => (weight_kg === null ? [] : [weight_kg]))
  return {
    ...trip,
    stops: [...stops],
    packages: stops.reduce((sum, { packages }) => sum + (packages ?? 0), 0),
    // In whole grams, because tenths have no exact sum.
    weight_kg:
      known.length === 0 ? null : known.reduce((sum, weight) => sum + Math.round(weight * 1_000), 0) / 1_000,
    weight_known: stops.every(({ weight_known }) => weight_known),
  }
}

export type Difference = {
  added: string[]
  removed: string[]
  /** Whether stops that both have are in another order. */
  isReordered: boolean
  hasDeparted: boolean
  fields: string[]
}

/** What somebody else has changed, by the numbers of the orders. */
export function differenceOf(before: Trip, now: Trip, fieldNames: readonly (keyof Trip)[]): Difference {
  const had = new Set(before.stops.map(({ order_id }) => order_id))
  const has = new Set(now.stops.map(({ order_id }) => order_id))
  const kept = (trip: Trip) =>
    trip.stops.flatMap(({ order_id }) => (had.has(order_id) && has.has(order_id) ? [order_id] : []))
  const numbers = (trip: Trip, other: ReadonlySet<string>) =>
    trip.stops.flatMap(({ order_id, order_number }) => (other.has(order_id) ? [] : [order_number]))
  return {
    added: numbers(now, had),
    removed: numbers(before, has),
    isReordered: kept(before).join() !== kept(now).join(),
    hasDeparted: before.status === 'draft' && now.status !== 'draft',
    fields: fieldNames.filter((name) => before[name] !== now[name]),
  }
}
