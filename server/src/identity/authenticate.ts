// Resolves a bearer token to its principal with one lookup by hash, which also returns the version of the topic about
// to be read. Every request makes that lookup, so a revoked key is refused at its next request.
import { type RateLimits, withImplied } from '@anden/contract'
import { environmentOf } from '../db/environment.ts'
import { isoTimestamp } from '../db/records.ts'
import type { Deps } from '../deps.ts'
import type { Authenticate, PortalPrincipal, Rejected, StaffPrincipal } from '../http/admission/principal.ts'
import { problem } from '../problem.ts'
import { batchedKeyLookups, batchedStaffKeyLookups } from './key-lookups.ts'
import type { LastUsed } from './last-used.ts'
import type { KeyWithClient } from './queries.ts'
import { hashOf, isWellFormed, malformedText, portalKind, type TokenKind } from './tokens.ts'

export function authenticateClient(
  deps: Deps,
  lastUsed: LastUsed,
  usedSandboxes: LastUsed,
): Authenticate<PortalPrincipal> {
  const findKey = batchedKeyLookups(deps.db.quick)
  /** Principals of known keys: a lookup returns the same object until the key changes. */
  const principals = new WeakMap<KeyWithClient, PortalPrincipal>()
  function principalFor(key: KeyWithClient, version: string | null): PortalPrincipal {
    const known = principals.get(key)
    if (known?.version === version) return known
    const principal = known ? { ...known, version } : principalOf(key, version, deps.rateLimits)
    principals.set(key, principal)
    return principal
  }
  return async (token, topic) => {
    const kind = portalKind(token)
    if (!isWellFormed(kind, token)) return rejectMalformed(kind, token)
    const found = await findKey(hashOf(token), topic)
    if (!found || !isLive(found.credential, deps.clock())) return rejectInvalid(found?.credential.id)
    const { credential: key, version } = found
    if (key.client_status === 'suspended') {
      return { rejected: problem('auth/client-suspended'), keyId: key.id }
    }
    lastUsed.touch(key.id)
    if (kind === 'pk_test_') usedSandboxes.touch(key.client_id)
    return principalFor(key, version)
  }
}

/** Staff keys see every client. They have only explicitly set limits, usually none. */
export function authenticateStaff(deps: Deps, lastUsed: LastUsed): Authenticate<StaffPrincipal> {
  const findKey = batchedStaffKeyLookups(deps.db.quick)
  return async (token) => {
    if (!isWellFormed('sk_', token)) return rejectMalformed('sk_', token)
    const key = (await findKey(hashOf(token), null))?.credential
    if (!key || !isLive(key, deps.clock())) return rejectInvalid(key?.id)
    lastUsed.touch(key.id)
    return {
      client: null,
      credentialId: key.id,
      user: null,
      actor: `staff ${key.name} (${key.key_prefix})`,
      owner: 'staff',
      idempotencyOwner: key.id,
      scopes: withImplied(key.scopes),
      rateLimits: key,
      version: null,
    }
  }
}

const rejectInvalid = (keyId: string | null = null): Rejected => ({
  rejected: problem('auth/invalid-key'),
  keyId,
})

const staffKeyOnPortal = 'This is a staff key (sk_…). The portal takes the API keys of clients (pk_…).'
const wrongKind: Record<TokenKind, string> = {
  pk_: staffKeyOnPortal,
  pk_test_: staffKeyOnPortal,
  sk_: "This is a client's API key (pk_…). The back office takes staff keys (sk_…).",
}

/** Rejected without a lookup. The detail says what to change. */
function rejectMalformed(expected: TokenKind, token: string): Rejected {
  const other = expected === 'sk_' ? 'pk_' : 'sk_'
  const detail = token.startsWith(other) ? wrongKind[expected] : malformedText(expected, token)
  return { rejected: problem('auth/invalid-key', { detail }), keyId: null }
}

/** `revoked_at` is not compared with our clock: the database's may be ahead. */
function isLive(key: { revoked_at: string | null; expires_at: string | null }, now: number): boolean {
  return key.revoked_at === null && (key.expires_at === null || Date.parse(key.expires_at) > now)
}

function principalOf(key: KeyWithClient, version: string | null, defaults: RateLimits): PortalPrincipal {
  return {
    credentialId: key.id,
    user: null,
    owner: key.client_id,
    idempotencyOwner: key.client_id,
    actor: `client ${key.name} (${key.key_prefix})`,
    scopes: key.scopes,
    version,
    client: {
      id: key.client_id,
      name: key.client_name,
      cuit_dni: key.client_cuit_dni,
      email: key.client_email,
      environment: environmentOf(key.client_id),
      daysAhead: key.client_days_ahead,
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
