import { expiringWithinDays, Today } from '@anden/contract'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { jobStates, lotsAboutToExpire, openOrders, pausedEndpoints } from './queries.ts'

export function todayBackoffice(backoffice: Router<StaffPrincipal>, settings: () => RemitoSettings) {
  backoffice.computed(
    '/today',
    {
      summary: 'What the warehouse has to do today',
      description:
        "Open orders by status with the oldest of each, clients with lots that have expired or are about to, webhook endpoints that are paused, the CAI of remitos, and the state of the work in the background. The day is the warehouse's own.",
      scope: 'staff:read',
      reply: Today,
    },
    async ({ at }) => {
      const { today, cai } = settings()
      return {
        orders: await at.rows(openOrders),
        expiring: await at.rows(lotsAboutToExpire(today, dayAfter(today, expiringWithinDays))),
        paused_endpoints: await at.rows(pausedEndpoints),
        remito_cai: cai && { number: cai.number, expires_on: cai.expiresOn },
        jobs: await at.rows(jobStates),
      }
    },
  )
}
