import type { EventType, WebhookEndpoint } from '@anden/contract'
import { sql } from '../db/sql.ts'

const columns = sql`id, url, description, events, status, consecutive_failures, last_success_at, last_failure_at,
  last_failure_reason, last_failure, created_at, updated_at`

export const endpointsOf = (clientId: string) =>
  sql<WebhookEndpoint>`
    select ${columns}
    from webhook_endpoints
    where client_id = ${clientId} and deleted_at is null
    order by created_at, id`

export const endpointById = (clientId: string, id: string) =>
  sql<WebhookEndpoint>`
    select ${columns}
    from webhook_endpoints
    where client_id = ${clientId} and id = ${id} and deleted_at is null`

export const lockEndpoint = (clientId: string, id: string) =>
  sql<WebhookEndpoint>`
    select ${columns}
    from webhook_endpoints
    where client_id = ${clientId} and id = ${id} and deleted_at is null
    for no key update`

/** Concurrent creations queue on the client's row, so that the limit is exact. */
export const lockClientForEndpoints = (clientId: string) =>
  sql`select id from clients where id = ${clientId} for no key update`

type NewEndpoint = {
  id: string
  url: string
  description: string | null
  events: readonly string[]
  secret: Buffer
}

export const insertEndpoint = (clientId: string, endpoint: NewEndpoint) =>
  sql<WebhookEndpoint>`
    insert into webhook_endpoints (id, client_id, url, description, events, secret)
    values (${endpoint.id}, ${clientId}, ${endpoint.url}, ${endpoint.description}, ${[...endpoint.events]},
      ${endpoint.secret})
    returning ${columns}`

/** Re-activation resets the failure counter. */
export const updateEndpoint = (clientId: string, endpoint: WebhookEndpoint, reactivated: boolean) =>
  sql<WebhookEndpoint>`
    update webhook_endpoints
    set url = ${endpoint.url}, description = ${endpoint.description}, events = ${[...endpoint.events]},
      status = ${endpoint.status}, updated_at = now(),
      consecutive_failures = case when ${reactivated} then 0 else consecutive_failures end
    where client_id = ${clientId} and id = ${endpoint.id}
    returning ${columns}`

export const deleteEndpoint = (clientId: string, id: string) =>
  sql`
    update webhook_endpoints
    set deleted_at = now(), updated_at = now()
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
}

const columnsToSend = sql`id, url, secret,
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
    where client_id = ${clientId} and status = 'active' and ${type} = any(events) and deleted_at is null
    order by created_at, id`
