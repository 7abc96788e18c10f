import { AuditEntry, AuditFilters } from '@anden/contract'
import { newestFirst, type TimeRange } from '../db/newest-first.ts'
import type { SortKey } from '../db/sort-key.ts'
import { sql } from '../db/sql.ts'
import { byTime, type Router } from '../http/router.ts'
import type { StaffPrincipal } from '../identity/authenticate.ts'

export function auditBackoffice(backoffice: Router<StaffPrincipal>) {
  backoffice.list(
    '/audit',
    {
      summary: 'The audit log, newest first',
      scope: 'staff:read',
      filters: AuditFilters,
      item: AuditEntry,
      sortKey: byTime,
    },
    ({ query, after, fetch }) => auditNewestFirst(query, after, fetch),
  )
}

const auditNewestFirst = (
  { client_id, ...range }: { client_id?: string } & TimeRange,
  after: SortKey | null,
  fetch: number,
) =>
  sql<AuditEntry>`
    select id, client_id, actor, action, subject_id, before, after, request_id, created_at
    from audit_entries ${newestFirst(client_id ? [['client_id', client_id]] : [], range, after, fetch)}`
