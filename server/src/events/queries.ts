import type { EventType } from '@anden/contract'
import { newestFirst, type TimeRange } from '../db/newest-first.ts'
import type { SortKey } from '../db/sort-key.ts'
import { empty, sql } from '../db/sql.ts'

export type EventRow = {
  id: string
  created_at: string
  body: string
  /** Only the feed's rows have it. */
  position?: number
}
type EventQuery = { type?: EventType } & TimeRange

const columns = sql`id, created_at, body`

export const eventsNewestFirst = (
  clientId: string,
  { type, ...range }: EventQuery,
  after: SortKey | null,
  rowLimit: number,
) => {
  const equals: [string, string][] = [['client_id', clientId]]
  if (type) equals.push(['type', type])
  return sql<EventRow>`select ${columns} from events ${newestFirst(equals, range, after, rowLimit)}`
}

// No transaction runs as long as this: within it, times and transaction ids may be out of step.
const slack = sql`interval '10 minutes'`

// As it stands, a range of it tempts the planner to read all of that range by another index, and to sort it:
// 490,000 events for a page of twenty.
const unindexed = sql`(created_at + interval '0')`

/** Where the cursor's event is now: a restored backup has given it another position. */
const positionNow = (clientId: string, [position, id]: SortKey) => sql`coalesce(
  (select transaction_id from events where client_id = ${clientId} and id = ${id}::uuid), ${position}::bigint)`

/**
 * The feed: in the order of transactions, and only those that no running transaction can still precede. The
 * bounds of the time range are carried over to transaction ids, so that the index is entered where it begins.
 */
export const eventFeed = (
  clientId: string,
  { type, from, to }: EventQuery,
  after: SortKey | null,
  rowLimit: number,
) => {
  const mine = type ? sql`client_id = ${clientId} and type = ${type}` : sql`client_id = ${clientId}`
  const key = type ? sql`client_id, type, transaction_id, id` : sql`client_id, transaction_id, id`
  const first = (moment: string) => sql`(
    select min(transaction_id) from events
    where ${mine} and created_at >= ${moment} and created_at < ${slack} + (
      select created_at from events where ${mine} and created_at >= ${moment} order by created_at, id limit 1))`
  const last = (moment: string) => sql`(
    select max(transaction_id) from events
    where ${mine} and created_at < ${moment} and created_at > (
      select created_at from events where ${mine} and created_at < ${moment}
      order by created_at desc, id desc limit 1) - ${slack})`
  return sql<EventRow>`
    select ${columns}, transaction_id as position
    from events
    where ${mine}
      and transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ${from ? sql`and ${unindexed} >= ${from}` : empty}
      ${from && !after ? sql`and transaction_id >= ${first(from)}` : empty}
      ${to ? sql`and ${unindexed} < ${to} and transaction_id <= ${last(to)}` : empty}
      ${after ? sql`and (transaction_id, id) > (${positionNow(clientId, after)}, ${after[1]}::uuid)` : empty}
    order by ${key}
    limit ${rowLimit}`
}
