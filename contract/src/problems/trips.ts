import { notFound, type ProblemEntries } from './entry.ts'

/** Trips and their stops: only the staff see them. */
export const tripProblems = {
  'trips/not-found': notFound('Trip'),
  'trips/changed-meanwhile': {
    status: 409,
    title: 'Trip changed meanwhile',
    detail: 'The trip has been changed since the revision that you sent. Nothing was changed.',
    remedy:
      'Read the trip again, see whether the change is still wanted, and repeat it with the "revision" that the trip has now.',
    extra: ['revision'],
  },
  'trips/not-draft': {
    status: 409,
    title: 'Trip has departed',
    detail:
      'The stops of a trip can be changed only while it is a draft, which is also when it departs or can be deleted.',
    remedy:
      'See "current_status". What became of a stop is changed by an action on its order; an order that could not be delivered can go with another trip.',
    extra: ['current_status'],
  },
  'trips/not-under-way': {
    status: 409,
    title: 'Trip not under way',
    detail: 'Only a trip that has departed can be closed, and only once.',
    remedy: 'See "current_status". A draft that is not needed is deleted with DELETE /trips/{id}.',
    extra: ['current_status'],
  },
  'trips/closed': {
    status: 409,
    title: 'Trip closed',
    detail: 'The trip is closed, so nothing of it can be changed.',
    remedy:
      'There is nothing to do: a closed trip stays as it was. Make a new trip for what has to leave again.',
    extra: ['current_status'],
  },
  'trips/order-on-trip': {
    status: 409,
    title: 'Order on a trip',
    detail: 'The order is already on a trip, and can be on one at a time.',
    remedy:
      'See "on_trips". Remove the order from that trip first, if that is a draft; otherwise the order is under way.',
    extra: ['on_trips'],
  },
  'trips/orders-not-ready': {
    status: 409,
    title: 'Orders not ready',
    detail: 'Some of the orders cannot be on this trip, or cannot depart with it. Nothing was changed.',
    remedy:
      'See "orders" for each of them and why. A trip takes orders that are approved, in preparation or failed deliveries, and that the warehouse delivers. It departs when all of them are in preparation or failed deliveries, without goods of a lot on hold: prepare them, release the lot, or remove the order from the trip.',
    extra: ['orders'],
  },
  'trips/too-many-labels': {
    status: 409,
    title: 'Too many labels',
    detail: 'The trip has more than 2000 packages, which are too many for one file.',
    remedy: 'Print the labels order by order: GET /orders/{id}/labels.',
  },
  'trips/no-stops': {
    status: 409,
    title: 'No stops',
    detail: 'The trip has no stops, so it cannot depart.',
    remedy: 'Add orders first, or delete the trip.',
  },
  'trips/not-a-stop': {
    status: 409,
    title: 'Order not on this trip',
    detail: 'The order is not a stop of this trip.',
    remedy: 'Read the trip again: somebody may have removed the order, or it was cancelled.',
  },
  'trips/too-many-stops': {
    status: 422,
    title: 'Too many stops',
    detail: 'A trip has at most 200 stops.',
    remedy: 'Make another trip for the rest.',
  },
  'trips/stops-open': {
    status: 409,
    title: 'Stops without an outcome',
    detail: 'Some stops have no outcome yet, so the trip cannot be closed.',
    remedy: 'See "stops": say of each order whether it was delivered or not, then close the trip.',
    extra: ['stops'],
  },
} as const satisfies ProblemEntries

/** What the link of a driver can refuse. */
export const driverLinkProblems = {
  'trips/unknown-link': {
    status: 404,
    title: 'Unknown link',
    detail: 'There is no trip behind this link.',
    remedy:
      'The link may be incomplete, or a newer one has replaced it. Ask the warehouse for the latest link of the trip.',
  },
  'trips/link-cannot-report': {
    status: 409,
    title: 'Nothing can be reported with this link now',
    detail: 'The trip can be read with this link, but nothing can be reported.',
    remedy:
      'A driver reports from the departure on, until the trip is closed, and for 48 hours at most. Outside that time, the staff change the order.',
    extra: ['refusal'],
  },
  'trips/stop-not-found': {
    status: 404,
    title: 'Stop not found',
    detail: 'The trip has no stop at this position.',
    remedy: 'Read the trip again: its stops are numbered from 1.',
  },
  'trips/stop-done': {
    status: 409,
    title: 'Stop has an outcome',
    detail: 'The stop has another outcome already, which stays.',
    remedy: 'See "outcome". If that is wrong, call the warehouse.',
    extra: ['outcome'],
  },
} as const satisfies ProblemEntries
