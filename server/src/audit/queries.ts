import type { AuditEntry } from '@anden/contract'
import { equalsOf, newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { empty, raw, type Statement, sql } from '../db/sql.ts'

type AuditQuery = { client_id?: string; action?: string; actor?: string } & TimeRange

const columns = sql`id, client_id, actor, action, subject_id, before, after, request_id, created_at`
const clientName = sql`(select clients.name from clients where clients.id = audit_entries.client_id) as client_name`

export const auditNewestFirst = ({ client_id, action, actor, ...range }: AuditQuery, page: PageRange) => {
  const newest = (filters: Record<string, string | Statement | undefined>, shown: Statement) =>
    sql<AuditEntry>`
      select ${shown} from audit_entries ${newestFirst(equalsOf(filters), range, page)}`
  const shown = sql`${columns}, ${clientName}`
  if (!actor) return newest({ client_id, action }, shown)
  // The index has client and actor as one concatenated key.
  const [key, value] = client_id ? ['(client_id::text || actor)', client_id + actor] : ['actor', actor]
  if (action) return newest({ [key]: value, action }, shown)
  return sql<AuditEntry>`
    with recursive ${actionsOf(key, value)}
    select ${shown} from actions
    cross join lateral (${newest({ [key]: value, action: sql`actions.name` }, columns)}) as audit_entries
    order by created_at desc, id desc
    limit ${page.rowLimit}`
}

/**
 * The distinct actions of an actor, each found by one index lookup (a loose index scan). Without an action filter,
 * the list merges one page per action. There are a few dozen actions at most and the list is rarely read; the merge
 * saves two more indexes that every write would have to maintain.
 */
const actionsOf = (key: string, value: string) => {
  const next = (from: Statement) => sql`
    select action from audit_entries where ${raw(key)} = ${value} ${from} order by action limit 1`
  return sql`actions (name) as (
    (${next(empty)})
    union all
    select (${next(sql`and action > actions.name`)}) from actions where actions.name is not null)`
}
