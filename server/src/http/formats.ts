// What a value must look like, narrower than the usual format lists: whatever passes here, PostgreSQL takes.
import { cuitOrDni, remitoNumber } from '@anden/contract'
import type { Format } from 'ajv'

export const formats: Record<string, Format> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  date: isCalendarDate,
  'date-time': (text) => timestampOf(text) !== null,
  email: /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@"<>(),;:\\[\]]+\.[^\s@"<>(),;:\\[\]]+$/,
  uri: (text) => URL.canParse(text),
  'cuit-dni': (text) => cuitOrDni(text) !== null,
  'remito-number': (text) => remitoNumber(text) !== null,
  'credit-note-number': /^(?! )[\p{L}\d -]*(?<! )$/u,
}

/** How a fault in each format is told to a person. */
export const formatHints: Record<string, string> = {
  uuid: 'must be a UUID',
  date: 'must be a date, YYYY-MM-DD',
  'date-time':
    'must be an ISO 8601 timestamp with a time zone, such as 2026-11-01T00:00:00Z (write a "+" in a URL as %2B)',
  email: 'must be an e-mail address',
  uri: 'must be a URL',
  'cuit-dni': 'must be a CUIT of 11 digits with a right check digit, or a DNI of 7 or 8 digits',
  'remito-number':
    'must be a letter (R or X; R if left out), 4 or 5 digits of point of sale and 8 of number, such as R 0003-00001821',
  'credit-note-number':
    'must be made of letters, digits, hyphens and spaces, without a space at either end, such as NC 0003-00000087',
}

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001-01-01') return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const timestampShape = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/

/**
 * The moment as UTC with milliseconds, or null. Stored times have milliseconds, so a finer bound is rounded
 * up: `created_at >= x` and `created_at < x` both keep their meaning.
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
