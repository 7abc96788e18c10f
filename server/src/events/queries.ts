import type { EventType } from '@anden/contract'
import { newestFirst, type TimeRange } from '../db/newest-first.ts'
import type { PageRange, SortKey } from '../db/sort-key.ts'
import { empty, sql } from '../db/sql.ts'

export type EventRow = {
  id: string
  created_at: string
  body: string
  /** Only in rows of the feed. */
  position?: number
}
type EventQuery = { type?: EventType } & TimeRange

const columns = sql`id, created_at, body`

export const eventsNewestFirst = (clientId: string, { type, ...range }: EventQuery, page: PageRange) => {
  const equals: [string, string][] = [['client_id', clientId]]
  if (type) equals.push(['type', type])
  return sql<EventRow>`select ${columns} from events ${newestFirst(equals, range, page)}`
}

// Times and transaction ids may be out of order within this interval. No transaction runs longer.
const slack = sql`interval '10 minutes'`

// Written as an expression, so that the planner cannot use the index on created_at: with the plain column it read the
// whole time range by that index and sorted it, 490,000 events for a page of twenty.
const unindexed = sql`(created_at + interval '0')`

/** The current position of the cursor's event: restoring a backup changes positions. */
const currentPosition = (clientId: string, [position, id]: SortKey) => sql`coalesce(
  (select transaction_id from events where client_id = ${clientId} and id = ${id}::uuid), ${position}::bigint)`

/**
 * The feed, in transaction order. It shows only events that no running transaction can still precede. The bounds of
 * the time range are translated to transaction ids, so that the index scan starts where the range does.
 */
export const eventFeed = (
  clientId: string,
  { type, from, to }: EventQuery,
  { after, rowLimit }: PageRange,
) => {
  const matches = type ? sql`client_id = ${clientId} and type = ${type}` : sql`client_id = ${clientId}`
  const key = type ? sql`client_id, type, transaction_id, id` : sql`client_id, transaction_id, id`
  const first = (moment: string) => sql`(
    select min(transaction_id) from events
    where ${matches} and created_at >= ${moment} and created_at < ${slack} + (
      select created_at from events where ${matches} and created_at >= ${moment} order by created_at, id limit 1))`
  const last = (moment: string) => sql`(
    select max(transaction_id) from events
    where ${matches} and created_at < ${moment} and created_at > (
      select created_at from events where ${matches} and created_at < ${moment}
      order by created_at desc, id desc limit 1) - ${slack})`
  return sql<EventRow>`
    select ${columns}, transaction_id as position
    from events
    where ${matches}
      and transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ${from ? sql`and ${unindexed} >= ${from}` : empty}
      ${from && !after ? sql`and transaction_id >= ${first(from)}` : empty}
      ${to ? sql`and ${unindexed} < ${to} and transaction_id <= ${last(to)}` : empty}
      ${after ? sql`and (transaction_id, id) > (${currentPosition(clientId, after)}, ${after[1]}::uuid)` : empty}
    order by ${key}
    limit ${rowLimit}`
}
