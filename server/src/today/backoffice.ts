import { expiringWithinDays, Today } from '@anden/contract'
import { disputesToSettle } from '../acceptances/settle.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { leftInBooks } from '../remitos/books/left.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { expectedReturns, jobStates, lotsAboutToExpire, openOrders, pausedEndpoints } from './queries.ts'

export function todayBackoffice(backoffice: Router<StaffPrincipal>, warehouseToday: () => string) {
  backoffice.computed(
    '/today',
    {
      summary: 'What the warehouse has to do today',
      description:
        "Open orders by status with the oldest of each, returns that are expected, clients with lots that have expired or are about to, webhook endpoints that are paused, the CAI of remitos, acceptances that somebody has to look into, and the state of the work in the background. The day is the warehouse's own.",
      scope: 'staff:read',
      reply: Today,
    },
    async ({ at }) => {
      const today = warehouseToday()
      const { cai, ...books } = await leftInBooks(at, today)
      return {
        orders: await at.rows(openOrders),
        returns: await at.one(expectedReturns),
        expiring: await at.rows(lotsAboutToExpire(today, dayAfter(today, expiringWithinDays))),
        paused_endpoints: await at.rows(pausedEndpoints),
        remito_cai: books.state === 'stopped' ? null : cai,
        remito_books: books,
        disputes: await disputesToSettle(at),
        jobs: await at.rows(jobStates),
      }
    },
  )
}
