// Days and moments of the warehouse.
import { fault } from '@anden/contract/values'
import type { Clock, DayOf } from '../deps.ts'
import { problem, summary } from '../problem.ts'

/** YYYY-MM-DD, `days` later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The local date of the warehouse, YYYY-MM-DD. Offsets change on whole minutes, so the date is cached per minute. */
export function warehouseDay(clock: Clock, timeZone: string): () => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  let minute = Number.NaN
  let day = ''
  return () => {
    const now = clock()
    const currentMinute = Math.floor(now / 60_000)
    if (currentMinute !== minute) {
      minute = currentMinute
      day = format.format(now)
    }
    return day
  }
}

/** The day of whoever asks: the warehouse's, or that of a sandbox. */
export function dayOf({ clock, timeZone }: { clock: Clock; timeZone: string }): DayOf {
  const today = warehouseDay(clock, timeZone)
  return (of) => (of && of.daysAhead > 0 ? dayAfter(today(), of.daysAhead) : today())
}

/** The clock of the database, which sets the times of ledger entries, can be ahead of ours. */
const clockToleranceMs = 5_000

/** Checks a moment at which stock is asked for. The future has none, and "now" is asked for without a moment. */
export function requirePast(at: string, clock: Clock): string {
  if (Date.parse(at) <= clock() + clockToleranceMs) return at
  const errors = [{ pointer: 'at', ...fault('in_future') }]
  throw problem('validation/invalid-parameter', { detail: summary('parameters', errors), errors })
}
