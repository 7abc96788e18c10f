// Sets the times of the demo's rows to those of their steps. All rows were created in one transaction, so its now() has
// to be replaced by the time of the step wherever it occurs. Ids are UUID v7 and rise from step to step, so a row belongs
// to the last mark before its id.

import { raw, sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Mark } from './history.ts'

/** Shorter than retention, so that tomorrow's run does not delete a part of the demo. */
const keptEventDays = 60

/** Events contain the creation time of an order or remito, so it is set before the next step. */
export const stampOrder = (tx: Transaction, id: string, moment: string) =>
  tx.run(sql`
    with stamped as (update orders set created_at = ${moment} where id = ${id})
    update order_items set placed_at = ${moment} where order_id = ${id}`)

export const stampPacked = (tx: Transaction, id: string, moment: string) =>
  tx.run(sql`update orders set packed_at = ${moment} where id = ${id}`)

export const stampRemito = (tx: Transaction, id: string, moment: string) =>
  tx.run(sql`update remitos set created_at = ${moment} where id = ${id}`)

/** Its second event contains the time of the first. */
export const stampReturn = (tx: Transaction, id: string, moment: string) =>
  tx.run(sql`
    update returns
    set updated_at = ${moment},
      created_at = case when created_at = now()::timestamptz(3) then ${moment} else created_at end,
      received_at = case when received_at = now()::timestamptz(3) then ${moment} else received_at end,
      closed_at = case when closed_at = now()::timestamptz(3) then ${moment} else closed_at end
    where id = ${id}`)

/** With its files, and when it was settled. */
export const stampAcceptance = (tx: Transaction, remitoId: string, moment: string) =>
  tx.run(sql`
    with stamped as (
      update remito_acceptances
      set created_at = case when created_at = now()::timestamptz(3) then ${moment} else created_at end,
        settled_at = case when settled_at = now()::timestamptz(3) then ${moment} else settled_at end
      where remito_id = ${remitoId}
      returning id)
    update acceptance_files set created_at = ${moment}
    where acceptance_id in (select id from stamped) and created_at = now()::timestamptz(3)`)

/** Later events of a notice contain the times of its earlier steps. */
export const stampNotice = (tx: Transaction, id: string, moment: string) =>
  tx.run(sql`
    update inbound_notices
    set updated_at = ${moment},
      created_at = case when created_at = now()::timestamptz(3) then ${moment} else created_at end,
      arrived_at = case when arrived_at = now()::timestamptz(3) then ${moment} else arrived_at end,
      closed_at = case when closed_at = now()::timestamptz(3) then ${moment} else closed_at end
    where id = ${id}`)

export const stampEgresoOf = (tx: Transaction, orderId: string, moment: string) =>
  tx.run(
    sql`update remitos set created_at = ${moment} where source_order_id = ${orderId} and status = 'issued'`,
  )

type TripTime = 'created_at' | 'departed_at' | 'closed_at'

/** The stops of a trip are ordered by their creation, which is that of the trip. */
export const stampTrip = (tx: Transaction, id: string, column: TripTime, moment: string) =>
  tx.run(sql`
    with stops as (
      update trip_stops set created_at = ${moment}
      where trip_id = ${id} and ${raw(String(column === 'created_at'))})
    update trips set ${raw(column)} = ${moment}, updated_at = ${moment} where id = ${id}`)

type Backdating = {
  clientIds: readonly string[]
  marks: readonly Mark[]
  /** Documents whose ledger entries got their ids from the database. */
  documents: readonly { id: string; moment: string }[]
}

export async function backdate(tx: Transaction, demo: Backdating): Promise<void> {
  await tx.run(createMarks)
  await tx.run(insertMarks(demo.marks))
  await tx.run(analyzeMarks)
  const clientIds = [...demo.clientIds]
  await switchTriggers(tx, 'disable')
  await tx.run(moveLedger(clientIds, demo.documents))
  await tx.run(moveAccount(clientIds))
  await tx.run(moveAudit(clientIds))
  await tx.run(moveHoldsInAudit(clientIds))
  await tx.run(moveSteps(clientIds))
  await tx.run(moveChanges(clientIds))
  await switchTriggers(tx, 'enable')
  for (const table of ['products', 'destinatarios', 'webhook_endpoints'])
    await tx.run(moveCreated(table, clientIds))
  await tx.run(moveClients(clientIds, demo.marks[0]?.moment ?? ''))
  await tx.run(moveLots(clientIds))
  await tx.run(moveHolds(clientIds))
  await tx.run(moveStock(clientIds))
  await tx.run(rebuildDemoCheckpoints(clientIds))
  for (const table of ['orders', 'remitos']) await tx.run(moveUpdated(table, clientIds))
  await tx.run(moveVoided(clientIds))
  await tx.run(moveOutcomes(clientIds))
  await tx.run(moveTrips)
  await tx.run(moveEvents(clientIds))
  await tx.run(moveHoldsInEvents(clientIds))
  await tx.run(moveBooks)
  await tx.run(moveDeliveries(clientIds))
  await tx.run(moveEndpointHealth(clientIds))
  await tx.run(deleteOldEvents(clientIds))
}

/** Tables whose triggers refuse updates. They are disabled within this transaction, which requires the tables' owner. */
const appendOnly = [
  ['stock_ledger', 'stock_ledger_is_append_only'],
  ['account_entries', 'account_entries_are_append_only'],
  ['audit_entries', 'audit_entries_are_append_only'],
  ['order_steps', 'order_steps_are_append_only'],
  ['order_changes', 'order_changes_are_append_only'],
] as const

type TriggerState = 'disable' | 'enable'

/** A table cannot be altered while deferred triggers wait for its rows, so they run first. */
async function switchTriggers(tx: Transaction, state: TriggerState): Promise<void> {
  await tx.run(sql`set constraints all immediate`)
  for (const [table, trigger] of appendOnly) await tx.run(switchTrigger(state, table, trigger))
  await tx.run(sql`set constraints all deferred`)
}

const switchTrigger = (state: TriggerState, table: string, trigger: string) =>
  sql`alter table ${raw(table)} ${raw(state)} trigger ${raw(trigger)}`

const createMarks = sql`
  create temp table demo_marks (first_id uuid primary key, moment timestamptz(3) not null) on commit drop`

const insertMarks = (marks: readonly Mark[]) =>
  sql`
    insert into demo_marks (first_id, moment)
    select first_id, moment
    from unnest(${marks.map(({ firstId }) => firstId)}::uuid[], ${marks.map(({ moment }) => moment)}::timestamptz[])
      as mark (first_id, moment)`

const analyzeMarks = sql`analyze demo_marks`

const momentOf = (id: string) => sql`(
  select mark.moment from demo_marks mark where mark.first_id <= ${raw(id)} order by mark.first_id desc limit 1)`

const formatted = (moment: ReturnType<typeof sql>) =>
  sql`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const nowText = formatted(sql`now()::timestamptz(3)`)

const moveLedger = (clientIds: string[], documents: Backdating['documents']) =>
  sql`
    update stock_ledger entry
    set created_at = coalesce((
      select document.moment
      from unnest(${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ moment }) => moment)}::timestamptz[])
        as document (id, moment)
      where document.id = entry.document_id), ${momentOf('entry.id')})
    where client_id = any(${clientIds}::uuid[])`

const moveAccount = (clientIds: string[]) =>
  sql`
    update account_entries entry set created_at = ${momentOf('entry.id')}
    where client_id = any(${clientIds}::uuid[])`

const moveAudit = (clientIds: string[]) =>
  sql`
    update audit_entries entry
    set created_at = step.moment,
      before = replace(entry.before::text, ${nowText}, ${formatted(sql`step.moment`)})::jsonb,
      after = replace(entry.after::text, ${nowText}, ${formatted(sql`step.moment`)})::jsonb
    from (
      select moved.id, ${momentOf('moved.id')} as moment
      from audit_entries moved
      where moved.client_id = any(${clientIds}::uuid[])
        or (moved.client_id is null and moved.actor = 'demo'
          and split_part(moved.action, '.', 1) in ('trips', 'remito-books'))
    ) as step
    where entry.id = step.id`

/** A hold begins at clock_timestamp, not at now(). */
const moveHoldsInAudit = (clientIds: string[]) =>
  sql`
    update audit_entries
    set after = jsonb_set(after, '{hold,since}', to_jsonb(${formatted(sql`created_at`)}))
    where client_id = any(${clientIds}::uuid[]) and action = 'lots.hold'`

const moveSteps = (clientIds: string[]) =>
  sql`
    update order_steps step set created_at = ${momentOf('step.id')}
    where client_id = any(${clientIds}::uuid[])`

/** An update has no id of its own: it is that of its audit entry, which has been moved already. */
const moveChanges = (clientIds: string[]) =>
  sql`
    with moved as (
      update order_changes change
      set created_at = entry.created_at
      from audit_entries entry
      where change.client_id = any(${clientIds}::uuid[]) and entry.client_id = change.client_id
        and entry.action = 'orders.update' and entry.subject_id = change.order_id
        and (entry.after ->> 'revision')::int = change.revision
      returning change.client_id, change.order_id, change.created_at)
    update orders
    set changed_at = (select max(created_at) from moved where moved.order_id = orders.id)
    where client_id = any(${clientIds}::uuid[]) and changed_at is not null`

const moveCreated = (table: string, clientIds: string[]) =>
  sql`
    update ${raw(table)} made
    set created_at = ${momentOf('made.id')}, updated_at = ${momentOf('made.id')}
    where client_id = any(${clientIds}::uuid[])`

const moveClients = (clientIds: string[], moment: string) =>
  sql`update clients set created_at = ${moment}, updated_at = ${moment} where id = any(${clientIds}::uuid[])`

const moveLots = (clientIds: string[]) =>
  sql`
    update lots
    set created_at = entries.first, updated_at = entries.last
    from (
      select lot_id, min(created_at) as first, max(created_at) as last
      from stock_ledger
      where client_id = any(${clientIds}::uuid[])
      group by lot_id
    ) as entries
    where lots.id = entries.lot_id`

const moveHolds = (clientIds: string[]) =>
  sql`
    update lots
    set held_since = entry.created_at, updated_at = greatest(lots.updated_at, entry.created_at)
    from audit_entries entry
    where lots.client_id = any(${clientIds}::uuid[]) and lots.held_since is not null
      and entry.client_id = lots.client_id and entry.action = 'lots.hold' and entry.subject_id = lots.id`

const moveStock = (clientIds: string[]) =>
  sql`
    update stock
    set updated_at = coalesce(
      (select max(created_at) from stock_ledger entry where entry.product_id = stock.product_id),
      (select created_at from products where products.id = stock.product_id))
    where client_id = any(${clientIds}::uuid[])`

const rebuildDemoCheckpoints = (clientIds: string[]) =>
  sql`
    select rebuild_stock_checkpoints(array(
      select product_id from stock where client_id = any(${clientIds}::uuid[])))`

/** Last changed at its last audit entry. */
const moveUpdated = (table: string, clientIds: string[]) =>
  sql`
    update ${raw(table)} made
    set updated_at = greatest(made.created_at, last.moment)
    from ${raw(table)} same
    left join (
      select subject_id, max(created_at) as moment
      from audit_entries
      where client_id = any(${clientIds}::uuid[])
      group by subject_id
    ) as last on last.subject_id = same.id
    where made.id = same.id and made.client_id = any(${clientIds}::uuid[])`

/** Nothing happens to a remito after it was voided. */
const moveVoided = (clientIds: string[]) =>
  sql`
    update remitos set voided_at = updated_at
    where client_id = any(${clientIds}::uuid[]) and status = 'voided'`

/** A stop has its outcome from the first such step of its order after the departure. */
const moveOutcomes = (clientIds: string[]) =>
  sql`
    update trip_stops stop
    set outcome_at = (
      select min(step.created_at)
      from order_steps step
      where step.order_id = stop.order_id and step.created_at > trips.departed_at
        and step.status = case stop.outcome when 'delivered' then 'delivered' else 'failed_delivery' end)
    from trips
    where trips.id = stop.trip_id and stop.outcome is not null and stop.client_id = any(${clientIds}::uuid[])`

const moveTrips = sql`
  update trips
  set updated_at = greatest(created_at, departed_at, closed_at, (
    select max(outcome_at) from trip_stops where trip_stops.trip_id = trips.id))
  where exists (select from audit_entries where subject_id = trips.id and actor = 'demo')`

const moveEvents = (clientIds: string[]) =>
  sql`
    update events
    set created_at = step.moment, body = replace(events.body, ${nowText}, ${formatted(sql`step.moment`)})
    from (
      select moved.id, ${momentOf('moved.id')} as moment from events moved where moved.client_id = any(${clientIds}::uuid[])
    ) as step
    where events.id = step.id`

const moveHoldsInEvents = (clientIds: string[]) =>
  sql`
    update events
    set body = regexp_replace(body, '"held_at":"[^"]*"', '"held_at":"' || ${formatted(sql`created_at`)} || '"')
    where client_id = any(${clientIds}::uuid[]) and type = 'lot.held'`

const moveDeliveries = (clientIds: string[]) =>
  sql`
    update deliveries set created_at = events.created_at
    from events
    where events.id = deliveries.event_id and deliveries.client_id = any(${clientIds}::uuid[])`

/** Only those that the demo has made. */
const moveBooks = sql`
  update remito_books made
  set created_at = ${momentOf('made.id')}
  where made.id >= (select first_id from demo_marks order by first_id limit 1)`

const moveEndpointHealth = (clientIds: string[]) =>
  sql`
    update webhook_endpoints endpoint
    set last_success_at = attempts.succeeded, last_failure_at = attempts.failed,
      auto_paused_at = case when endpoint.auto_paused_at is not null then attempts.failed end,
      updated_at = greatest(endpoint.updated_at, (
        select max(entry.created_at) from audit_entries entry
        where entry.client_id = endpoint.client_id and entry.subject_id = endpoint.id),
        case when endpoint.consecutive_failures > 0 then attempts.failed end)
    from (
      select delivery.endpoint_id, max(ended) filter (where attempt ->> 'error' is null) as succeeded,
        max(ended) filter (where attempt ->> 'error' is not null) as failed
      from deliveries delivery
      cross join jsonb_array_elements(delivery.attempt_log) as attempt
      cross join lateral (
        select (attempt ->> 'started_at')::timestamptz + (attempt ->> 'duration_ms')::int * interval '1 ms' as ended
      ) as times
      where delivery.client_id = any(${clientIds}::uuid[])
      group by delivery.endpoint_id
    ) as attempts
    where endpoint.id = attempts.endpoint_id`

/** Cascades to their deliveries. */
const deleteOldEvents = (clientIds: string[]) =>
  sql`
    delete from events
    where client_id = any(${clientIds}::uuid[]) and created_at < now() - ${keptEventDays} * interval '1 day'`
