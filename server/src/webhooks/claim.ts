// Takes what is due, no more than there are free hands for, fairly between endpoints: every endpoint's first
// before any endpoint's second, and none beyond its cap. A claim is a lease by the database's clock; whoever
// dies with it in hand is found out when it runs out.
import { sql } from '../db/sql.ts'

export type Claimed = {
  id: string
  client_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  attempts: number
  body: string
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  /** false: paused or deleted since the event; nothing is to be sent. */
  active: boolean
}

export type ClaimOrder = {
  lease: string
  leaseMs: number
  free: number
  capPerEndpoint: number
  busy: ReadonlyMap<string, number>
  firstWaitSeconds: number
  /** How far a test has moved its clock; 0 in production. */
  shiftMs: number
}

export const claimDue = ({
  lease,
  leaseMs,
  free,
  capPerEndpoint,
  busy,
  firstWaitSeconds,
  shiftMs,
}: ClaimOrder) =>
  sql<Claimed>`
    with recursive moment as (
      select clock_timestamp() + ${shiftMs}::double precision * interval '1 ms' as due
    ), waiting as (
      (select endpoint_id from deliveries where status = 'pending' order by endpoint_id limit 1)
      union all
      select (select further.endpoint_id from deliveries further
        where further.status = 'pending' and further.endpoint_id > waiting.endpoint_id
        order by further.endpoint_id limit 1)
      from waiting
      where waiting.endpoint_id is not null
    ), chosen as (
      select due.id
      from waiting
      left join unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[]) as busy (endpoint_id, count)
        using (endpoint_id)
      cross join lateral (
        select ready.id, row_number() over () as turn
        from (
          select id
          from deliveries
          where endpoint_id = waiting.endpoint_id and status = 'pending'
            and next_attempt_at <= (select due from moment)
            and (attempts > 0 or next_attempt_at <= (select due from moment)
              - ${firstWaitSeconds}::double precision * interval '1 s')
            and (leased_until is null or leased_until <= clock_timestamp())
          order by next_attempt_at
          limit greatest(0, ${capPerEndpoint}::int - coalesce(busy.count, 0))
          for update skip locked
        ) as ready
      ) as due
      where waiting.endpoint_id is not null
      order by due.turn
      limit ${free}
    )
    update deliveries
    set lease = ${lease}, leased_until = clock_timestamp() + ${leaseMs}::double precision * interval '1 ms'
    from chosen, webhook_endpoints endpoint, events event
    where deliveries.id = chosen.id and endpoint.id = deliveries.endpoint_id and event.id = deliveries.event_id
    returning deliveries.id, deliveries.client_id, deliveries.endpoint_id, deliveries.event_id,
      deliveries.event_type, deliveries.attempts, event.body, endpoint.url, endpoint.secret,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
      endpoint.status = 'active' and endpoint.deleted_at is null as active`

/** Closes the race between an event and the pause of its endpoint. */
export const failUnsent = (ids: string[], lease: string) =>
  sql`
    update deliveries
    set status = 'failed', next_attempt_at = null, lease = null, leased_until = null
    where id = any(${ids}::uuid[]) and lease = ${lease}`
