// Formats numbers, money and times in the current language and the warehouse's time zone.
import { formatLocale } from './languages.ts'
import {
  type Decimals,
  numberFormat,
  writeMoney,
  writeNumber,
  writePlainNumber,
} from './number/write-number.ts'

let zone = 'America/Argentina/Buenos_Aires'

export function setWarehouseTimeZone(timeZone: string): void {
  zone = timeZone
}

const dayInMs = 86_400_000
const monthInMs = 30.44 * dayInMs
const formats = new Map<string, Intl.DateTimeFormat>()

function moments(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${formatLocale()}${zone}${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(formatLocale(), { timeZone: zone, ...options })
  formats.set(key, known)
  return known
}

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

export const formatNumber = (value: number, decimals?: Decimals) =>
  writeNumber(formatLocale(), value, decimals)

/** A number as a person types it into a field: `1234,5`. */
export const formatPlainNumber = (value: number) => writePlainNumber(formatLocale(), value)

export const formatPercent = (share: number) =>
  numberFormat(formatLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(share)

/** Pesos: `$ 1.234,50`. */
export const formatMoney = (amount: number) => writeMoney(formatLocale(), amount)

/** A timestamp of the API (`2026-11-14T12:30:00.000Z`) as `14/11/2026 09:30`. */
export const formatMoment = (iso: string) => `${formatDay(iso)} ${formatClock(iso)}`
export const formatDay = (iso: string) => moments(day).format(new Date(iso))
export const formatClock = (iso: string) => moments(clock).format(new Date(iso))
export const formatClockSeconds = (iso: string) =>
  moments({ ...clock, second: '2-digit' }).format(new Date(iso))
export const formatShortDay = (iso: string) =>
  moments({ day: '2-digit', month: '2-digit' }).format(new Date(iso))

/** A calendar date of the API (`2027-03-31`), which has no time zone, as `31/03/2027`. */
export const formatDate = (date: string) =>
  moments({ ...day, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
/** A calendar date as `lunes`. */
export const formatWeekday = (date: string) =>
  moments({ weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
/** A calendar date with its day of the week: `miércoles 18/11`. Together, es-AR would write it as `miércoles 18-11`. */
export const formatWeekdayDate = (date: string) =>
  `${formatWeekday(date)} ${moments({ day: '2-digit', month: '2-digit', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))}`
export const formatMonth = (date: string, month: 'short' | 'long' = 'short') =>
  moments({ month, timeZone: 'UTC' }).format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
export const formatMonthYear = (date: string) =>
  moments({ month: 'short', year: '2-digit', timeZone: 'UTC' }).format(
    new Date(`${date.slice(0, 10)}T00:00:00Z`),
  )
/** A month of the API (`2026-10`) as `octubre de 2026`. */
export const formatLongMonth = (month: string) =>
  moments({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

let daysAhead = 0

/** For a sandbox, whose day can be ahead of the warehouse's. */
export function setToday(day: string): void {
  daysAhead = Math.round((Date.parse(day) - Date.parse(realToday())) / dayInMs)
}

/** Today's date for goods and documents, in the format of the API: at the warehouse, or in the sandbox. */
export function today(): string {
  return dayAfter(realToday(), daysAhead)
}

/** Today's date by the clock of the warehouse. What has a time of day, as when an order was placed, goes by it in a sandbox, too. */
export function realToday(): string {
  return dateAt(Date.now())
}

/** The instant at which a day begins at the warehouse: `2026-11-01` → `2026-11-01T03:00:00.000Z`. */
export function startOfDay(date: string): string {
  const asUtc = Date.parse(`${date}T00:00Z`)
  // Computed twice, because the first guess may be on the other side of a daylight-saving change.
  const guess = asUtc - offsetMs(asUtc)
  return new Date(asUtc - offsetMs(guess)).toISOString()
}

/** The last instant of a day at the warehouse, or the current time if the day has not ended. */
export function endOfDay(date: string): string {
  return new Date(Math.min(Date.parse(startOfDay(nextDay(date))) - 1, Date.now())).toISOString()
}

/** Whether this instant is the end of a day at the warehouse. */
export const isEndOfDay = (iso: string) => endOfDay(dateAt(Date.parse(iso))) === iso

function offsetMs(at: number): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${local.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1_000) * 1_000
}

/** The date of an instant at the warehouse, in the format of the API. */
export const dateAt = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)

export const nextDay = (date: string) => dayAfter(date, 1)

export const daysUntil = (date: string) => Math.round((Date.parse(date) - Date.parse(today())) / dayInMs)

/** The calendar date `days` later; earlier if negative. */
export const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayInMs).toISOString().slice(0, 10)

export const isToday = (iso: string) => formatDay(iso) === formatDay(new Date().toISOString())

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * dayInMs],
  ['month', 60 * dayInMs],
  ['day', dayInMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** A relative time, such as `hace 12 minutos`, `ayer` or `hace un año`. */
export function formatAgo(iso: string, now = Date.now()): string {
  const ms = Date.parse(iso) - now
  const [unit, size] = units.find(([, size]) => Math.abs(ms) >= size) ?? ['second', 1_000]
  const isLong = unit === 'year' || unit === 'month'
  // `auto` would call the date of a year ago `el año pasado`, which is any day of that year.
  const relative = new Intl.RelativeTimeFormat(formatLocale(), { numeric: isLong ? 'always' : 'auto' })
  const text = relative.format(Math.round(ms / (unit === 'month' ? monthInMs : size)), unit)
  return isLong ? text.replace(/\b1 (año|mes)\b/, 'un $1') : text
}

const byteUnits = ['B', 'kB', 'MB', 'GB']

export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${formatNumber(bytes / 1_000 ** power, { max: power === 0 ? 0 : 1 })} ${byteUnits[power]}`
}

/** A list in words, such as `a, b y c`. */
export const formatList = (parts: readonly string[]) => new Intl.ListFormat(formatLocale()).format(parts)
