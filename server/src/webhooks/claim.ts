// Takes what is due, no more than there are free hands for, fairly between endpoints: the one with the fewest
// in hand first, then the one whose last turn is longest ago, every endpoint's first before any endpoint's
// second, and none beyond its cap. No more rows are locked than twice what is taken, however many endpoints
// have a backlog. A claim is a lease by the database's clock; whoever dies with it in hand is found out when
// it runs out.
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

export type Hands = { count: number; turn: number }

export type ClaimOrder = {
  lease: string
  leaseMs: number
  count: number
  capPerEndpoint: number
  /** What is in hand already, by endpoint, and when it last had its turn; those not named have had none. */
  hands: ReadonlyMap<string, Hands>
  firstWaitSeconds: number
}

export function claimDue({ lease, leaseMs, count, capPerEndpoint, hands, firstWaitSeconds }: ClaimOrder) {
  const known = [...hands.values()]
  const due = dueAfter(firstWaitSeconds)
  return sql<Claimed>`
    with recursive waiting as (
      (select endpoint_id from deliveries where status = 'pending' order by endpoint_id limit 1)
      union all
      select (select further.endpoint_id from deliveries further
        where further.status = 'pending' and further.endpoint_id > waiting.endpoint_id
        order by further.endpoint_id limit 1)
      from waiting
      where waiting.endpoint_id is not null
    ), ready as (
      select waiting.endpoint_id, coalesce(hands.count, 0) as in_hand
      from waiting
      left join unnest(${[...hands.keys()]}::uuid[], ${known.map(({ count }) => count)}::int[],
        ${known.map(({ turn }) => turn)}::int[]) as hands (endpoint_id, count, turn) using (endpoint_id)
      cross join lateral (
        select next_attempt_at
        from deliveries
        where endpoint_id = waiting.endpoint_id and ${due}
        order by next_attempt_at
        limit 1
      ) as first
      where coalesce(hands.count, 0) < ${capPerEndpoint}::int
      order by in_hand, coalesce(hands.turn, 0), first.next_attempt_at
      limit ${count}
    ), chosen as (
      select taken.id
      from ready
      cross join lateral (
        select locked.id, row_number() over () as turn
        from (
          select id
          from deliveries
          where endpoint_id = ready.endpoint_id and ${due}
          order by next_attempt_at
          limit least(${capPerEndpoint}::int - ready.in_hand,
            ceil(${count}::numeric / (select count(*) from ready)))
          for update skip locked
        ) as locked
      ) as taken
      order by ready.in_hand + taken.turn
      limit ${count}
    )
    update deliveries
    set lease = ${lease}, leased_until = clock_timestamp() + ${leaseMs}::double precision * interval '1 ms'
    from chosen, webhook_endpoints endpoint, events event
    where deliveries.id = chosen.id and endpoint.id = deliveries.endpoint_id and event.id = deliveries.event_id
    returning deliveries.id, deliveries.client_id, deliveries.endpoint_id, deliveries.event_id,
      deliveries.event_type, deliveries.attempts, event.body, endpoint.url, endpoint.secret,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
      endpoint.status = 'active' and endpoint.deleted_at is null as active`
}

/** A subselect hides the moment from the planner, so the plan does not depend on how much is due when it is made. */
const now = sql`(select statement_timestamp())`

const dueAfter = (firstWaitSeconds: number) =>
  sql`status = 'pending' and next_attempt_at <= ${now}
    and (attempts > 0 or next_attempt_at <= ${now} - ${firstWaitSeconds}::double precision * interval '1 s')
    and (leased_until is null or leased_until <= clock_timestamp())`

/** Gives back what could not be sent through a fault of the service; no attempt is counted. */
export const releaseClaims = (ids: string[], lease: string) =>
  sql`
    update deliveries
    set lease = null, leased_until = null
    where id = any(${ids}::uuid[]) and lease = ${lease}`

/**
 * Closes the race between an event and the pause of its endpoint. One that is active again by now gives the
 * delivery back to the workers: a recovery that looked for failed ones has not seen it.
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
