import { Overview, type PortalScope } from '@anden/contract'
import type { DayOf } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { noWebhookHealth, overviewTotals, webhookHealth } from './queries.ts'
import { overviewOf, webhooksOverview } from './shape.ts'

export function overviewPortal(portal: Router<PortalPrincipal>, today: DayOf) {
  const partsFor = ({ scopes }: PortalPrincipal) => {
    const allowed = (scope: PortalScope) => scopes.includes(scope)
    return {
      orders: allowed('read:orders'),
      lots: allowed('read:stock'),
      account: allowed('read:account'),
      webhooks: allowed('read:webhooks'),
    }
  }
  portal.parts(
    '/overview',
    {
      summary: 'What the start page shows',
      description:
        "Open orders, orders per week, lots by week of expiry, the balance by month and the health of the webhooks. Days, weeks and months are the warehouse's own. Needs no scope of its own: each part is null without the scope of what it shows.",
      scope: null,
      reply: Overview,
    },
    {
      topics: ({ principal }) => {
        const { orders, lots, account } = partsFor(principal)
        return [
          ...(orders ? (['orders'] as const) : []),
          ...(lots ? (['stock'] as const) : []),
          ...(account ? (['account'] as const) : []),
        ]
      },
      unversioned: ({ client, principal }) =>
        partsFor(principal).webhooks ? webhookHealth(client.id) : noWebhookHealth,
      statement: ({ client, principal }) => overviewTotals(client.id, today(client), partsFor(principal)),
      shape: (row, health, { client }) => overviewOf(row, webhooksOverview(health), today(client)),
    },
  )
}
