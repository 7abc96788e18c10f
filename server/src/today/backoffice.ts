import { Today } from '@anden/contract'
import type { Router } from '../http/router.ts'
import type { StaffPrincipal } from '../identity/authenticate.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { jobStates, lotsAboutToExpire, openOrders, pausedEndpoints } from './queries.ts'

const daysAhead = 7

export function todayBackoffice(backoffice: Router<StaffPrincipal>, today: () => string) {
  backoffice.computed(
    '/today',
    {
      summary: 'What the warehouse has to do today',
      description:
        "Open orders by status with the oldest of each, clients with lots that have expired or are about to, webhook endpoints that are paused, and the state of the work in the background. The day is the warehouse's own.",
      scope: 'staff:read',
      reply: Today,
    },
    async ({ at }) => ({
      orders: await at.rows(openOrders),
      expiring: await at.rows(lotsAboutToExpire(today(), dayAfter(today(), daysAhead))),
      paused_endpoints: await at.rows(pausedEndpoints),
      jobs: await at.rows(jobStates),
    }),
  )
}
