// Makes keys. The token is in the answer and nowhere else.
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../db/pool.ts'
import type { KeyLimits } from '../http/principal.ts'
import { insertApiKey, insertStaffKey } from './queries.ts'
import { hashOf, newToken, prefixOf, type TokenKind } from './tokens.ts'

type KeyOrder = { name: string; scopes: readonly string[]; rateLimits?: Partial<KeyLimits> }
type ApiKeyOrder = KeyOrder & { clientId: string; expiresAt?: string | null }

export async function issueApiKey(db: Queryable, order: ApiKeyOrder) {
  const { token, ...fresh } = freshKey('pk_', order)
  const key = await db.one(
    insertApiKey({ ...fresh, client_id: order.clientId, expires_at: order.expiresAt ?? null }),
  )
  return { ...key, token }
}

export async function issueStaffKey(db: Queryable, order: KeyOrder) {
  const { token, ...fresh } = freshKey('sk_', order)
  const key = await db.one(insertStaffKey({ ...fresh, expires_at: null }))
  return { ...key, token }
}

function freshKey(kind: TokenKind, { name, scopes, rateLimits }: KeyOrder) {
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
