import {
  type DeliveryStatus,
  deliveryStatuses,
  type EventType,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '@anden/contract'
import { newestFirst } from '../db/newest-first.ts'
import type { SortKey } from '../db/sort-key.ts'
import { empty, join, sql } from '../db/sql.ts'

const columns = sql`id, event_type, event_id, status, attempts, response_status, duration_ms, created_at,
  delivered_at, next_attempt_at`

type DeliveryQuery = { status?: DeliveryStatus; event_type?: EventType }

/**
 * The endpoint is known to be the client's. Without a status the newest of each are merged, four pages at most:
 * an index over all of them would be one more to write at every attempt.
 */
export const deliveriesNewestFirst = (
  endpointId: string,
  { status, event_type }: DeliveryQuery,
  after: SortKey | null,
  fetch: number,
) => {
  const newestOf = (one: DeliveryStatus) => {
    const equals: [string, string][] = [
      ['endpoint_id', endpointId],
      ['status', one],
    ]
    if (event_type) equals.push(['event_type', event_type])
    return sql<WebhookDelivery>`select ${columns} from deliveries ${newestFirst(equals, {}, after, fetch)}`
  }
  if (status) return newestOf(status)
  const all = join(
    deliveryStatuses.map((one) => sql`(${newestOf(one)})`),
    ' union all ',
  )
  return sql<WebhookDelivery>`
    select ${columns} from (${all}) as deliveries order by created_at desc, id desc limit ${fetch}`
}

export const deliveryDetail = (clientId: string, endpointId: string, id: string) =>
  sql<WebhookDeliveryDetail>`
    select ${columns}, attempt_log
    from deliveries
    where client_id = ${clientId} and endpoint_id = ${endpointId} and id = ${id} and exists (
      select from webhook_endpoints endpoint where endpoint.id = endpoint_id and endpoint.deleted_at is null)`

export const lockDelivery = (clientId: string, endpointId: string, id: string) =>
  sql<{ id: string; status: DeliveryStatus }>`
    select id, status
    from deliveries
    where client_id = ${clientId} and endpoint_id = ${endpointId} and id = ${id}
    for update`

// A retry starts a fresh schedule. What a worker still has in hand loses its lease: its result is not ours.
const afresh = sql`status = 'pending', attempts = 0, next_attempt_at = now(), delivered_at = null, lease = null,
  leased_until = null`

export const retryDelivery = (id: string) => sql`update deliveries set ${afresh} where id = ${id}`

// One status at a time: of several, PostgreSQL 15 reads all that the endpoint ever had and filters them.
export const retryMissed = (endpointId: string, status: DeliveryStatus, since: string | null) =>
  sql`
    update deliveries
    set ${afresh}
    where endpoint_id = ${endpointId} and status = ${status}
      ${since ? sql`and created_at >= ${since}` : empty}`
