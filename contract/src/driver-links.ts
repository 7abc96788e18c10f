// What the page behind a driver's link shows and sends. Whoever has the link reads it, so it has no ids, no prices and nothing of
// other trips.
import { CalendarDate, Named, Nullable, OneOf, Text, Timestamp } from './primitives.ts'
import { TripStop } from './trips.ts'
import { type Static, Type } from './type.ts'

/** How long after the departure its driver can still report. */
export const driverActsForHours = 48

export const DriverLink = Named('DriverLink', {
  url: Type.String({
    description:
      'Opens the trip on a phone, without an account. It is shown only here: the service keeps its hash',
    examples: ['https://portal.example.com/t/6f1d0c5be1a94a7f8d2b3c4d5e6f7a8b'],
  }),
})

const stop = TripStop.properties

export const DriverStop = Named('DriverStop', {
  position: stop.position,
  order_number: stop.order_number,
  client_name: Type.String({ examples: ['Bodega Los Álamos'] }),
  destinatario_name: Type.String({ examples: ['Vinoteca del Centro'] }),
  phone: stop.destinatario.properties.phone,
  delivery_schedule: stop.destinatario.properties.delivery_schedule,
  delivery_address: stop.delivery_address,
  delivery_city: stop.delivery_city,
  delivery_province: stop.delivery_province,
  delivery_contact: stop.delivery_contact,
  notes: stop.notes,
  remito_numbers: Type.Array(Type.String(), { examples: [['R 00001-00000042']] }),
  packages: stop.packages,
  outcome: stop.outcome,
  outcome_at: stop.outcome_at,
  outcome_reason: stop.outcome_reason,
})
export type DriverStop = Static<typeof DriverStop>

export const driverRefusals = ['not-departed', 'closed', 'expired'] as const

export const DriverTrip = Named('DriverTrip', {
  date: CalendarDate,
  driver_name: Type.String({ examples: ['Raúl Quiroga'] }),
  plate: Nullable(Type.String({ examples: ['AB123CD'] })),
  trailer_plate: Nullable(Type.String({ examples: ['AA987BB'] })),
  notes: Nullable(Type.String({ examples: ['Salir antes de las 7'] })),
  departed_at: Nullable(Timestamp),
  refusal: Nullable(OneOf(driverRefusals, { examples: ['not-departed'] }), {
    description: `Why nothing can be reported with this link now; null: it can. \`expired\`: ${driverActsForHours} hours have passed since the departure`,
  }),
  stops: Type.Array(DriverStop),
})
export type DriverTrip = Static<typeof DriverTrip>

export const FailedStop = Named('FailedStop', {
  reason: Text(500, { examples: ['Estaba cerrado'] }),
})
export type FailedStop = Static<typeof FailedStop>
