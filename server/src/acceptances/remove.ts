// Whoever accepted goods is forgotten after some years: name, document, notes, signature, photos and scan are removed, also where the
// name stands as that of the actor. Outcome, quantities and times stay. In small batches, so that nothing waits for the locks.
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

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
        forgetNotes(ids),
        removeFiles(ids),
        forgetSteps(ids),
        forgetEntries(ids),
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
