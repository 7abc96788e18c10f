import {
  DriverLink,
  driverActsForHours,
  NewTrip,
  Trip,
  TripChange,
  TripFilters,
  TripSummary,
} from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { throwProblem } from '../problem.ts'
import { remitoLinks } from '../remitos/link.ts'
import { changeTrip } from './change.ts'
import { createTrip, discardTrip } from './create.ts'
import { makeDriverLink } from './driver/link.ts'
import { readTripLabels, tripLabelsPdf } from './labels.ts'
import { type TripLine, tripDetail, tripSummary, tripsLatestFirst } from './queries.ts'
import { type RouteSheet, routeSheetName, routeSheetRevision, type tripTemplates } from './route-sheet.ts'
import { tripStopsSheet, tripsSheet } from './sheets.ts'

const scope = 'staff:orders'

export function tripsBackoffice(
  backoffice: Router<StaffPrincipal>,
  { warehouse, baseUrl, secrets }: Pick<Deps, 'warehouse' | 'baseUrl' | 'secrets'>,
  today: () => string,
) {
  backoffice.list(
    '/trips',
    {
      summary: 'Trips, the latest date first',
      scope: 'staff:read',
      filters: TripFilters,
      item: TripSummary,
      sortKey: ({ date, id }: TripLine) => [date, id],
      shape: tripSummary,
      sheet: tripsSheet,
      lines: tripStopsSheet,
    },
    ({ query, page }) => tripsLatestFirst(query, page),
  )

  backoffice.row(
    '/trips/:id',
    {
      summary: 'One trip with its stops',
      scope: 'staff:read',
      reply: Trip,
      missing: 'trips/not-found',
    },
    ({ params }) => tripDetail(params.id),
  )

  backoffice.document(
    '/trips/:id/pdf',
    {
      summary: 'The route sheet of a trip as a PDF to print',
      description:
        'The hoja de ruta, on A4, in the language of `Accept-Language` (`es` by default, or `en`): the vehicle and what it takes, then the stops in their order with address, contact, delivery hours, packages and remitos, each remito with a QR code of its page, and room for a signature.',
      scope: 'staff:read',
      contentType: 'application/pdf',
      problems: ['trips/not-found'],
      revision: routeSheetRevision,
      fileName: routeSheetName,
      template: 'route-sheet' satisfies keyof typeof tripTemplates,
    },
    async ({ params }, db): Promise<RouteSheet> => {
      const trip = (await db.maybeOne(tripDetail(params.id))) ?? throwProblem('trips/not-found')
      const remitos = trip.stops.flatMap((stop) => stop.remitos)
      const links = remitos.map(({ id }) => [id, baseUrl() + remitoLinks({ secrets }).pathOf(id)])
      return { trip, warehouse, links: Object.fromEntries(links) }
    },
  )

  backoffice.document('/trips/:id/labels', { ...tripLabelsPdf, scope: 'staff:read' }, ({ params }, db) =>
    readTripLabels(db, params.id, warehouse.name),
  )

  backoffice.post(
    '/trips',
    {
      summary: 'Make a trip',
      description:
        'A draft, with the given orders as its stops. A trip takes orders that are approved, in preparation or failed deliveries, and that the warehouse delivers (`envio`). An order is on one trip at a time.',
      scope,
      body: NewTrip,
      reply: Trip,
      location: ({ id }) => `/trips/${id}`,
      problems: ['trips/order-on-trip', 'trips/orders-not-ready'],
    },
    ({ tx, by, body }) => createTrip(tx, by, body, today()),
  )

  backoffice.patch(
    '/trips/:id',
    {
      summary: 'Change a trip, its stops or its status',
      description: `Without \`action\`, the given members are changed, until the trip is closed. \`add\`, \`remove\` and \`move\` change one stop of a draft.

\`depart\` puts every order of a draft in transit, all at once or none: each has to be in preparation or a failed delivery, without goods of a lot on hold. The clients' \`order.in_transit\` events name the vehicle (\`trip\`). \`close\` ends a trip whose stops all have an outcome. These follow from what is done to the orders: delivered, failed, cancelled.

\`if_revision\` is the \`revision\` that was last read.`,
      scope,
      body: TripChange,
      reply: Trip,
      problems: [
        'trips/not-found',
        'trips/changed-meanwhile',
        'trips/not-draft',
        'trips/closed',
        'trips/not-under-way',
        'trips/order-on-trip',
        'trips/orders-not-ready',
        'trips/not-a-stop',
        'trips/too-many-stops',
        'trips/no-stops',
        'trips/stops-open',
      ],
    },
    ({ tx, by, params, body }) => changeTrip(tx, by, params.id, body, today()),
  )

  backoffice.delete(
    '/trips/:id',
    {
      summary: 'Delete a draft',
      description: 'Its orders are free for another trip. Its number is not used again.',
      scope,
      problems: ['trips/not-found', 'trips/not-draft'],
    },
    ({ tx, by, params }) => discardTrip(tx, by, params.id),
  )

  backoffice.post(
    '/trips/:id/driver-link',
    {
      summary: 'Make the link of the driver',
      description: `Opens the trip on a phone, without an account. The link before, if there is one, stops working. The address is returned only in this response.

Whoever has it reads the stops from now on. From the departure until the trip is closed, for ${driverActsForHours} hours at most, they also hand over the goods of a stop or say that its delivery has failed.`,
      scope,
      idempotency: 'none',
      reply: DriverLink,
      problems: ['trips/not-found'],
    },
    ({ tx, by, params }) => makeDriverLink(tx, by, params.id, baseUrl()),
  )
}
