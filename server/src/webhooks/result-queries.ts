import type { DeliveryFault } from '@anden/contract'
import { sql } from '../db/sql.ts'
import type { EndpointHealth } from './record.ts'
import type { Outcome } from './send.ts'
import { nextTrialAfter } from './trials.ts'

/** Skips endpoints deleted in the meantime: they have no health to update, and their owners get no mail. */
export const lockHealth = (endpointIds: string[]) =>
  sql<EndpointHealth & { id: string; client_id: string; url: string; auto_resume: boolean }>`
    select id, client_id, url, status, consecutive_failures, auto_resume
    from webhook_endpoints
    where id = any(${endpointIds}::uuid[]) and deleted_at is null
    order by id
    for no key update`

export type AttemptRow = Outcome & {
  deliveryId: string
  lease: string
  /** null: no further attempt. */
  waitSeconds: number | null
  /** Time since the attempt ended. */
  agoMs: number
}
export type SettledDelivery = { id: string; lease: string }

/**
 * Returns the deliveries that were still under their lease. A delivery to an inactive endpoint is not rescheduled: one
 * that was created while the pause was being written escaped it, and is stopped here. The numbering of the attempt log
 * continues across a manual retry, which restarts the schedule.
 */
export const settleDeliveries = (rows: readonly AttemptRow[]) =>
  sql<SettledDelivery>`
    update deliveries
    set attempts = deliveries.attempts + 1,
      status = case when result.succeeded then 'succeeded'
        when deliveries.status <> 'pending' then deliveries.status
        when result.wait_seconds is null then 'abandoned'
        when not endpoint.active then 'failed'
        else 'pending' end,
      next_attempt_at = case when not result.succeeded and deliveries.status = 'pending' and endpoint.active
        then result.ended + result.wait_seconds * interval '1 s' end,
      delivered_at = case when result.succeeded then result.ended end,
      response_status = result.response_status, duration_ms = result.duration_ms,
      attempt_log = deliveries.attempt_log || jsonb_build_object(
        'number', jsonb_array_length(deliveries.attempt_log) + 1,
        'started_at', to_char((result.ended - result.duration_ms * interval '1 ms') at time zone 'utc',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'response_status', result.response_status, 'duration_ms', result.duration_ms,
        'error', result.error, 'failure', result.failure, 'response_excerpt', result.excerpt),
      lease = null, leased_until = null
    from (
      select id, lease, succeeded, response_status, duration_ms, wait_seconds, error, failure, excerpt,
        (clock_timestamp() - ago_ms * interval '1 ms')::timestamptz(3) as ended
      from unnest(${rows.map((row) => row.deliveryId)}::uuid[], ${rows.map((row) => row.lease)}::uuid[],
        ${rows.map((row) => row.succeeded)}::boolean[], ${rows.map((row) => row.responseStatus)}::int[],
        ${rows.map((row) => row.durationMs)}::int[], ${rows.map((row) => row.waitSeconds)}::double precision[],
        ${rows.map((row) => row.agoMs)}::double precision[], ${rows.map((row) => row.error)}::text[],
        ${rows.map((row) => jsonOf(row.failure))}::jsonb[], ${rows.map((row) => row.excerpt)}::text[])
        as result (id, lease, succeeded, response_status, duration_ms, wait_seconds, ago_ms, error, failure, excerpt)
    ) as result, (
      select id, status = 'active' and deleted_at is null as active from webhook_endpoints
    ) as endpoint
    where deliveries.id = result.id and deliveries.lease = result.lease and endpoint.id = deliveries.endpoint_id
    returning deliveries.id, result.lease`

const jsonOf = (failure: DeliveryFault | null) => failure && JSON.stringify(failure)

type HealthUpdate = EndpointHealth & {
  id: string
  justPaused: boolean
  succeeded: boolean
  /** null: no attempt failed. */
  reason: string | null
  failure: DeliveryFault | null
}

/** An automatic pause plans the first trial, if the client wants any. */
export const updateHealth = (rows: readonly HealthUpdate[]) =>
  sql`
    update webhook_endpoints
    set status = health.status,
      auto_paused_at = case when health.just_paused then moment.at else auto_paused_at end,
      next_trial_at = case when health.just_paused and auto_resume
        then ${nextTrialAfter(sql`moment.at`)} else next_trial_at end,
      consecutive_failures = health.failures,
      last_success_at = case when health.succeeded then moment.at else last_success_at end,
      last_failure_at = case when health.reason is not null then moment.at else last_failure_at end,
      last_failure_reason = coalesce(health.reason, last_failure_reason),
      last_failure = case when health.reason is not null then health.failure else last_failure end,
      updated_at = case when webhook_endpoints.status <> health.status then now() else updated_at end
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.status)}::text[],
      ${rows.map((row) => row.consecutive_failures)}::int[], ${rows.map((row) => row.succeeded)}::boolean[],
      ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => jsonOf(row.failure))}::jsonb[],
      ${rows.map((row) => row.justPaused)}::boolean[])
      as health (id, status, failures, succeeded, reason, failure, just_paused),
      (select clock_timestamp() as at) as moment
    where webhook_endpoints.id = health.id`
