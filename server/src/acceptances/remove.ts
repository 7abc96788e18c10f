// Whoever accepted goods is forgotten after some years: name, document, notes, signature, photos and scan are removed, also where the
// name stands as that of the actor. Outcome, quantities and times stay. In small batches, so that nothing waits for the locks.
import type { Db } from '../db/database.ts'
import { type Statement, sql } from '../db/sql.ts'

const batchSize = 200
/** What stands in place of the name. */
const nobody = 'recipient'

export async function removeOldPersons(db: Db, now: number, years: number): Promise<number> {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  for (let removed = 0; ; ) {
    const count = await db.transaction(async (tx) => {
      const old = await tx.rows(lockOld(before.toISOString()))
      if (old.length === 0) return 0
      const ids = old.map(({ id }) => id)
      await tx.run(sql`select set_config('anden.removing_names', 'on', true)`)
      for (const statement of [
        forget(ids),
        forgetNotesInEntries(ids),
        forgetNotesOfReturns(ids),
        forgetNotes(ids),
        removeFiles(ids),
        forgetSteps(ids),
        forgetEntries(ids),
        forgetEntriesOfReturns(ids),
      ])
        await tx.run(statement)
      await tx.run(forgetActors(ids))
      return old.length
    })
    removed += count
    if (count < batchSize) return removed
  }
}

const lockOld = (before: string) =>
  sql<{ id: string }>`
    select id from remito_acceptances
    where removed_at is null and created_at < ${before}
    order by created_at limit ${batchSize}
    for update skip locked`

const forget = (ids: readonly string[]) =>
  sql`
    update remito_acceptances set name = null, document = null, removed_at = now()
    where id = any(${ids}::uuid[])`

const forgetNotes = (ids: readonly string[]) =>
  sql`update remito_acceptance_lines set note = null where acceptance_id = any(${ids}::uuid[]) and note is not null`

// The goods that an acceptance expects back have its notes, and so have the entries of that return.

const forgetNotesOfReturns = (ids: readonly string[]) =>
  sql`
    update return_items item set note = null
    from remito_acceptance_lines line
    where line.acceptance_id = any(${ids}::uuid[]) and item.remito_item_id = line.remito_item_id
      and item.note = line.note`

const withoutNotes = (column: Statement) => sql`
  case when ${column} ? 'items' then jsonb_set(${column}, '{items}', (
    select jsonb_agg(case when item ->> 'note' in (
        select note from remito_acceptance_lines line where line.acceptance_id = accepted.id)
      then item || '{"note": null}' else item end order by position)
    from jsonb_array_elements(${column} -> 'items') with ordinality as items (item, position)))
  else ${column} end`

const entriesOfReturns = (ids: readonly string[]) => sql`
  accepted.id = any(${ids}::uuid[])
    and returns.client_id = accepted.client_id and returns.remito_id = accepted.remito_id
    and entry.client_id = returns.client_id and entry.action in ('returns.expect', 'returns.receive', 'returns.close')
    and entry.subject_id = returns.id`

const forgetNotesInEntries = (ids: readonly string[]) =>
  sql`
    update audit_entries entry
    set before = ${withoutNotes(sql`entry.before`)}, after = ${withoutNotes(sql`entry.after`)}
    from remito_acceptances accepted, returns
    where ${entriesOfReturns(ids)}`

const forgetEntriesOfReturns = (ids: readonly string[]) =>
  sql`
    update audit_entries entry set actor = ${nobody}
    from remito_acceptances accepted, returns
    where ${entriesOfReturns(ids)} and accepted.channel = 'recipient' and entry.actor = accepted.actor`

/** The sweep deletes them. */
const removeFiles = (ids: readonly string[]) =>
  sql`update acceptance_files set state = 'removed', acceptance_id = null where acceptance_id = any(${ids}::uuid[])`

const forgetSteps = (ids: readonly string[]) =>
  sql`
    update order_steps set actor = ${nobody}
    from remito_acceptances accepted
    where accepted.id = any(${ids}::uuid[]) and accepted.channel = 'recipient'
      and order_steps.client_id = accepted.client_id and order_steps.order_id = accepted.order_id
      and order_steps.actor = accepted.actor`

const forgetEntries = (ids: readonly string[]) =>
  sql`
    update audit_entries set actor = ${nobody}
    from remito_acceptances accepted
    where accepted.id = any(${ids}::uuid[]) and accepted.channel = 'recipient'
      and audit_entries.subject_id in (accepted.order_id, accepted.remito_id) and audit_entries.actor = accepted.actor`

const forgetActors = (ids: readonly string[]) =>
  sql`
    update remito_acceptances set actor = ${nobody}
    where id = any(${ids}::uuid[]) and channel = 'recipient'`
