// Makes keys. The token is in the answer and nowhere else.
import type { RateLimits } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../db/pool.ts'
import { insertApiKey, insertStaffKey } from './queries.ts'
import { hashOf, newToken, prefixOf, type TokenKind } from './tokens.ts'

type ApiKeyOrder = {
  clientId: string
  name: string
  scopes: readonly string[]
  expiresAt?: string | null
  rateLimits?: { [Limit in keyof RateLimits]?: number | null }
}

export async function issueApiKey(db: Queryable, order: ApiKeyOrder) {
  const { token, ...fresh } = freshKey('pk_', order.name, order.scopes)
  const key = await db.one(
    insertApiKey({
      ...fresh,
      client_id: order.clientId,
      expires_at: order.expiresAt ?? null,
      read_per_hour: order.rateLimits?.read_per_hour ?? null,
      write_per_hour: order.rateLimits?.write_per_hour ?? null,
      burst_per_minute: order.rateLimits?.burst_per_minute ?? null,
    }),
  )
  return { ...key, token }
}

export async function issueStaffKey(db: Queryable, order: { name: string; scopes: readonly string[] }) {
  const { token, ...fresh } = freshKey('sk_', order.name, order.scopes)
  const key = await db.one(insertStaffKey({ ...fresh, expires_at: null }))
  return { ...key, token }
}

function freshKey(kind: TokenKind, name: string, scopes: readonly string[]) {
  const token = newToken(kind)
  return {
    id: uuidv7(),
    name,
    token,
    token_hash: hashOf(token),
    key_prefix: prefixOf(token),
    scopes: [...scopes],
  }
}
