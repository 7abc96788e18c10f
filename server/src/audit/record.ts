import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Author } from '../http/route.ts'

export type Deed = {
  clientId: string | null
  action: string
  /** null: it concerns the whole service. */
  subjectId: string | null
  before?: unknown
  after?: unknown
}

/** Notes who did what, in the transaction that does it. */
export async function recordDeed(tx: Transaction, by: Author, deed: Deed): Promise<void> {
  await recordDeeds(tx, by, [deed])
}

export async function recordDeeds(tx: Transaction, by: Author, deeds: readonly Deed[]): Promise<void> {
  await tx.run(sql`
    insert into audit_entries (id, client_id, actor, action, subject_id, before, after, request_id)
    select id, client_id, ${by.actor}, action, subject_id, before, after, ${by.requestId}
    from unnest(${deeds.map(() => uuidv7())}::uuid[], ${deeds.map((deed) => deed.clientId)}::uuid[],
      ${deeds.map((deed) => deed.action)}::text[], ${deeds.map((deed) => deed.subjectId)}::uuid[],
      ${deeds.map((deed) => json(deed.before))}::jsonb[], ${deeds.map((deed) => json(deed.after))}::jsonb[])
      as deed (id, client_id, action, subject_id, before, after)`)
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
