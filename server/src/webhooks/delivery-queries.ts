import {
  type DeliveryStatus,
  deliveryStatuses,
  type EventType,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '@anden/contract'
import { newestFirst, type PageRange } from '../db/keyset.ts'
import { empty, join, sql } from '../db/sql.ts'

const columns = sql`id, event_type, event_id, status, attempts, response_status, duration_ms, created_at,
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
    return sql<WebhookDelivery>`select ${columns} from deliveries ${newestFirst(equals, {}, page)}`
  }
  if (status) return newestWith(status)
  const all = join(
    deliveryStatuses.map((value) => sql`(${newestWith(value)})`),
    ' union all ',
  )
  return sql<WebhookDelivery>`
    select ${columns} from (${all}) as deliveries order by created_at desc, id desc limit ${page.rowLimit}`
}

export const deliveryDetail = (clientId: string, endpointId: string, id: string) =>
  sql<WebhookDeliveryDetail>`
    select ${columns}, attempt_log, (select body from events event where event.id = event_id) as body
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
