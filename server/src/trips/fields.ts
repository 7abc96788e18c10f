// What the staff say of a trip apart from its stops, in the form in which it is kept.
import { type NewTrip, tripDates } from '@anden/contract'
import { cuitOrDni, fault, plateNumber } from '@anden/contract/values'
import { refuseMember } from '../problem.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import type { TripFields } from './queries.ts'

/** The formats of the contract have been checked: every plate and document has a normal form. */
export function fieldsOf(given: Omit<NewTrip, 'order_ids'>): TripFields {
  const { date, driver_name, carrier_name = null, cot = null, notes = null } = given
  return {
    date,
    driver_name,
    driver_dni: given.driver_dni ? cuitOrDni(given.driver_dni) : null,
    carrier_name,
    carrier_cuit: given.carrier_cuit ? cuitOrDni(given.carrier_cuit) : null,
    plate: given.plate ? plateNumber(given.plate) : null,
    trailer_plate: given.trailer_plate ? plateNumber(given.trailer_plate) : null,
    cot,
    notes,
  }
}

export function requireDate(date: string, today: string): void {
  const first = dayAfter(today, -tripDates.daysBack)
  const last = dayAfter(today, tripDates.daysAhead)
  if (date < first || date > last) refuseMember('/date', fault('trip_date_out_of_range', { first, last }))
}
