// The overview leads to the lots of one week. The service filters by the last day only, so that earlier lots are in the
// list, too: those of the week are marked.
import { dayAfter } from '../ui/format.ts'

type Search = Record<string, unknown>

export type Week = { first: string; last: string }

const date = /^\d{4}-\d{2}-\d{2}$/

/** `week`: the Monday. */
export function weekIn({ week }: Search): { week?: string } {
  return typeof week === 'string' && date.test(week) && !Number.isNaN(Date.parse(week)) ? { week } : {}
}

export const lotsOfWeek = (monday: string): Search => ({ week: monday, expiring_before: dayAfter(monday, 6) })

/** The week that is marked; none once the reader has changed the last day. */
export function markedWeek(search: Search): Week | null {
  const { week } = weekIn(search)
  if (!week) return null
  const last = dayAfter(week, 6)
  return search['expiring_before'] === last ? { first: week, last } : null
}

/** What the service is asked. */
export function withoutWeek({ week: _week, ...filters }: Search): Search {
  return filters
}
