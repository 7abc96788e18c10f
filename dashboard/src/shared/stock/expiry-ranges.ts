// Expiry filters for lists of lots, shared by figures and views, so that each links to exactly the lots that it counts.
import { dayAfter, today } from '../../ui/format.ts'

type Range = { expiring_after?: string; expiring_before: string }

export const expiredLots = (): Range => ({ expiring_before: dayAfter(today(), -1) })

export const lotsExpiringWithin = (days: number): Range => ({
  expiring_after: today(),
  expiring_before: dayAfter(today(), days),
})

/** Past days of the current week are left out, because their lots count as expired. */
export const lotsOfWeek = (monday: string): Range => ({
  expiring_after: monday < today() ? today() : monday,
  expiring_before: dayAfter(monday, 6),
})
