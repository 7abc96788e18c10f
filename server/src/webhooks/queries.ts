import {
  type DeliveryStatus,
  deliveryStatuses,
  type EventFilter,
  type EventType,
  eventTypes,
  maxAttemptsShown,
  maxMissedCounted,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEndpoint,
  type WebhookEndpointHealth,
} from '@anden/contract'
import { newestFirst, type PageRange } from '../db/keyset.ts'
import { empty, join, type Statement, sql } from '../db/sql.ts'
import type { SealedHeaders } from './own-headers.ts'
import { nextTrialAfter } from './trials.ts'

/** Whether `events`, which has names, families such as `order.*` or `*`, includes the type. */
export const includesType = (events: Statement, type: Statement) =>
  sql`${events} && array[${type}, split_part(${type}, '.', 1) || '.*', '*']`

/** The types that `events` stands for today, in the order in which it names them. */
const typesToday = sql`(
  select coalesce(array_agg(type order by first, place), '{}')
  from (
    select known.type, known.place, min(given.place) as first
    from unnest(events) with ordinality as given (pattern, place)
    join unnest(${eventTypes}::text[]) with ordinality as known (type, place)
      on ${includesType(sql`array[given.pattern]`, sql`known.type`)}
    group by known.type, known.place
  ) as named)`

const endpointColumns = sql`id, url, description, ${typesToday} as events, events as event_patterns, header_names,
  filter, auto_resume, status, consecutive_failures, last_success_at, last_failure_at,
  last_failure_reason, last_failure, created_at, updated_at`

export const endpointsOf = (clientId: string) =>
  sql<WebhookEndpoint>`
    select ${endpointColumns}
    from webhook_endpoints
    where client_id = ${clientId} and deleted_at is null
    order by created_at, id`

export const endpointById = (clientId: string, id: string) =>
  sql<WebhookEndpoint>`
    select ${endpointColumns}
    from webhook_endpoints
    where client_id = ${clientId} and id = ${id} and deleted_at is null`

export const lockEndpoint = (clientId: string, id: string) =>
  sql<WebhookEndpoint>`
    select ${endpointColumns}
    from webhook_endpoints
    where client_id = ${clientId} and id = ${id} and deleted_at is null
    for no key update`

/** Concurrent creations queue on the client's row, so that the limit is exact. */
export const lockClientForEndpoints = (clientId: string) =>
  sql`select id from clients where id = ${clientId} for no key update`

const jsonOrNull = (value: EventFilter | null) => value && JSON.stringify(value)

type NewEndpoint = {
  id: string
  url: string
  description: string | null
  events: readonly string[]
  secret: Buffer
  filter?: EventFilter | null
  auto_resume?: boolean
} & Partial<SealedHeaders>

export const insertEndpoint = (clientId: string, endpoint: NewEndpoint) =>
  sql<WebhookEndpoint>`
    insert into webhook_endpoints (id, client_id, url, description, events, secret, own_headers,
      header_names, filter, auto_resume)
    values (${endpoint.id}, ${clientId}, ${endpoint.url}, ${endpoint.description}, ${[...endpoint.events]},
      ${endpoint.secret}, ${endpoint.own_headers ?? null}, ${endpoint.header_names ?? []},
      ${jsonOrNull(endpoint.filter ?? null)}::jsonb, ${endpoint.auto_resume ?? false})
    returning ${endpointColumns}`

type StatusChange = {
  reactivated: boolean
  /** The client has said what the status is, so the service no longer decides it. */
  byHand: boolean
}

/** Re-activation resets the failure counter. */
export const updateEndpoint = (
  clientId: string,
  endpoint: Omit<WebhookEndpoint, 'events'>,
  { reactivated, byHand }: StatusChange,
) =>
  sql<WebhookEndpoint>`
    update webhook_endpoints
    set url = ${endpoint.url}, description = ${endpoint.description}, events = ${[...endpoint.event_patterns]},
      filter = ${jsonOrNull(endpoint.filter)}::jsonb, auto_resume = ${endpoint.auto_resume},
      auto_paused_at = case when not ${byHand} then auto_paused_at end,
      next_trial_at = case when not ${byHand} and ${endpoint.auto_resume}
        then ${nextTrialAfter(sql`auto_paused_at`)} end,
      status = ${endpoint.status}, updated_at = now(),
      consecutive_failures = case when ${reactivated} then 0 else consecutive_failures end
    where client_id = ${clientId} and id = ${endpoint.id}
    returning ${endpointColumns}`

export const deleteEndpoint = (clientId: string, id: string) =>
  sql`
    update webhook_endpoints
    set deleted_at = now(), updated_at = now()
    where client_id = ${clientId} and id = ${id}`

export const setHeaders = (clientId: string, id: string, { header_names, own_headers }: SealedHeaders) =>
  sql`
    update webhook_endpoints
    set own_headers = ${own_headers}, header_names = ${header_names}, updated_at = now()
    where client_id = ${clientId} and id = ${id}`

export const setSecret = (clientId: string, id: string, secret: Buffer, overlapSeconds: number) =>
  sql`
    update webhook_endpoints
    set previous_secret = case when ${overlapSeconds}::int > 0 then secret end,
      previous_secret_until = case when ${overlapSeconds}::int > 0
        then now() + make_interval(secs => ${overlapSeconds}::int) end,
      secret = ${secret}, updated_at = now()
    where client_id = ${clientId} and id = ${id}`

export const stopPending = (endpointIds: string[]) =>
  sql`
    update deliveries
    set status = 'failed', next_attempt_at = null
    where endpoint_id = any(${endpointIds}::uuid[]) and status = 'pending'`

export type EndpointToSend = {
  id: string
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  own_headers: Buffer | null
}

const columnsToSend = sql`id, url, secret, own_headers,
  case when previous_secret_until > now() then previous_secret end as previous_secret`

export const endpointToTest = (clientId: string, id: string) =>
  sql<EndpointToSend>`
    select ${columnsToSend}
    from webhook_endpoints
    where client_id = ${clientId} and id = ${id} and deleted_at is null`

export const endpointsToTrigger = (clientId: string, type: EventType) =>
  sql<EndpointToSend>`
    select ${columnsToSend}
    from webhook_endpoints
    where client_id = ${clientId} and status = 'active' and ${includesType(sql`events`, sql`${type}::text`)} and deleted_at is null
    order by created_at, id`

const deliveryColumns = sql`id, event_type, event_id, status, attempts, response_status, duration_ms, created_at,
  delivered_at, next_attempt_at`

type DeliveryQuery = { status?: DeliveryStatus; event_type?: EventType }

/**
 * The caller has checked that the endpoint belongs to the client. Without a status filter, one page per status is
 * merged, four at most: an index over all statuses would be one more to maintain at every attempt.
 */
export const deliveriesNewestFirst = (
  endpointId: string,
  { status, event_type }: DeliveryQuery,
  page: PageRange,
) => {
  const newestWith = (value: DeliveryStatus) => {
    const equals: [string, string][] = [
      ['endpoint_id', endpointId],
      ['status', value],
    ]
    if (event_type) equals.push(['event_type', event_type])
    return sql<WebhookDelivery>`select ${deliveryColumns} from deliveries ${newestFirst(equals, {}, page)}`
  }
  if (status) return newestWith(status)
  const all = join(
    deliveryStatuses.map((value) => sql`(${newestWith(value)})`),
    ' union all ',
  )
  return sql<WebhookDelivery>`
    select ${deliveryColumns} from (${all}) as deliveries order by created_at desc, id desc limit ${page.rowLimit}`
}

export const deliveryDetail = (clientId: string, endpointId: string, id: string) =>
  sql<WebhookDeliveryDetail>`
    select ${deliveryColumns}, attempt_log, (select body from events event where event.id = event_id) as body
    from deliveries
    where client_id = ${clientId} and endpoint_id = ${endpointId} and id = ${id} and exists (
      select from webhook_endpoints endpoint where endpoint.id = endpoint_id and endpoint.deleted_at is null)`

export const lockDelivery = (clientId: string, endpointId: string, id: string) =>
  sql<{ id: string; status: DeliveryStatus }>`
    select id, status
    from deliveries
    where client_id = ${clientId} and endpoint_id = ${endpointId} and id = ${id}
    for update`

// A retry restarts the schedule. An attempt in flight loses its lease, so that its result no longer counts.
const restart = sql`status = 'pending', attempts = 0, next_attempt_at = now(), delivered_at = null, lease = null,
  leased_until = null`

/** Attempts in flight are left alone. */
export const makeDue = (clientId: string) =>
  sql`
    update deliveries set next_attempt_at = now()
    where status = 'pending' and next_attempt_at > now() and (leased_until is null or leased_until < now())
      and endpoint_id in (select id from webhook_endpoints where client_id = ${clientId})`

export const retryDelivery = (id: string) => sql`update deliveries set ${restart} where id = ${id}`

/** Finds what an endpoint missed: deliveries with one status, of one event type or of all, created within a time range. */
export type Missed = {
  endpointId: string
  status: DeliveryStatus
  eventType: string | null
  since: string | null
  until: string | null
}

// One status and one type at a time: for several, PostgreSQL 15 reads every delivery of the endpoint and filters.
const isMissed = ({ endpointId, status, eventType, since, until }: Missed) => sql`
  endpoint_id = ${endpointId} and status = ${status}
    ${eventType ? sql`and event_type = ${eventType}` : empty}
    ${since ? sql`and created_at >= ${since}` : empty}
    ${until ? sql`and created_at < ${until}` : empty}`

export const retryMissed = (missed: Missed) => sql`update deliveries set ${restart} where ${isMissed(missed)}`

export const countMissed = (missed: Missed) =>
  sql<{ count: number }>`select count(*) as count from deliveries where ${isMissed(missed)}`

/**
 * The attempts are in the logs of the deliveries. The latest are found in the newest deliveries of each status, so the cost
 * does not grow with the history. Of the failed ones, those that were created after the last failure never had an attempt:
 * a pause of days has any number of them, and they are skipped by their time.
 */
export const healthOf = (clientId: string, id: string, pauseAfter: number) => {
  const newest = (status: string, until = sql`true`) => sql`
    (select id, attempt_log
    from deliveries
    where endpoint_id = endpoint.id and status = ${status} and ${until}
    order by created_at desc, id desc
    limit ${maxAttemptsShown}::int)`
  return sql<WebhookEndpointHealth>`
    select latest.attempts, latest.success_share, latest.p50_ms, latest.p95_ms,
      case when endpoint.status = 'paused' then
        case when endpoint.consecutive_failures >= ${pauseAfter}::int then 'failures' else 'client' end end as paused_by,
      case when endpoint.status = 'paused' then
        case when endpoint.consecutive_failures >= ${pauseAfter}::int
          then coalesce(endpoint.auto_paused_at, endpoint.last_failure_at) else endpoint.updated_at end end as paused_since,
      case when endpoint.status = 'paused' then endpoint.next_trial_at end as next_trial_at,
      (select count(*)::int from (
        select from deliveries
        where endpoint_id = endpoint.id and status = 'failed'
        limit ${maxMissedCounted}::int) as missed) as missed
    from webhook_endpoints endpoint
    cross join lateral (
      select
        coalesce(json_agg(json_build_object('delivery_id', delivery_id, 'started_at', attempt ->> 'started_at',
            'response_status', attempt -> 'response_status', 'duration_ms', attempt -> 'duration_ms',
            'succeeded', attempt ->> 'error' is null)
          order by attempt ->> 'started_at' desc, delivery_id desc), '[]') as attempts,
        round(avg((attempt ->> 'error' is null)::int), 4)::float8 as success_share,
        percentile_disc(0.5) within group (order by (attempt ->> 'duration_ms')::int) as p50_ms,
        percentile_disc(0.95) within group (order by (attempt ->> 'duration_ms')::int) as p95_ms
      from (
        select deliveries.id as delivery_id, logged.attempt
        from (
          ${newest('succeeded')}
          union all ${newest('abandoned')}
          union all ${newest('pending')}
          union all ${newest('failed', sql`created_at <= endpoint.last_failure_at`)}
        ) as deliveries
        cross join lateral jsonb_array_elements(deliveries.attempt_log) as logged (attempt)
        order by logged.attempt ->> 'started_at' desc, deliveries.id desc
        limit ${maxAttemptsShown}::int
      ) as attempts
    ) as latest
    where endpoint.client_id = ${clientId} and endpoint.id = ${id} and endpoint.deleted_at is null`
}
