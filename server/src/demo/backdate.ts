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

export const stampRemito = (tx: Transaction, id: string, moment: string) =>
  tx.run(sql`update remitos set created_at = ${moment} where id = ${id}`)

export const stampEgresoOf = (tx: Transaction, orderId: string, moment: string) =>
  tx.run(
    sql`update remitos set created_at = ${moment} where source_order_id = ${orderId} and status = 'issued'`,
  )

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
  await tx.run(moveEvents(clientIds))
  await tx.run(moveHoldsInEvents(clientIds))
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
