import type { EventType } from '@anden/contract'
import { equalsOf, newestFirst, type PageRange, type SortKey, type TimeRange } from '../db/keyset.ts'
import { empty, join, sql } from '../db/sql.ts'

export type EventRow = {
  id: string
  created_at: string
  body: string
  /** Only in rows of the feed. */
  position?: number
}
type EventQuery = { type?: EventType } & TimeRange

const columns = sql`id, created_at, body`

export const eventsNewestFirst = (
  clientId: string,
  { type, object_id, ...range }: EventQuery & { object_id?: string },
  page: PageRange,
) => {
  const equals = equalsOf({ client_id: clientId, object_id, type: object_id ? undefined : type })
  const also = object_id && type ? typeOfObject(clientId, object_id, type) : empty
  return sql<EventRow>`select ${columns} from events ${newestFirst(equals, range, page, also)}`
}

/**
 * The type as a filter on the events of an object, which are few, except that the changes of a product's stock can be
 * many. They are all of one family, so for a type of another family the first one shows that none has to be read.
 */
const typeOfObject = (clientId: string, objectId: string, type: EventType) => sql`
  and type = ${type} and split_part(${type}, '.', 1) = (
    select split_part(type, '.', 1) from events
    where client_id = ${clientId} and object_id = ${objectId} limit 1)`

/**
 * The timeline of an object: the index of the list above, read forwards. It is not a feed: it is ordered by time, and a
 * transaction that started earlier can commit later. After a cursor, `from` is left out: with two lower bounds, the index
 * scan would start at the first of them and read every row up to the cursor.
 */
export const eventsOfObjectOldestFirst = (
  clientId: string,
  { type, object_id, from, to }: EventQuery & { object_id: string },
  { after, rowLimit }: PageRange,
) => sql<EventRow>`
  select ${columns}
  from events
  where client_id = ${clientId} and object_id = ${object_id}
    ${after ? sql`and (created_at, id) > (${join([...after])})` : from ? sql`and created_at >= ${from}` : empty}
    ${to ? sql`and created_at < ${to}` : empty}
    ${type ? typeOfObject(clientId, object_id, type) : empty}
  order by client_id, object_id, created_at, id
  limit ${rowLimit}`

// Times and transaction ids may be out of order within this interval. No transaction runs longer.
const slack = sql`interval '10 minutes'`

// Written as an expression, so that the planner cannot use the index on created_at: with the plain column it reads the
// whole time range by that index and sorts it: 490,000 events for a page of twenty.
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

/** Returns only events that were traced. */
export const originsOf = (ids: readonly string[]) => sql<{ id: string; traceparent: string }>`
  select id, traceparent from events where id = any(${[...ids]}::uuid[]) and traceparent is not null`

/** For people, who do not know products by their ids. */
export const productsOfEvents = (clientId: string, ids: readonly string[]) =>
  sql<{ id: string; sku: string; name: string }>`
    select id, sku, name from products where client_id = ${clientId} and id = any(${[...ids]}::uuid[])`
