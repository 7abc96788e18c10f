import type { RecordedAction } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { isLive, RowOfSandbox } from '../db/environment.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'

export type NewAuditEntry = {
  clientId: string | null
  action: RecordedAction
  /** null: the action concerns the whole service. */
  subjectId: string | null
  before?: unknown
  after?: unknown
}

/** Runs in the caller's transaction, so that an action and its audit entry commit together. Callers need not await it. */
export function recordAudit(tx: Transaction, by: Author, entry: NewAuditEntry): void {
  requireReachable(by, entry)
  tx.pipeline(sql`
    insert into audit_entries (id, client_id, actor, action, subject_id, before, after, request_id)
    values (${uuidv7()}, ${entry.clientId}, ${by.actor}, ${entry.action}, ${entry.subjectId}, ${json(entry.before)}::jsonb,
      ${json(entry.after)}::jsonb, ${by.requestId})`)
}

export function recordAuditBatch(tx: Transaction, by: Author, entries: readonly NewAuditEntry[]): void {
  for (const entry of entries) requireReachable(by, entry)
  tx.pipeline(sql`
    insert into audit_entries (id, client_id, actor, action, subject_id, before, after, request_id)
    select id, client_id, ${by.actor}, action, subject_id, before, after, ${by.requestId}
    from unnest(${entries.map(() => uuidv7())}::uuid[], ${entries.map((entry) => entry.clientId)}::uuid[],
      ${entries.map((entry) => entry.action)}::text[], ${entries.map((entry) => entry.subjectId)}::uuid[],
      ${entries.map((entry) => json(entry.before))}::jsonb[], ${entries.map((entry) => json(entry.after))}::jsonb[])
      as entry (id, client_id, action, subject_id, before, after)`)
}

/** Every change is recorded, so this is where a change of the staff to a sandbox ends, whichever rule makes it. */
function requireReachable({ onlyLive }: Author, { clientId }: NewAuditEntry): void {
  if (onlyLive && clientId !== null && !isLive(clientId)) throw new RowOfSandbox()
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
