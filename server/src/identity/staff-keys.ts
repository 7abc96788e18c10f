// Creating, rotating and revoking the keys of the warehouse's own systems. Audit entries contain no tokens.
import type { StaffKey } from '@anden/contract'
import { timestampOf } from '@anden/contract/validation'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import type { KeyLimits } from '../http/admission/principal.ts'
import { refuseMember, throwProblem } from '../problem.ts'
import { issueStaffKey } from './issue-keys.ts'
import { endStaffKey, lockStaffKey, revokeStaffKey, type StaffKeyRow } from './queries.ts'

type NewKey = {
  name: string
  scopes: readonly string[]
  expires_at?: string | null
  rate_limits?: Partial<KeyLimits>
}

export async function addStaffKey(tx: Transaction, by: Author, given: NewKey, now: number) {
  const expiresAt = given.expires_at ? timestampOf(given.expires_at) : null
  if (expiresAt !== null && Date.parse(expiresAt) <= now) {
    refuseMember('/expires_at', fault('not_in_future', { now: new Date(now).toISOString() }))
  }
  const { name, scopes, rate_limits: rateLimits } = given
  const { token, ...row } = await issueStaffKey(tx, { name, scopes, expiresAt, rateLimits })
  const key = staffKey(row)
  recordAudit(tx, by, { clientId: null, action: 'staff-keys.create', subjectId: key.id, after: key })
  return { ...key, token }
}

/** Issues a key with the same name, scopes and limits. The old one stays valid for the grace period. */
export async function rotateStaffKey(tx: Transaction, by: Author, id: string, graceDays: number) {
  const old = (await tx.maybeOne(lockStaffKey(id))) ?? throwProblem('keys/not-found')
  if (old.revoked_at !== null)
    throwProblem('keys/not-found', { detail: 'This key is revoked. Create a new one instead.' })
  const { token, ...row } = await issueStaffKey(tx, { name: old.name, scopes: old.scopes, rateLimits: old })
  await tx.run(graceDays === 0 ? revokeStaffKey(id) : endStaffKey(id, graceDays))
  const key = staffKey(row)
  recordAudit(tx, by, {
    clientId: null,
    action: 'staff-keys.rotate',
    subjectId: id,
    before: staffKey(old),
    after: { ...key, grace_days: graceDays },
  })
  return { ...key, token }
}

export async function endStaffKeyNow(tx: Transaction, by: Author, id: string): Promise<void> {
  const key = (await tx.maybeOne(lockStaffKey(id))) ?? throwProblem('keys/not-found')
  await tx.run(revokeStaffKey(id))
  recordAudit(tx, by, {
    clientId: null,
    action: 'staff-keys.revoke',
    subjectId: id,
    before: staffKey(key),
  })
}

export function staffKey({ read_per_hour, write_per_hour, burst_per_minute, ...row }: StaffKeyRow): StaffKey {
  return { ...row, rate_limits: { read_per_hour, write_per_hour, burst_per_minute } }
}
