import { EventEnvelope, EventFilters } from '@anden/contract'
import type { Clock } from '../app/deps.ts'
import type { Router } from '../http/router.ts'
import type { PortalPrincipal } from '../identity/authenticate.ts'
import { problem } from '../problem.ts'
import { type EventRow, eventFeed, eventsNewestFirst } from './queries.ts'

const shownDays = 30
// A restored backup has positions below 0.
const beginning = [Number.MIN_SAFE_INTEGER, '00000000-0000-0000-0000-000000000000'] as const

/** The feed has no index by object: an event would pay for it whenever one is written. */
const notInFeed = {
  detail: 'object_id cannot be combined with order=asc.',
  errors: [{ pointer: 'object_id', detail: 'cannot be combined with order=asc' }],
}

export function eventsPortal(portal: Router<PortalPrincipal>, clock: Clock) {
  portal.list(
    '/events',
    {
      summary: 'Events of the last 30 days',
      description: `The same envelopes that webhooks deliver, newest first. \`order=asc\` turns the list into a feed: store \`next_cursor\`, which the last page has too, and resume from it. No event is missed: none appears before a cursor that was already issued.`,
      scope: 'read:events',
      filters: EventFilters,
      item: EventEnvelope,
      sortKey: ({ position, created_at, id }: EventRow) => [position ?? created_at, id],
      shape: (row: EventRow): EventEnvelope => JSON.parse(row.body),
      resume: ({ order }) => (order === 'asc' ? beginning : null),
    },
    ({ client, query: { order, object_id, ...query }, page }) => {
      if (object_id && order === 'asc') throw problem('validation/invalid-parameter', notInFeed)
      const oldest = new Date(clock() - shownDays * 86_400_000).toISOString()
      const from = query.from && query.from > oldest ? query.from : oldest
      return order === 'asc'
        ? eventFeed(client.id, { ...query, from }, page)
        : eventsNewestFirst(client.id, { ...query, object_id, from }, page)
    },
  )
}
