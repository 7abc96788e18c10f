// Trips: a vehicle's day, with the orders that it takes and the order of its stops. They are the warehouse's own. A client sees
// of a trip only what its order says (`OrderTrip` in orders.ts): a number or an id would tell it how many trips there are.
import { maxDocumentLength } from './documents.ts'
import { orderStatuses } from './order-transitions.ts'
import { CalendarDate, Id, Line, Named, Nullable, OneOf, Text, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

export const tripStatuses = ['draft', 'departed', 'closed'] as const
export const TripStatus = OneOf(tripStatuses, {
  description: '`draft`: being planned. `departed`: under way. `closed`: every stop has an outcome',
  examples: ['draft'],
})
export type TripStatus = Static<typeof TripStatus>

export const stopOutcomes = ['delivered', 'failed', 'cancelled'] as const
export type StopOutcome = (typeof stopOutcomes)[number]

export const maxStopsPerTrip = 200
/** The date of a trip, from today. */
export const tripDates = { daysBack: 7, daysAhead: 365 } as const

const packages = Nullable(Type.Integer({ examples: [3] }), {
  description: 'How many packages it was packed into; null if it has not been packed',
})
const knownWeight = Nullable(Type.Number({ examples: [148.5] }), {
  description: 'The sum of the weights that are known, exact to 3 decimals; null if none is',
})
const weightKnown = Type.Boolean({
  description: 'Whether every product of it has a weight, so that `weight_kg` is all of it',
  examples: [true],
})
const orderNumber = Type.String({ examples: ['PED-000042'] })
const tripNumber = Type.String({ examples: ['VIA-000042'] })

export const TripStop = Named('TripStop', {
  position: Type.Integer({ description: 'From 1, without gaps', examples: [3] }),
  order_id: Id,
  order_number: orderNumber,
  order_status: OneOf(orderStatuses, {
    description: 'The status of the order now, which `outcome` does not follow after the trip',
    examples: ['in_preparation'],
  }),
  order_revision: Type.Integer({
    description: 'The `revision` of the order, for the `if_revision` of an action on it',
    examples: [2],
  }),
  client: Named('TripClient', { id: Id, name: Type.String({ examples: ['Bodega Los Álamos'] }) }),
  destinatario: Named('TripDestinatario', {
    id: Id,
    name: Type.String({ examples: ['Vinoteca del Centro'] }),
    phone: Nullable(Type.String({ examples: ['+54 261 555-0100'] })),
    delivery_schedule: Nullable(Type.String({ examples: ['Lunes a viernes de 9 a 13'] })),
  }),
  delivery_address: Nullable(Type.String({ examples: ['Av. San Martín 1250'] })),
  delivery_city: Nullable(Type.String({ examples: ['Mendoza'] })),
  delivery_province: Nullable(Type.String({ examples: ['Mendoza'] })),
  delivery_contact: Nullable(Type.String({ examples: ['Vinoteca del Centro, +54 261 555-0100'] })),
  notes: Nullable(Type.String(), { description: 'The notes of the order' }),
  remitos: Type.Array(
    Named('TripRemito', {
      id: Id,
      remito_number: Type.Array(Type.String(), { examples: [['R 00001-00000042']] }),
    }),
    { description: 'The egreso of the order; empty if it was voided' },
  ),
  packages,
  weight_kg: knownWeight,
  weight_known: weightKnown,
  outcome: Nullable(OneOf(stopOutcomes, { examples: ['delivered'] }), {
    description: 'What became of this stop; null until then. What the order does later does not change it',
  }),
  outcome_at: Nullable(Timestamp),
  outcome_reason: Nullable(Type.String({ examples: ['Estaba cerrado'] })),
})
export type TripStop = Static<typeof TripStop>

const vehicleFields = {
  driver_name: Type.String({ examples: ['Raúl Quiroga'] }),
  driver_dni: Nullable(Type.String({ examples: ['24555120'] })),
  carrier_name: Nullable(Type.String({ examples: ['Transportes Cuyo SRL'] })),
  carrier_cuit: Nullable(Type.String({ examples: ['30707770704'] })),
  plate: Nullable(Type.String({ examples: ['AB123CD'] })),
  trailer_plate: Nullable(Type.String({ examples: ['AA987BB'] })),
  cot: Nullable(Type.String({ examples: ['00012345678901234567'] }), {
    description: 'The code of the transport of goods (COT), as it was typed in',
  }),
  notes: Nullable(Type.String({ examples: ['Salir antes de las 7'] })),
}

const tripFields = {
  id: Id,
  number: tripNumber,
  revision: Type.Integer({
    description:
      'Rises with every change that the staff make of the trip, and when an order that is cancelled leaves a draft. The outcome of a stop does not raise it',
    examples: [4],
  }),
  date: Type.String({ ...CalendarDate, examples: ['2026-11-19'] }),
  status: TripStatus,
  ...vehicleFields,
  packages: Type.Integer({
    description: 'Of the orders that have been packed. From departure on, as it departed',
    examples: [38],
  }),
  weight_kg: Nullable(Type.Number({ examples: [1480.5] }), {
    description: 'The sum of the weights that are known; null if none is. From departure on, as it departed',
  }),
  weight_known: weightKnown,
}

const tripTimes = {
  departed_at: Nullable(Timestamp),
  closed_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Trip = Named('Trip', {
  ...tripFields,
  stops: Type.Array(TripStop, { description: 'In the order of the route' }),
  ...tripTimes,
})
export type Trip = Static<typeof Trip>

export const TripSummary = Named('TripSummary', {
  ...tripFields,
  stops_count: Type.Integer({ examples: [8] }),
  stops_open: Type.Integer({ description: 'Those without an outcome', examples: [5] }),
  ...tripTimes,
})
export type TripSummary = Static<typeof TripSummary>

export const TripFilters = {
  date: Type.Optional(CalendarDate),
  status: Type.Optional(TripStatus),
  driver: Type.Optional(
    Line(120, {
      description: 'The name of the driver, whole, without regard to case and accents',
      examples: ['Raúl Quiroga'],
    }),
  ),
}

const date = Type.String({
  ...CalendarDate,
  description: `From ${tripDates.daysBack} days ago to ${tripDates.daysAhead} days ahead, by the warehouse's time zone`,
  examples: ['2026-11-19'],
})
const driverName = Line(120, { examples: ['Raúl Quiroga'] })
const document = (examples: string[]) =>
  Type.String({ format: 'cuit-dni', maxLength: maxDocumentLength, examples })
const plate = Type.String({
  format: 'plate',
  maxLength: 20,
  description: '`AAA999` or `AA999AA`. Kept in capitals, without blanks and hyphens',
  examples: ['AB123CD'],
})

/** What both a new trip and a change can say of the vehicle. */
const givenVehicle = {
  driver_dni: Type.Optional(Nullable(document(['24555120']), { description: 'DNI or CUIL' })),
  carrier_name: Type.Optional(Nullable(Line(200, { examples: ['Transportes Cuyo SRL'] }))),
  carrier_cuit: Type.Optional(Nullable(document(['30-70777070-4']), { description: 'CUIT or DNI' })),
  plate: Type.Optional(Nullable(plate)),
  trailer_plate: Type.Optional(Nullable(plate)),
  cot: Type.Optional(Nullable(Line(40, { examples: ['00012345678901234567'] }))),
  notes: Type.Optional(Nullable(Text(2000))),
}

export const NewTrip = Named('NewTrip', {
  date,
  driver_name: driverName,
  ...givenVehicle,
  order_ids: Type.Optional(
    Type.Array(Id, {
      maxItems: maxStopsPerTrip,
      uniqueItems: true,
      description: 'Its first stops, in this order',
      examples: [['0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10']],
    }),
  ),
})
export type NewTrip = Static<typeof NewTrip>

export const tripActions = ['add', 'remove', 'move', 'depart', 'close'] as const
export type TripAction = (typeof tripActions)[number]

export const TripChange = Named('TripChange', {
  if_revision: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'The `revision` that the change is meant for. If there is another one: 409',
    examples: [4],
  }),
  action: Type.Optional(
    OneOf(tripActions, {
      description:
        '`add`, `remove` and `move` an order of a draft. `depart`: every order is under way. `close`: every stop has its outcome. Left out: the other members are changed',
      examples: ['add'],
    }),
  ),
  order_id: Type.Optional({ ...Id, description: 'Required for `add`, `remove` and `move`' }),
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxStopsPerTrip,
      description: 'Where `add` or `move` puts the order, counted from 1. Default of `add`: the last place',
      examples: [3],
    }),
  ),
  date: Type.Optional(date),
  driver_name: Type.Optional(driverName),
  ...givenVehicle,
})
export type TripChange = Static<typeof TripChange>
