import { expiringSoonDays, type Overview } from '@anden/contract'
import { dayAfter } from '../stock/warehouse-day.ts'
import type { Totals, TotalsRow } from './queries.ts'

/** Completes the totals, which have no zeros, to the rows that the overview shows. */
export function overviewOf(row: TotalsRow, webhooks: Overview['webhooks'], today: string): Overview {
  const { statuses, weeks, oldest_open, failed, expired, expiries, months, saldo } = row
  return {
    orders: statuses &&
      weeks && { ...ordersOverview(statuses, weeks, today), oldest_open, failed: failed ?? [] },
    lots: expiries && lotsOverview(expired ?? 0, expiries, today),
    account: months && { balance_per_month: balancePerMonth(months, saldo ?? 0, today) },
    webhooks,
  }
}

function ordersOverview(statuses: Totals, weeks: Totals, today: string) {
  const count = (status: string) => statuses[status] ?? 0
  return {
    open: {
      pending: count('pending'),
      approved: count('approved'),
      in_preparation: count('in_preparation'),
      in_transit: count('in_transit'),
      failed_delivery: count('failed_delivery'),
    },
    per_week: pastWeeks(today).map((week) => ({ week, orders: weeks[week] ?? 0 })),
  }
}

function lotsOverview(expired: number, expiries: Totals, today: string): Overview['lots'] {
  const lotsIn = (firstDay: string, days: number) =>
    Array.from({ length: days }, (_, index) => expiries[dayAfter(firstDay, index)] ?? 0).reduce(
      (sum, lots) => sum + lots,
      0,
    )
  return {
    expired,
    expiring_soon: lotsIn(today, expiringSoonDays + 1),
    expiring_per_week: comingWeeks(today).map((week) => ({ week, lots: lotsIn(week, 7) })),
  }
}

type Health = {
  active: number
  paused: number
  succeeded: number
  failed: number
  oldest_pending_at: string | null
}

/** null: the caller may not see it. */
export function webhooksOverview(health: Health | Record<never, never>): Overview['webhooks'] {
  if (!('active' in health)) return null
  const { active, paused, succeeded, failed, oldest_pending_at } = health
  return { endpoints: { active, paused }, recent_deliveries: { succeeded, failed }, oldest_pending_at }
}

/** Computed backwards from the present balance by the change of each month. In cents, so that it is exact. */
function balancePerMonth(months: Totals, saldo: number, today: string) {
  let cents = Math.round(saldo * 100)
  return pastMonths(today)
    .reverse()
    .map((month) => {
      const end = { month, saldo: cents / 100 }
      cents -= Math.round((months[month] ?? 0) * 100)
      return end
    })
    .reverse()
}

// The weeks and months that the overview shows, from the warehouse's own day. Weeks start on Monday.

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
