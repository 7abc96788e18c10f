import { type HourOfReads, type LoggedRequest, requestMethods } from '@anden/contract'
import { equalsOf, newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { empty, join, type Statement, sql } from '../db/sql.ts'
import type { HourOfClient, HourOfKey } from './counts.ts'
import type { RequestEntry } from './entry.ts'

export const limitLockWait = (limitMs: number) =>
  sql`select set_config('lock_timeout', ${`${limitMs}ms`}, true)`

/** A row that exists was written before, or counts more rejections now. Sorted, to avoid deadlocks. */
export const insertRequests = (entries: readonly RequestEntry[]) =>
  sql`
    insert into requests (id, client_id, method, path, query, status, duration_ms, count, key_id, key_prefix, user_id,
      user_email, problem, created_at)
    select id, client_id, method, path, query, status, duration_ms, count, key_id, key_prefix, user_id, user_email,
      problem, created_at
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry (id uuid, client_id uuid, method text, path text,
      query text, status integer, duration_ms integer, count integer, key_id uuid, key_prefix text, user_id uuid,
      user_email text, problem json, created_at timestamptz)
    order by client_id, id
    on conflict (client_id, id) do update
    set count = requests.count + case when requests.status = 429 then excluded.count else 0 end`

export const addHours = (hours: readonly HourOfKey[]) =>
  sql`
    insert into request_hours (client_id, key_id, hour, ok, ok_reads, client_errors, server_errors, rate_limited, reads,
      writes, by_minute)
    select client_id, key_id, hour, ok, ok_reads, client_errors, server_errors, rate_limited, reads, writes, by_minute
    from json_to_recordset(${JSON.stringify(hours)}::json) as added (client_id uuid, key_id uuid, hour timestamptz,
      ok integer, ok_reads integer, client_errors integer, server_errors integer, rate_limited integer, reads integer,
      writes integer, by_minute integer[])
    order by client_id, key_id, hour
    on conflict (client_id, key_id, hour) do update
    set ok = request_hours.ok + excluded.ok,
      ok_reads = request_hours.ok_reads + excluded.ok_reads,
      client_errors = request_hours.client_errors + excluded.client_errors,
      server_errors = request_hours.server_errors + excluded.server_errors,
      rate_limited = request_hours.rate_limited + excluded.rate_limited,
      reads = request_hours.reads + excluded.reads,
      writes = request_hours.writes + excluded.writes,
      by_minute = (
        select array_agg(before + added order by minute)
        from unnest(request_hours.by_minute, excluded.by_minute) with ordinality as minutes (before, added, minute))`

export const addReads = (reads: readonly HourOfClient[]) =>
  sql`
    insert into request_reads (client_id, hour, count)
    select client_id, hour, count
    from json_to_recordset(${JSON.stringify(reads)}::json) as added (client_id uuid, hour timestamptz, count integer)
    order by client_id, hour
    on conflict (client_id, hour) do update set count = request_reads.count + excluded.count`

export type RequestQuery = TimeRange & {
  status?: number
  method?: string
  key_id?: string
  request_id?: string
}

const columns = sql`
  id, 'req_' || replace(id::text, '-', '') as request_id, method, path, query, status, duration_ms, count, key_id,
  key_prefix, user_id, user_email, problem, created_at`

/**
 * Every index contains the method before the time. Without a method filter, the pages of all methods are merged: PostgreSQL
 * reads the returned rows and one more of each, and every request saves writing to four further indexes.
 */
export function requestsNewestFirst(
  clientId: string,
  { status, method, key_id, request_id, ...range }: RequestQuery,
  page: PageRange,
): Statement<LoggedRequest> {
  const pageOf = (ofMethod: string | undefined) => {
    const equals = equalsOf({
      client_id: clientId,
      id: request_id && sql`${request_id.slice('req_'.length)}::uuid`,
      key_id,
      status: status === undefined ? undefined : sql`${status}`,
      method: ofMethod,
    })
    return sql<LoggedRequest>`select ${columns} from requests ${newestFirst(equals, range, page)}`
  }
  if (method || request_id) return pageOf(method)
  const pages = requestMethods.map((one) => sql`(${pageOf(one)})`)
  return sql`
    select id, request_id, method, path, query, status, duration_ms, count, key_id, key_prefix, user_id, user_email,
      problem, created_at
    from (${join(pages, ' union all ')}) as pages
    order by created_at desc, id desc
    limit ${page.rowLimit}`
}

const withinHours = (from: string, to: string | undefined) => sql`
  and hour > ${from}::timestamptz - interval '1 hour' ${to ? sql`and hour < ${to}` : empty}`

/** Successful reads in all hours that overlap the range. */
export const readsByHour = (
  clientId: string,
  keyId: string | undefined,
  from: string,
  to: string | undefined,
) =>
  keyId === undefined
    ? sql<HourOfReads>`
        select hour, count
        from request_reads
        where client_id = ${clientId} ${withinHours(from, to)}
        order by hour desc`
    : sql<HourOfReads>`
        select hour, ok_reads as count
        from request_hours
        where client_id = ${clientId} and key_id = ${keyId} ${withinHours(from, to)} and ok_reads > 0
        order by hour desc`

export type UsageRow = {
  hour: string
  ok: number
  client_error: number
  server_error: number
  rate_limited: number
  reads: number
  writes: number
  /** The busiest minute of the hour, from 0, and its requests. */
  busiest_minute: number
  busiest_count: number
  /** Requests in the minute that was asked for. */
  minute_count: number
}

export const usageByHour = (clientId: string, keyId: string, from: string, minute: number) =>
  sql<UsageRow>`
    select hour, ok, client_errors as client_error, server_errors as server_error, rate_limited, reads, writes,
      busiest.minute::int - 1 as busiest_minute, busiest.count as busiest_count,
      by_minute[${minute + 1}::int] as minute_count
    from request_hours
    cross join lateral (
      select count, minute
      from unnest(by_minute) with ordinality as minutes (count, minute)
      order by count desc, minute
      limit 1
    ) as busiest
    where client_id = ${clientId} and key_id = ${keyId} and hour > ${from}::timestamptz - interval '1 hour'
    order by hour`
