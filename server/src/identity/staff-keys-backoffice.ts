import { IssuedStaffKey, NewStaffKey, RotateApiKey, StaffKey } from '@anden/contract'
import type { Clock } from '../deps.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { staffKeysSheet } from './access-sheets.ts'
import { type StaffKeyRow, staffKeysNewestFirst } from './queries.ts'
import { addStaffKey, endStaffKeyNow, rotateStaffKey, staffKey } from './staff-keys.ts'

const scope = 'staff:admin'

export function staffKeysBackoffice(backoffice: Router<StaffPrincipal>, clock: Clock) {
  backoffice.list(
    '/staff-keys',
    {
      summary: 'Staff keys, newest first',
      scope,
      filters: {},
      item: StaffKey,
      sortKey: byTime,
      shape: (row: StaffKeyRow) => staffKey(row),
      sheet: staffKeysSheet,
    },
    ({ page }) => staffKeysNewestFirst(page),
  )

  backoffice.post(
    '/staff-keys',
    {
      summary: 'Create a staff key',
      description: 'The token is returned only in this response.',
      scope,
      idempotency: 'none',
      body: NewStaffKey,
      reply: IssuedStaffKey,
    },
    ({ tx, by, body }) => addStaffKey(tx, by, body, clock()),
  )

  backoffice.post(
    '/staff-keys/:id/rotate',
    {
      summary: 'Rotate a staff key',
      description:
        'Creates a key with the same name, scopes and limits. The old key stays valid for `grace_days`.',
      scope,
      idempotency: 'none',
      body: RotateApiKey,
      bodyOptional: true,
      reply: IssuedStaffKey,
      problems: ['keys/not-found'],
    },
    ({ tx, by, params, body }) => rotateStaffKey(tx, by, params.id, body.grace_days ?? 0),
  )

  backoffice.delete(
    '/staff-keys/:id',
    { summary: 'Revoke a staff key', scope, problems: ['keys/not-found'] },
    ({ tx, by, params }) => endStaffKeyNow(tx, by, params.id),
  )
}
