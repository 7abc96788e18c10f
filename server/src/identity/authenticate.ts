// From a bearer token to who is asking: one look-up by hash, which also brings the version of what is about
// to be read. Nothing about a key is kept in the process, so a revoked one is refused at the next request.
import type { RateLimits } from '@anden/contract'
import { isoTimestamp } from '../db/wire-types.ts'
import type { Deps } from '../deps.ts'
import type { Authenticate, Principal } from '../http/principal.ts'
import { problem } from '../http/problems.ts'
import { keyLookUps } from './key-look-ups.ts'
import type { LastUsed } from './last-used.ts'
import { type KeyWithClient, staffKeyByHash } from './queries.ts'
import { hashOf, isWellFormed } from './tokens.ts'

export type PortalPrincipal = Principal & {
  client: { id: string; name: string; cuit_dni: string | null; email: string }
  key: {
    id: string
    name: string
    key_prefix: string
    scopes: string[]
    created_at: string
    last_used_at: string | null
  }
  rateLimits: RateLimits
}

export function authenticateClient(deps: Deps, lastUsed: LastUsed): Authenticate<PortalPrincipal> {
  const find = keyLookUps(deps.db)
  return async (token, topic) => {
    if (!isWellFormed('pk_', token)) return null
    const found = await find(hashOf(token), topic)
    if (!found || !isLive(found.key, deps.clock())) return null
    const { key, version } = found
    if (key.client_status === 'suspended') throw problem('auth/client-suspended')
    lastUsed.note(key.id)
    return principalOf(key, version, deps.rateLimits)
  }
}

export type StaffPrincipal = Principal

/** Staff keys see every client, and have the limits that they were given: none, as a rule. */
export function authenticateStaff(deps: Deps, lastUsed: LastUsed): Authenticate<StaffPrincipal> {
  return async (token) => {
    if (!isWellFormed('sk_', token)) return null
    const key = await deps.db.maybeOne(staffKeyByHash(hashOf(token)))
    if (!key || !isLive(key, deps.clock())) return null
    lastUsed.note(key.id)
    return {
      keyId: key.id,
      actor: `staff ${key.name} (${key.key_prefix})`,
      owner: 'staff',
      scopes: key.scopes,
      rateLimits: key,
      version: null,
    }
  }
}

/** Revoked is revoked: its time is the database's, which may be ahead of ours. */
function isLive(key: { revoked_at: string | null; expires_at: string | null }, now: number): boolean {
  return key.revoked_at === null && (key.expires_at === null || Date.parse(key.expires_at) > now)
}

function principalOf(key: KeyWithClient, version: string | null, defaults: RateLimits): PortalPrincipal {
  return {
    keyId: key.id,
    owner: key.client_id,
    actor: `client ${key.name} (${key.key_prefix})`,
    scopes: key.scopes,
    version,
    client: {
      id: key.client_id,
      name: key.client_name,
      cuit_dni: key.client_cuit_dni,
      email: key.client_email,
    },
    key: {
      ...key,
      created_at: isoTimestamp(key.created_at),
      last_used_at: key.last_used_at && isoTimestamp(key.last_used_at),
    },
    rateLimits: {
      read_per_hour: key.read_per_hour ?? defaults.read_per_hour,
      write_per_hour: key.write_per_hour ?? defaults.write_per_hour,
      burst_per_minute: key.burst_per_minute ?? defaults.burst_per_minute,
    },
  }
}
