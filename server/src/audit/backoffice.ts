import { AuditEntry, AuditFilters } from '@anden/contract'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { auditNewestFirst } from './queries.ts'
import { auditSheet } from './sheet.ts'

export function auditBackoffice(backoffice: Router<StaffPrincipal>) {
  backoffice.list(
    '/audit',
    {
      summary: 'The audit log, newest first',
      scope: 'staff:read',
      filters: AuditFilters,
      item: AuditEntry,
      sortKey: byTime,
      sheet: auditSheet,
    },
    ({ query, page }) => auditNewestFirst(query, page),
  )
}
