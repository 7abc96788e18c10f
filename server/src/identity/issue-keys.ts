// Issues keys. The token is returned once and not stored.
import { uuidv7 } from 'uuidv7'
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

export async function issueApiKey(db: Queryable, request: ApiKeyRequest) {
  const { token, ...row } = newKeyRow('pk_', request)
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
    key_prefix: prefixOf(token),
    scopes: [...scopes],
    read_per_hour: rateLimits?.read_per_hour ?? null,
    write_per_hour: rateLimits?.write_per_hour ?? null,
    burst_per_minute: rateLimits?.burst_per_minute ?? null,
  }
}
