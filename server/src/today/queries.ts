// What the warehouse has to do today. Counts come from the totals that the database maintains per client, and from the
// ends of indexes: the cost grows with the number of clients, not with their history.

import { backgroundJobs, openOrderStatuses, type Today } from '@anden/contract'
import { live } from '../db/environment.ts'
import { sql } from '../db/sql.ts'

const maxRows = 100
/** The limit of the count. Only a mail server that is down for days leaves so many jobs. */
const maxJobs = 10_000

export const openOrders = sql<Today['orders'][number]>`
  select status, coalesce(sum(totals.amount), 0) as orders, oldest.created_at as oldest_at
  from unnest(${[...openOrderStatuses]}::text[]) with ordinality as statuses (status, position)
  left join lateral (
    select counted.amount
    from clients
    cross join lateral (
      select amount from client_totals
      where client_id = clients.id and total = 'orders_by_status' and key = statuses.status) as counted
    where ${live('clients.id')}
  ) as totals on true
  left join lateral (
    select created_at from orders where orders.status = statuses.status and ${live()} order by orders.status, created_at, id limit 1
  ) as oldest on true
  group by statuses.status, statuses.position, oldest.created_at
  order by statuses.position`

const maxReturns = 1000

/** Few are expected at a time: they come within days, or are closed. */
export const expectedReturns = sql<Today['returns']>`
  select count(*) as expected, min(created_at) as oldest_at
  from (
    select created_at from returns where status = 'expected' and ${live()} order by status, created_at, id limit ${maxReturns}) as expected`

/** Expiries are totals by day: lots before `today` have expired, lots up to `lastDay` are about to. */
export const lotsAboutToExpire = (today: string, lastDay: string) =>
  sql<Today['expiring'][number]>`
    select clients.id as client_id, clients.name as client_name, lots.expired, lots.expiring
    from clients
    cross join lateral (
      select coalesce(sum(amount) filter (where key < ${today}), 0) as expired,
        coalesce(sum(amount) filter (where key >= ${today}), 0) as expiring
      from client_totals
      where client_id = clients.id and total = 'lots_by_expiry' and key <= ${lastDay}) as lots
    where ${live('clients.id')} and lots.expired + lots.expiring > 0
    order by lots.expiring desc, lots.expired desc, clients.name, clients.id
    limit ${maxRows}`

export const pausedEndpoints = sql<Today['paused_endpoints'][number]>`
  select endpoints.id, clients.id as client_id, clients.name as client_name, endpoints.url,
    endpoints.last_failure_at, endpoints.last_failure_reason, endpoints.last_failure
  from clients
  cross join lateral (
    select id, url, last_failure_at, last_failure_reason, last_failure
    from webhook_endpoints
    where client_id = clients.id and deleted_at is null and status = 'paused') as endpoints
  where ${live('clients.id')}
  order by endpoints.last_failure_at desc nulls last, endpoints.id
  limit ${maxRows}`

/** A completed job leaves the queue, so it contains the waiting and the abandoned jobs. */
export const jobStates = sql<Today['jobs'][number]>`
  select names.job, crontab.last_execution::timestamptz(3) as last_run_at,
    count(queued.job) filter (where queued.attempts < queued.max_attempts) as waiting,
    count(queued.job) filter (where queued.attempts >= queued.max_attempts) as failed
  from unnest(${[...backgroundJobs]}::text[]) with ordinality as names (job, position)
  left join graphile_worker._private_known_crontabs as crontab on crontab.identifier = names.job
  left join (
    select case when task_identifier in ('sign-in-link', 'password-reset', 'remito') then 'mail' else task_identifier end as job,
      attempts, max_attempts
    from graphile_worker.jobs
    limit ${maxJobs}) as queued on queued.job = names.job
  group by names.job, names.position, crontab.last_execution
  order by names.position`
