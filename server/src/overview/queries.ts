// What the overview shows, read from totals that the database maintains (`0107_totals.sql`) and, for webhooks, from the ends
// of indexes. None of it reads more for a client with a longer history.
import { type ClientOverview, type FailedOrder, failedOrdersShown, openOrderStatuses } from '@anden/contract'
import { join, type Statement, sql } from '../db/sql.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { comingWeeks, pastMonths, pastWeeks } from './shape.ts'

/** Keyed by a status, a day or a month. A total of 0 has no key. */
export type Totals = Record<string, number>

export type TotalsRow = {
  statuses: Totals | null
  weeks: Totals | null
  oldest_open: FailedOrder | null
  failed: FailedOrder[] | null
  expired: number | null
  expiries: Totals | null
  months: Totals | null
  saldo: number | null
}

const totalsWith = (clientId: string, total: string, range: Statement) => sql`(
  select coalesce(json_object_agg(key, amount), '{}')
  from client_totals
  where client_id = ${clientId} and total = ${total} ${range})`

const watched = sql`id, order_number, status, status_reason, destinatario_id, created_at, updated_at`
const inBrief = sql`json_build_object(
  'id', id, 'order_number', order_number, 'status', status, 'status_reason', status_reason, 'destinatario_id', destinatario_id,
  'created_at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'updated_at', to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** The first of each open status, from the index that has the status before the time. */
const oldestOpen = (clientId: string) => {
  const firstWith = (status: string) => sql`(
    select ${watched} from orders
    where client_id = ${clientId} and status = ${status}
    order by created_at, id
    limit 1)`
  return sql`(
    select ${inBrief}
    from (${join(openOrderStatuses.map(firstWith), ' union all ')}) as orders
    order by created_at, id
    limit 1)`
}

const latestFailed = (clientId: string) => sql`(
  select coalesce(json_agg(${inBrief} order by created_at desc, id desc), '[]')
  from (
    select ${watched} from orders
    where client_id = ${clientId} and status = 'failed_delivery'
    order by created_at desc, id desc
    limit ${failedOrdersShown}) as orders)`

type Parts = { orders: boolean; lots: boolean; account: boolean }

/** A part that is not asked for is null, and nothing is read for it. */
export const overviewTotals = (clientId: string, today: string, { orders, lots, account }: Parts) => {
  const [firstWeek] = pastWeeks(today)
  const [firstMonth] = pastMonths(today)
  const lastExpiry = dayAfter(comingWeeks(today).at(-1) ?? today, 6)
  const only = (isAsked: boolean, value: Statement) => (isAsked ? value : sql`null::json`)
  return sql<TotalsRow>`
    select
      ${only(orders, totalsWith(clientId, 'orders_by_status', sql``))} as statuses,
      ${only(orders, totalsWith(clientId, 'orders_by_week', sql`and key >= ${firstWeek}`))} as weeks,
      ${only(orders, oldestOpen(clientId))} as oldest_open,
      ${only(orders, latestFailed(clientId))} as failed,
      ${only(
        lots,
        sql`(
          select to_json(coalesce(sum(amount), 0))
          from client_totals
          where client_id = ${clientId} and total = 'lots_by_expiry' and key < ${today})`,
      )} as expired,
      ${only(
        lots,
        totalsWith(clientId, 'lots_by_expiry', sql`and key >= ${today} and key <= ${lastExpiry}`),
      )} as expiries,
      ${only(account, totalsWith(clientId, 'balance_by_month', sql`and key > ${firstMonth}`))} as months,
      ${only(
        account,
        sql`(
          select to_json(coalesce(sum(case type when 'credit_sale' then total else -total end), 0))
          from account_totals
          where client_id = ${clientId})`,
      )} as saldo`
}

const countOf = (clientId: string, status: string) => sql`coalesce((
  select amount from client_totals
  where client_id = ${clientId} and total = 'orders_by_status' and key = ${status}), 0)`

const openOrderCounts = (clientId: string) =>
  join(openOrderStatuses.map((status) => sql`${status}::text, ${countOf(clientId, status)}`))

export const clientCounts = (clientId: string) =>
  sql<ClientOverview>`
    select
      (select count(*) from api_keys where client_id = ${clientId} and revoked_at is null
        and (expires_at is null or expires_at > now())) as keys,
      (select count(*) from users where client_id = ${clientId}) as users,
      (select json_build_object('active', count(*) filter (where status = 'active'),
          'paused', count(*) filter (where status = 'paused'))
        from webhook_endpoints where client_id = ${clientId} and deleted_at is null) as webhooks,
      json_build_object(${openOrderCounts(clientId)}) as open_orders
    from clients
    where id = ${clientId}`

const healthSample = 100

/**
 * The newest settled deliveries of every endpoint, of which a client has at most 20, merged from one index scan per
 * status.
 */
export const webhookHealth = (clientId: string) => {
  const settled = (status: string) => sql`
    select status, created_at, id
    from deliveries
    where endpoint_id = endpoints.id and status = ${status}
    order by created_at desc, id desc
    limit ${healthSample}`
  return sql<{
    active: number
    paused: number
    succeeded: number
    failed: number
    oldest_pending_at: string | null
  }>`
    with endpoints as materialized (
      select id, status from webhook_endpoints where client_id = ${clientId} and deleted_at is null)
    select
      (select count(*) from endpoints where status = 'active') as active,
      (select count(*) from endpoints where status = 'paused') as paused,
      count(*) filter (where newest.status = 'succeeded') as succeeded,
      count(*) filter (where newest.status <> 'succeeded') as failed,
      (
        select min(oldest.created_at)
        from endpoints
        cross join lateral (
          select created_at from deliveries
          where endpoint_id = endpoints.id and status = 'pending'
          order by created_at, id
          limit 1) as oldest) as oldest_pending_at
    from endpoints
    cross join lateral (
      select status from (
        (${settled('succeeded')})
        union all
        (${settled('failed')})
        union all
        (${settled('abandoned')})
      ) as deliveries
      order by created_at desc, id desc
      limit ${healthSample}) as newest`
}

/** Replaces `webhookHealth` for a caller without the scope for it. */
export const noWebhookHealth = sql<Record<never, never>>`select null as hidden`
