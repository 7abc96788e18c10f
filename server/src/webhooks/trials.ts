// An endpoint with `auto_resume` that was paused because of failures is tried again: with its oldest failed delivery, at the times of
// the policy. Taking a trial plans the next one in the same statement, so each takes place once, however many processes look
// for them, and one that was missed is not made up for. A 2xx re-activates the endpoint (record.ts).
import { autoResumePolicy } from '@anden/contract'
import { type Statement, sql } from '../db/sql.ts'
import type { Claimed } from './claim.ts'

/** Minutes from the pause to each trial. */
export const trialMinutes = [...minutesOfTrials(autoResumePolicy)]

type AutoResumePolicy = {
  firstAfterMinutes: readonly number[]
  thenEveryMinutes: number
  untilAfterMinutes: number
}

function* minutesOfTrials({ firstAfterMinutes, thenEveryMinutes, untilAfterMinutes }: AutoResumePolicy) {
  yield* firstAfterMinutes
  const last = firstAfterMinutes.at(-1) ?? 0
  for (let after = last + thenEveryMinutes; after <= untilAfterMinutes; after += thenEveryMinutes) yield after
}

/** The first trial that is still to come; null: there is none. */
export const nextTrialAfter = (pausedAt: Statement) => sql`(
  select min(${pausedAt} + after * interval '1 min')
  from unnest(${trialMinutes}::int[]) as after
  where ${pausedAt} + after * interval '1 min' > now())`

/** Endpoints are locked before deliveries, as everywhere. */
export const claimTrials = (request: { lease: string; leaseMs: number; count: number }) =>
  sql<Claimed>`
    with due as (
      select id
      from webhook_endpoints
      where next_trial_at <= (select now()) and status = 'paused' and auto_resume and deleted_at is null
      order by next_trial_at
      limit ${request.count}::int
      for no key update skip locked
    ), endpoint as (
      update webhook_endpoints
      set next_trial_at = ${nextTrialAfter(sql`auto_paused_at`)}
      from due
      where webhook_endpoints.id = due.id
      returning webhook_endpoints.*
    ), oldest as (
      select first.id
      from endpoint
      cross join lateral (
        select id
        from deliveries
        where endpoint_id = endpoint.id and status = 'failed'
        order by created_at, id
        limit 1
      ) as first
    )
    update deliveries
    set lease = ${request.lease}, leased_until = clock_timestamp() + ${request.leaseMs}::double precision * interval '1 ms'
    from oldest, endpoint, events event
    where deliveries.id = oldest.id and endpoint.id = deliveries.endpoint_id and event.id = deliveries.event_id
    returning deliveries.id, deliveries.client_id, deliveries.endpoint_id, deliveries.event_id,
      deliveries.event_type, deliveries.attempts, event.body, endpoint.url, endpoint.secret,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
      endpoint.own_headers, true as active`

/** After the trial that succeeded. Nothing if somebody has paused the endpoint meanwhile: that pause is meant. */
export const resumeEndpoint = (id: string) =>
  sql<{ id: string }>`
    update webhook_endpoints
    set status = 'active', consecutive_failures = 0, auto_paused_at = null, next_trial_at = null, updated_at = now()
    where id = ${id} and status = 'paused' and auto_resume and auto_paused_at is not null and deleted_at is null
    returning id`
