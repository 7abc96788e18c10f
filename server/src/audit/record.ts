import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { Author } from '../http/route.ts'

export type Deed = {
  clientId: string | null
  action: string
  subjectId: string
  before?: unknown
  after?: unknown
}

/** Notes who did what, in the transaction that does it. */
export async function recordDeed(tx: Transaction, by: Author, deed: Deed): Promise<void> {
  await tx.run(sql`
    insert into audit_entries (id, client_id, actor, action, subject_id, before, after, request_id)
    values (${uuidv7()}, ${deed.clientId}, ${by.actor}, ${deed.action}, ${deed.subjectId},
      ${json(deed.before)}::jsonb, ${json(deed.after)}::jsonb, ${by.requestId})`)
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
