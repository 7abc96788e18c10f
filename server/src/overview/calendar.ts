// The weeks and months that the overview shows, from the warehouse's own day. Weeks start on Monday.
import { dayAfter } from '../stock/warehouse-day.ts'

const weekCount = 26
const monthCount = 12

function mondayOf(day: string): string {
  const daysSinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return dayAfter(day, -daysSinceMonday)
}

/** The current week last. */
export const pastWeeks = (today: string): string[] =>
  Array.from({ length: weekCount }, (_, index) => dayAfter(mondayOf(today), 7 * (index + 1 - weekCount)))

/** The current week first. */
export const comingWeeks = (today: string): string[] =>
  Array.from({ length: weekCount }, (_, index) => dayAfter(mondayOf(today), 7 * index))

/** As 2026-11, the current month last. */
export const pastMonths = (today: string): string[] => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: monthCount }, (_, index) =>
    new Date(Date.UTC(year, month + index - monthCount, 1)).toISOString().slice(0, 7),
  )
}
