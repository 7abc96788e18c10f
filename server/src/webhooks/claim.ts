// Claims due deliveries, never more than there are free slots, fairly between endpoints: first the endpoint with
// the fewest in flight, then the one whose last slot was longest ago. Every endpoint gets its first delivery before
// any endpoint gets its second, and none exceeds its cap. A claim locks at most twice the rows it takes, however many
// endpoints have a backlog. A claim is a lease by the database's clock: when a worker dies, its lease expires.

import { sql } from '../db/sql.ts'
import type { EndpointLoad } from './attempts.ts'
import type { LeasedDelivery } from './hand-over.ts'

export type Claimed = LeasedDelivery & {
  /** false: paused or deleted since the event, so nothing is sent. */
  active: boolean
}

export type ClaimRequest = {
  lease: string
  leaseMs: number
  count: number
  capPerEndpoint: number
  /** By endpoint. An endpoint that is missing has nothing in flight and had no slot yet. */
  loads: ReadonlyMap<string, EndpointLoad>
  firstWaitSeconds: number
}

export function claimDue(request: ClaimRequest) {
  const { lease, leaseMs, count, capPerEndpoint, loads, firstWaitSeconds } = request
  const known = [...loads.values()]
  const due = isDue(firstWaitSeconds)
  return sql<Claimed>`
    with recursive waiting as (
      (select endpoint_id from deliveries where status = 'pending' order by endpoint_id limit 1)
      union all
      select (select next.endpoint_id from deliveries next
        where next.status = 'pending' and next.endpoint_id > waiting.endpoint_id
        order by next.endpoint_id limit 1)
      from waiting
      where waiting.endpoint_id is not null
    ), ready as (
      select waiting.endpoint_id, coalesce(load.in_flight, 0) as in_flight
      from waiting
      left join unnest(${[...loads.keys()]}::uuid[], ${known.map(({ inFlight }) => inFlight)}::int[],
        ${known.map(({ lastClaim }) => lastClaim)}::int[]) as load (endpoint_id, in_flight, last_claim) using (endpoint_id)
      cross join lateral (
        select next_attempt_at
        from deliveries
        where endpoint_id = waiting.endpoint_id and ${due}
        order by next_attempt_at
        limit 1
      ) as first
      where coalesce(load.in_flight, 0) < ${capPerEndpoint}::int
      order by in_flight, coalesce(load.last_claim, 0), first.next_attempt_at
      limit ${count}
    ), chosen as (
      select taken.id
      from ready
      cross join lateral (
        select locked.id, row_number() over () as place
        from (
          select id
          from deliveries
          where endpoint_id = ready.endpoint_id and ${due}
          order by next_attempt_at
          limit least(${capPerEndpoint}::int - ready.in_flight,
            ceil(${count}::numeric / (select count(*) from ready)))
          for update skip locked
        ) as locked
      ) as taken
      order by ready.in_flight + taken.place
      limit ${count}
    )
    update deliveries
    set lease = ${lease}, leased_until = clock_timestamp() + ${leaseMs}::double precision * interval '1 ms'
    from chosen, webhook_endpoints endpoint, events event
    where deliveries.id = chosen.id and endpoint.id = deliveries.endpoint_id and event.id = deliveries.event_id
    returning deliveries.id, deliveries.client_id, deliveries.endpoint_id, deliveries.event_id,
      deliveries.event_type, deliveries.attempts, event.body, endpoint.url, endpoint.secret,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
      endpoint.own_headers, endpoint.status = 'active' and endpoint.deleted_at is null as active`
}

/** A subselect hides the time from the planner, so that the plan does not depend on how much is due. */
const now = sql`(select statement_timestamp())`

const isDue = (firstWaitSeconds: number) =>
  sql`status = 'pending' and next_attempt_at <= ${now}
    and (attempts > 0 or next_attempt_at <= ${now} - ${firstWaitSeconds}::double precision * interval '1 s')
    and (leased_until is null or leased_until <= clock_timestamp())`

/** Returns deliveries that could not be sent because of a fault of the service. No attempt is counted. */
export const releaseClaims = (ids: string[], lease: string) =>
  sql`
    update deliveries
    set lease = null, leased_until = null
    where id = any(${ids}::uuid[]) and lease = ${lease}`

/**
 * Closes the race between an event and the pause of its endpoint. If the endpoint has become active again, the
 * delivery stays pending: a recovery that ran in the meantime looked for failed deliveries and did not see it.
 */
export const failUnsent = (ids: string[], lease: string) =>
  sql`
    update deliveries
    set status = case when endpoint.active then 'pending' else 'failed' end,
      next_attempt_at = case when endpoint.active then next_attempt_at end, lease = null, leased_until = null
    from (
      select id, status = 'active' and deleted_at is null as active
      from webhook_endpoints
      where id in (select endpoint_id from deliveries where id = any(${ids}::uuid[]))
      order by id
      for no key update
    ) as endpoint
    where deliveries.id = any(${ids}::uuid[]) and deliveries.lease = ${lease}
      and endpoint.id = deliveries.endpoint_id`
