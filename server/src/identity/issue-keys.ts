// Issues keys. The token is returned once and not stored.
import { uuidv7 } from 'uuidv7'
import { isLive } from '../db/environment.ts'
import type { Queryable } from '../db/queryable.ts'
import type { KeyLimits } from '../http/admission/principal.ts'
import { insertApiKey, insertStaffKey } from './queries.ts'
import { hashOf, newToken, prefixOf, type TokenKind } from './tokens.ts'

type KeyRequest = {
  name: string
  scopes: readonly string[]
  rateLimits?: Partial<KeyLimits>
  expiresAt?: string | null
}
type ApiKeyRequest = KeyRequest & { clientId: string }

/** A key of a sandbox says so. */
export async function issueApiKey(db: Queryable, request: ApiKeyRequest) {
  const kind = isLive(request.clientId) ? 'pk_' : 'pk_test_'
  const { token, ...row } = newKeyRow(kind, request)
  const key = await db.one(
    insertApiKey({ ...row, client_id: request.clientId, expires_at: request.expiresAt ?? null }),
  )
  return { ...key, token }
}

export async function issueStaffKey(db: Queryable, request: KeyRequest) {
  const { token, ...row } = newKeyRow('sk_', request)
  const key = await db.one(insertStaffKey({ ...row, expires_at: request.expiresAt ?? null }))
  return { ...key, token }
}

function newKeyRow(kind: TokenKind, { name, scopes, rateLimits }: KeyRequest) {
  const token = newToken(kind)
  return {
    id: uuidv7(),
    name,
    token,
    token_hash: hashOf(token),
    key_prefix: prefixOf(kind, token),
    scopes: [...scopes],
    read_per_hour: rateLimits?.read_per_hour ?? null,
    write_per_hour: rateLimits?.write_per_hour ?? null,
    burst_per_minute: rateLimits?.burst_per_minute ?? null,
  }
}
