import { EventEnvelope, EventFilters } from '@anden/contract'
import type { Clock } from '../deps.ts'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { type EventRow, eventFeed, eventsNewestFirst, eventsOfObjectOldestFirst } from './queries.ts'
import { eventsSheet } from './sheet.ts'

const shownDays = 30
// A restored backup has positions below 0.
const beginning = [Number.MIN_SAFE_INTEGER, '00000000-0000-0000-0000-000000000000'] as const

export function eventsPortal(portal: Router<PortalPrincipal>, clock: Clock) {
  portal.list(
    '/events',
    {
      summary: 'Events of the last 30 days',
      description: `The same envelopes that webhooks deliver, newest first. \`order=asc\` turns the list into a feed: store \`next_cursor\`, which the last page has too, and resume from it. No event is missed: none appears before a cursor that was already issued. With \`object_id\`, \`order=asc\` is the timeline of one object: a list that ends, oldest first.`,
      scope: 'read:events',
      filters: EventFilters,
      item: EventEnvelope,
      sortKey: ({ position, created_at, id }: EventRow) => [position ?? created_at, id],
      shape: (row: EventRow): EventEnvelope => JSON.parse(row.body),
      sheet: eventsSheet,
      resume: ({ order, object_id }) => (order === 'asc' && !object_id ? beginning : null),
    },
    ({ client, query: { order, object_id, ...query }, page }) => {
      const oldest = new Date(clock() - shownDays * 86_400_000).toISOString()
      const from = query.from && query.from > oldest ? query.from : oldest
      if (order !== 'asc') return eventsNewestFirst(client.id, { ...query, object_id, from }, page)
      return object_id
        ? eventsOfObjectOldestFirst(client.id, { ...query, object_id, from }, page)
        : eventFeed(client.id, { ...query, from }, page)
    },
  )
}
