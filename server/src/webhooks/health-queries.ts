import { maxAttemptsShown, maxMissedCounted, type WebhookEndpointHealth } from '@anden/contract'
import { sql } from '../db/sql.ts'

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
          then endpoint.last_failure_at else endpoint.updated_at end end as paused_since,
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
