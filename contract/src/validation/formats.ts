// Formats of input strings, stricter than the usual definitions: PostgreSQL accepts whatever passes here. Every check
// takes time linear in the length of the text.
import { cuitOrDni, plateNumber, remitoNumber } from '../documents.ts'
import type { Fault } from '../faults/catalogue.ts'
import { fault } from '../faults/entry.ts'
import type { valueFaults } from '../faults/values.ts'
import { isGtin } from '../gtin.ts'
import { isPersonName, uuidPattern } from '../lines.ts'

type ValueFault = Fault<keyof typeof valueFaults>
type Format = {
  fault: (text: string) => ValueFault | null
  /** What a text that is too long is told, if it covers the length as well. */
  overlong: ValueFault | null
}

const isUuid = new RegExp(`^${uuidPattern}$`, 'i')

const known: Record<string, Format> = {
  uuid: ofFixedLength(fault('not_a_uuid'), (text) => isUuid.test(text)),
  date: { fault: dateFault, overlong: fault('not_a_date') },
  'date-time': { fault: timestampFault, overlong: fault('not_a_timestamp') },
  email: ofAnyLength(fault('not_an_email'), isEmail),
  'sign-in-email': ofAnyLength(fault('not_a_sign_in_email'), isSignInEmail),
  'cuit-dni': ofFixedLength(fault('not_a_cuit_or_dni'), (text) => cuitOrDni(text) !== null),
  gtin: ofFixedLength(fault('not_a_gtin'), isGtin),
  'remito-number': ofFixedLength(fault('not_a_remito_number'), (text) => remitoNumber(text) !== null),
  cai: ofFixedLength(fault('not_a_cai'), (text) => /^\d{14}$/.test(text)),
  plate: ofFixedLength(fault('not_a_plate'), (text) => plateNumber(text) !== null),
  'credit-note-number': ofAnyLength(
    fault('not_a_credit_note_number'),
    (text) => /^[\p{L}\d -]*$/u.test(text) && text === text.trim(),
  ),
  /** Whatever is given is made one: see normal-input.ts. */
  line: { fault: () => null, overlong: null },
  'person-name': ofAnyLength(fault('not_a_person_name'), isPersonName),
}

function ofAnyLength(invalid: ValueFault, isValid: (text: string) => boolean): Format {
  return { fault: (text) => (isValid(text) ? null : invalid), overlong: null }
}

/** The fault says how long a valid text is. */
function ofFixedLength(invalid: ValueFault, isValid: (text: string) => boolean): Format {
  return { ...ofAnyLength(invalid, isValid), overlong: invalid }
}

const formatNamed = (name: string): Format => {
  const found = known[name]
  if (!found) throw new Error(`The format "${name}" is not known.`)
  return found
}

/** null: the text is valid. */
export const formatFault = (name: string, text: string) => formatNamed(name).fault(text)

/** For a text that is too long, and so is not checked any further. */
export const overlongFault = (name: string | undefined, maxLength: number): ValueFault =>
  (name === undefined ? null : formatNamed(name).overlong) ?? fault('too_long', { max: maxLength })

export const formatNames = Object.keys(known)

/** At most 64 characters before the @, one @, and a domain with a dot. The same rule holds for the service and its pages. */
function isEmail(text: string): boolean {
  const at = text.indexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return (
    at >= 1 &&
    at <= 64 &&
    isAddressPart.test(local) &&
    isAddressPart.test(domain) &&
    // A dot with something on each side of it.
    domain.slice(1, -1).includes('.')
  )
}

/** What the sign-in library accepts: another address could never sign in. */
export function isSignInEmail(text: string): boolean {
  if (!isEmail(text)) return false
  const [local = '', domain = ''] = text.split('@')
  const labels = domain.split('.')
  return (
    !local.endsWith("'") &&
    local.split('.').every((part) => /^[A-Za-z0-9_'+-]+$/.test(part)) &&
    labels.every((label) => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(label)) &&
    /^[A-Za-z]{2,}$/.test(labels.at(-1) ?? '')
  )
}

const isAddressPart = /^[^\s@"<>(),;:\\[\]]+$/

const dateShape = /^\d{4}-\d{2}-\d{2}$/

/** null: the date exists. */
export function dateFault(text: string): Fault<'not_a_date' | 'no_such_day'> | null {
  if (!dateShape.test(text)) return fault('not_a_date')
  return isCalendarDate(text) ? null : fault('no_such_day', { day: text })
}

function isCalendarDate(text: string): boolean {
  if (!dateShape.test(text) || text < '0001-01-01') return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const timestampShape = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/

function timestampFault(text: string): ValueFault | null {
  if (timestampOf(text) !== null) return null
  const [, day, time, , zone] = timestampShape.exec(text) ?? []
  if (day === undefined) return fault('not_a_timestamp')
  return dateFault(day) ?? fault('no_such_time', { time: `${time}${zone}` })
}

/**
 * The instant in UTC with milliseconds, or null. Stored times have milliseconds, so a more precise bound is rounded up:
 * `created_at >= x` and `created_at < x` both keep their meaning.
 */
export function timestampOf(text: string): string | null {
  const parts = timestampShape.exec(text)
  if (!parts || !isCalendarDate(parts[1] ?? '')) return null
  const fraction = parts[3] ?? ''
  const time = Date.parse(
    `${parts[1]}T${parts[2]}.${fraction.slice(0, 3).padEnd(3, '0')}${(parts[4] ?? '').toUpperCase()}`,
  )
  if (Number.isNaN(time)) return null
  const moment = new Date(time + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0))
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment.toISOString() : null
}
