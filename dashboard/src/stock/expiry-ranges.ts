// Filters of the lists of lots by their expiry: figures and views lead to exactly the lots that they name.
import { dayAfter, today } from '../ui/format.ts'

type Range = { expiring_after?: string; expiring_before: string }

export const expiredLots = (): Range => ({ expiring_before: dayAfter(today(), -1) })

export const lotsExpiringWithin = (days: number): Range => ({
  expiring_after: today(),
  expiring_before: dayAfter(today(), days),
})

/** Of the current week, the days that are past count as expired. */
export const lotsOfWeek = (monday: string): Range => ({
  expiring_after: monday < today() ? today() : monday,
  expiring_before: dayAfter(monday, 6),
})
