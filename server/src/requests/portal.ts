import { KeyUsage, LoggedRequest, LoggedRequestPage, RequestFilters } from '@anden/contract'
import type { Deps } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { oneHourMs, requestLogDays } from './entry.ts'
import { type RequestQuery, readsByHour, requestsNewestFirst } from './queries.ts'
import { requestsSheet } from './sheet.ts'
import { usageOfKey } from './usage.ts'

export function requestsPortal(
  portal: Router<PortalPrincipal>,
  { clock, rateLimits }: Pick<Deps, 'clock' | 'rateLimits'>,
) {
  /** Retention runs once a day, so there may be rows that are older. */
  function shownFrom(from: string | undefined): string {
    const oldest = new Date(clock() - requestLogDays * 24 * oneHourMs).toISOString()
    return from && from > oldest ? from : oldest
  }

  portal.listInEnvelope(
    '/requests',
    {
      summary: 'Your own requests of the last 14 days, newest first',
      description:
        'Every write and every request that failed, with any of your keys or by your users; successful reads are only counted. A request is listed about a second after its response. Bodies and headers are never logged, nor requests without valid credentials.',
      scope: 'read:requests',
      filters: RequestFilters,
      item: LoggedRequest,
      sortKey: byTime,
      reply: LoggedRequestPage,
      sheet: requestsSheet,
    },
    ({ client, query, page }) =>
      requestsNewestFirst(client.id, { ...query, from: shownFrom(query.from) }, page),
    async (found, { client, query, page }, at) => {
      const isReadsShown = page.after === null && !selectsSingle(query)
      const reads = isReadsShown
        ? await at.rows(readsByHour(client.id, query.key_id, shownFrom(query.from), query.to))
        : []
      return { ...found, reads }
    },
  )

  portal.computed(
    '/keys/:id/usage',
    {
      summary: 'How much an API key is used',
      description:
        'Requests per hour by outcome, in the last 14 days, and how close the key came to each of its rate limits.',
      scope: null,
      session: 'administrator',
      reply: KeyUsage,
      problems: ['keys/not-found'],
    },
    ({ at, client, params }) => usageOfKey(at, client.id, params.id, { now: clock(), defaults: rateLimits }),
  )
}

const selectsSingle = ({ status, method, request_id }: RequestQuery) =>
  status !== undefined || method !== undefined || request_id !== undefined
