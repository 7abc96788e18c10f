// Translated texts for the problems of trips.
import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../ui/problem-texts.ts'

const seeTrip = msg`The page shows the trip as it is now.`

addProblemTexts({
  'trips/not-found': [
    msg`There is no such trip`,
    msg`The link may be old, or somebody has deleted the draft.`,
  ],
  'trips/changed-meanwhile': [
    msg`Somebody changed the trip at the same time`,
    msg`Nothing was changed. Look at the trip as it is now, and do it again if it is still needed.`,
  ],
  'trips/not-draft': [msg`The trip has departed`, seeTrip],
  'trips/not-under-way': [msg`The trip is not under way`, seeTrip],
  'trips/closed': [msg`The trip is closed`, msg`A closed trip stays as it was.`],
  'trips/order-on-trip': [
    msg`The order is on another trip`,
    msg`Remove it from that trip first, if that is still a draft.`,
  ],
  'trips/orders-not-ready': [
    msg`Some orders are not ready`,
    msg`Nothing was changed. Prepare them, or take them off the trip.`,
  ],
  'trips/no-stops': [msg`The trip has no stops`, msg`Add orders first.`],
  'trips/not-a-stop': [
    msg`The order is not on this trip any more`,
    msg`Somebody has removed it, or it was cancelled.`,
  ],
  'trips/too-many-stops': [msg`A trip has at most 200 stops`, msg`Make another trip for the rest.`],
  'trips/too-many-labels': [
    msg`The trip has too many packages for one file of labels`,
    msg`Print them on the pages of its orders.`,
  ],
  'trips/stops-open': [
    msg`Some stops have no outcome yet`,
    msg`Say of each order whether it was delivered, then close the trip.`,
  ],
  'orders/not-packed': [
    msg`Nothing is packed yet`,
    msg`Pack the orders first: the labels count their packages.`,
  ],
  'orders/on-trip': [
    msg`The order is on a trip that has not departed`,
    msg`It leaves with that trip. To dispatch it by itself, remove it from the trip first.`,
  ],
})
