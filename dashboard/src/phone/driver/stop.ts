// What follows from a stop and its trip, without the page.
import type { DriverStop, DriverTrip } from '@anden/contract'

/** The first stop without an outcome, of which no delivery is kept on the phone either. */
export const nextStop = ({ stops }: Pick<DriverTrip, 'stops'>, isKept = (_: DriverStop) => false) =>
  stops.find((stop) => stop.outcome === null && !isKept(stop)) ?? null

export const canReport = (trip: DriverTrip, stop: DriverStop) =>
  trip.refusal === null && stop.outcome === null

/** "Raúl" of "Raúl Ibáñez", and of "Ibáñez, Raúl". */
export function firstName(name: string): string {
  const [family = '', given = ''] = name.split(',')
  return (given.trim() || family.trim()).split(/\s+/)[0] ?? ''
}

/** Street and city, and the province where the city does not say it. */
export function addressOf({ delivery_address, delivery_city, delivery_province }: DriverStop): string {
  const parts = [delivery_address, delivery_city, delivery_province].filter((part) => part !== null)
  return parts.filter((part, index) => parts.indexOf(part) === index).join(', ')
}

/** The number to call: in the contact of the order, or else that of the recipient. */
export function phoneOf({ delivery_contact, phone }: DriverStop): string | null {
  return numberIn(delivery_contact) ?? numberIn(phone)
}

const fewestDigits = 6

function numberIn(text: string | null): string | null {
  for (const [found] of (text ?? '').matchAll(/\+?\d[\d\s().-]*\d/g)) {
    const number = found.replaceAll(/[^\d+]/g, '')
    if (number.length >= fewestDigits) return number
  }
  return null
}

/** An address for the phone's maps. Apple's do not know `geo:`. */
export function mapLink(address: string, userAgent: string): string {
  const query = encodeURIComponent(address)
  return /iPhone|iPad|Macintosh/.test(userAgent) ? `maps:?q=${query}` : `geo:0,0?q=${query}`
}

/** As it is on the vehicle: `AA 123 BB`, `AAA 123`. */
export const spacedPlate = (plate: string) => plate.replace(/\d+/, ' $& ').trim()

/** The longest reason that the service takes. */
export const maxReasonLength = 500

/** null: nothing was chosen, or nothing written where it is needed. */
export function reasonOf(chosen: string | null, details: string): string | null {
  const written = details.trim()
  const reason = [chosen, written].filter(Boolean).join('. ')
  return reason === '' ? null : reason.slice(0, maxReasonLength)
}
