// Formats of input strings, stricter than the usual definitions: PostgreSQL accepts whatever passes here. Every check
// takes time linear in the length of the text.
import { cuitOrDni, isGtin, isPersonName, remitoNumber, uuidPattern } from '@anden/contract/values'

type Format = {
  hint: string
  fault: (text: string) => string | null
  /** Whether the hint also covers the length. */
  impliesLength: boolean
}

const dateHint = 'must be a date, YYYY-MM-DD'
const timestampHint =
  'must be an ISO 8601 timestamp with a time zone, such as 2026-11-01T00:00:00Z (write a "+" in a URL as %2B)'

const isUuid = new RegExp(`^${uuidPattern}$`, 'i')

const known: Record<string, Format> = {
  uuid: format('must be a UUID', (text) => isUuid.test(text)),
  date: { hint: dateHint, fault: dateFault, impliesLength: true },
  'date-time': { hint: timestampHint, fault: timestampFault, impliesLength: true },
  email: { ...format('must be an e-mail address', isEmail), impliesLength: false },
  'sign-in-email': {
    ...format("must be an e-mail address of letters (a to z), digits and . _ ' + -", isSignInEmail),
    impliesLength: false,
  },
  'cuit-dni': format(
    'must be a CUIT of 11 digits with a right check digit, or a DNI of 7 or 8 digits',
    (text) => cuitOrDni(text) !== null,
  ),
  gtin: format('must be a GTIN of 8, 12, 13 or 14 digits with a right check digit', isGtin),
  'remito-number': format(
    'must be a letter (R or X; R if left out), 4 or 5 digits of point of sale and 8 of number, such as R 0003-00001821',
    (text) => remitoNumber(text) !== null,
  ),
  'credit-note-number': {
    ...format(
      'must be made of letters, digits, hyphens and spaces, without a space at either end, such as NC 0003-00000087',
      (text) => /^[\p{L}\d -]*$/u.test(text) && text === text.trim(),
    ),
    impliesLength: false,
  },
  /** Whatever is given is made one: see normal-input.ts. */
  line: { ...format('must be one line of text', () => true), impliesLength: false },
  'person-name': {
    ...format(
      'must be a name on one line, without an address: no "/", ":" or "@", and no dot inside a word',
      isPersonName,
    ),
    impliesLength: false,
  },
}

function format(hint: string, isValid: (text: string) => boolean): Format {
  return { hint, fault: (text) => (isValid(text) ? null : hint), impliesLength: true }
}

const formatNamed = (name: string): Format => {
  const found = known[name]
  if (!found) throw new Error(`The format "${name}" is not known.`)
  return found
}

/** What is wrong with the text, in words; null if it is valid. */
export const formatFault = (name: string, text: string) => formatNamed(name).fault(text)

/** The hint for a text that is too long, and so is not checked any further. */
export function overlongHint(name: string | undefined, maxLength: number): string {
  const found = name === undefined ? null : formatNamed(name)
  return found?.impliesLength ? found.hint : `must have at most ${maxLength} characters`
}

export const formatNames = Object.keys(known)

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
export function dateFault(text: string): string | null {
  if (!dateShape.test(text)) return dateHint
  return isCalendarDate(text) ? null : `is not a day: ${text} does not exist`
}

function isCalendarDate(text: string): boolean {
  if (!dateShape.test(text) || text < '0001-01-01') return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const timestampShape = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/

function timestampFault(text: string): string | null {
  if (timestampOf(text) !== null) return null
  const [, day, time, , zone] = timestampShape.exec(text) ?? []
  if (day === undefined) return timestampHint
  return dateFault(day) ?? `is not a time: ${time}${zone} does not exist`
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
