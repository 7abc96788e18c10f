// The staff create, rotate and revoke a client's keys. No token reaches the audit log.
import type { StaffViewOfKey } from '@anden/contract'
import { timestampOf } from '@anden/contract/validation'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import type { KeyLimits } from '../http/admission/principal.ts'
import { refuseMember, throwProblem } from '../problem.ts'
import { requireClient } from './clients.ts'
import { issueApiKey } from './issue-keys.ts'
import { type ApiKeyRow, apiKeyById, expireApiKey, lockApiKey, revokeApiKey } from './queries.ts'

type NewKey = {
  name: string
  scopes: readonly string[]
  expires_at?: string | null
  rate_limits?: Partial<KeyLimits>
}

export async function addKey(tx: Transaction, by: Author, clientId: string, given: NewKey, now: number) {
  await requireClient(tx, clientId)
  // Converted to UTC, because PostgreSQL accepts no offset beyond 15:59.
  const expiresAt = given.expires_at ? timestampOf(given.expires_at) : null
  if (expiresAt !== null && Date.parse(expiresAt) <= now) {
    refuseMember('/expires_at', fault('not_in_future', { now: new Date(now).toISOString() }))
  }
  const { token, ...row } = await issueApiKey(tx, {
    clientId,
    name: given.name,
    scopes: given.scopes,
    expiresAt,
    rateLimits: given.rate_limits,
  })
  const key = apiKey(row)
  recordAudit(tx, by, { clientId, action: 'keys.create', subjectId: key.id, after: key })
  return { ...key, token }
}

/** Issues a key with the same name, scopes and limits. The old one stays valid for the grace period. */
export async function rotateKey(
  tx: Transaction,
  by: Author,
  clientId: string,
  keyId: string,
  graceDays: number,
) {
  const old = (await tx.maybeOne(lockApiKey(clientId, keyId))) ?? throwProblem('keys/not-found')
  if (old.revoked_at !== null)
    throwProblem('keys/not-found', { detail: 'This key is revoked. Create a new one instead.' })
  const { token, ...row } = await issueApiKey(tx, {
    clientId,
    name: old.name,
    scopes: old.scopes,
    rateLimits: old,
  })
  await tx.run(graceDays === 0 ? revokeApiKey(keyId) : expireApiKey(keyId, graceDays))
  const key = apiKey(row)
  recordAudit(tx, by, {
    clientId,
    action: 'keys.rotate',
    subjectId: keyId,
    before: apiKey(old),
    after: { ...key, grace_days: graceDays },
  })
  return { ...key, token }
}

export async function requireKey(db: Queryable, clientId: string, keyId: string): Promise<ApiKeyRow> {
  return (await db.maybeOne(apiKeyById(clientId, keyId))) ?? throwProblem('keys/not-found')
}

export async function revokeKey(tx: Transaction, by: Author, clientId: string, keyId: string): Promise<void> {
  const key = (await tx.maybeOne(lockApiKey(clientId, keyId))) ?? throwProblem('keys/not-found')
  await tx.run(revokeApiKey(keyId))
  recordAudit(tx, by, { clientId, action: 'keys.revoke', subjectId: keyId, before: apiKey(key) })
}

export function apiKey({
  read_per_hour,
  write_per_hour,
  burst_per_minute,
  ...row
}: ApiKeyRow): StaffViewOfKey {
  return { ...row, rate_limits: { read_per_hour, write_per_hour, burst_per_minute } }
}
