// Resolves a session cookie to its principal with one lookup by hash, as with a key, which also returns the version of the
// topic about to be read. Every request makes that lookup, so a session that was signed out, or whose client was suspended,
// is refused at its next request.
import { scopesOfRole, uuidPattern, withImplied } from '@anden/contract'
import type { Deps } from '../../deps.ts'
import type {
  Authenticate,
  KeyLimits,
  PortalPrincipal,
  Principal,
  Rejected,
  SignedIn,
  StaffPrincipal,
} from '../../http/admission/principal.ts'
import type { Topic } from '../../http/reads/versioned-rows.ts'
import { problem } from '../../problem.ts'
import { inspectedClient } from '../inspections/queries.ts'
import { batchedSessionLookups } from '../key-lookups.ts'
import type { LastUsed } from '../last-used.ts'
import { hashOf } from '../tokens.ts'
import { librarySecret, sessionPolicy, tokenOf } from './cookie.ts'
import { type SessionRow, sandboxOfClient } from './queries.ts'

/** The limits of a person over all sessions. A page sends many requests while it is open, so only bursts are limited. */
const personLimits: KeyLimits = { read_per_hour: null, write_per_hour: null, burst_per_minute: 600 }

/** Anything else in the header names no client. */
const isId = new RegExp(`^${uuidPattern}$`, 'i')

export type Sessions = ReturnType<typeof sessionAuthentication>

export function sessionAuthentication(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  lastUsed: LastUsed,
  usedSandboxes: LastUsed,
) {
  const find = batchedSessionLookups(deps.db.quick)
  const secret = librarySecret(deps.secrets)

  async function session(cookie: string, topic: Topic | null) {
    const token = tokenOf(secret, cookie)
    const found = token === null ? undefined : await find(hashOf(token), topic)
    if (!found || !isLive(found.credential, deps.clock())) return invalid()
    const { credential, version } = found
    if (credential.client?.status === 'suspended') {
      return { rejected: problem('auth/client-suspended'), keyId: null }
    }
    lastUsed.touch(credential.id)
    return { session: credential, version }
  }

  /** Whether the session is still there, but was not used for too long, or has lasted too long. */
  async function hasExpired(cookie: string): Promise<boolean> {
    const token = tokenOf(secret, cookie)
    const found = token === null ? undefined : await find(hashOf(token), null)
    return found !== undefined && !isLive(found.credential, deps.clock())
  }

  const ofClient: Authenticate<PortalPrincipal> = async (cookie, topic) => {
    const found = await session(cookie, topic)
    if ('rejected' in found) return found
    const { client, user } = found.session
    if (!client)
      return invalid("This is a session of the staff. The portal takes sessions of clients' users.")
    return {
      ...common(found.session),
      client: liveClient(client),
      key: null,
      owner: client.id,
      idempotencyOwner: client.id,
      scopes: user.role === 'staff' ? [] : scopesOfRole[user.role],
      version: found.version,
    }
  }

  /** The principal of a staff member who inspects this client. */
  const ofInspector = async (cookie: string, topic: Topic | null, clientId: string) => {
    const found = await session(cookie, null)
    if ('rejected' in found) return found
    const { id, user, client: own } = found.session
    const mayInspect = own === null && user.scopes.includes('staff:clients') && isId.test(clientId)
    const now = new Date(deps.clock()).toISOString()
    const client = mayInspect
      ? await deps.db.quick.maybeOne(inspectedClient(clientId, id, topic, now))
      : undefined
    if (!client) return { rejected: problem('auth/inspection-required'), keyId: null }
    return {
      ...common(found.session),
      client: liveClient(client),
      key: null,
      owner: client.id,
      idempotencyOwner: client.id,
      scopes: scopesOfRole.reader,
      version: client.version,
      inspection: { id: client.inspection_id, expiresAt: client.expires_at },
    } satisfies PortalPrincipal
  }

  /** The same person, in the sandbox of the client. Only requests that ask for it make this lookup. */
  const inSandbox = async (
    principal: PortalPrincipal,
    topic: Topic | null,
  ): Promise<PortalPrincipal | Rejected> => {
    const found = await deps.db.quick.maybeOne(sandboxOfClient(principal.client.id, topic))
    if (!found) return { rejected: problem('sandbox/not-created'), keyId: null }
    if (!principal.inspection) usedSandboxes.touch(found.id)
    const { id, name, email, days_ahead: daysAhead, version } = found
    return {
      ...principal,
      client: { id, name, email, cuit_dni: null, environment: 'sandbox', daysAhead },
      owner: id,
      idempotencyOwner: id,
      version,
    }
  }

  const ofStaff: Authenticate<StaffPrincipal> = async (cookie) => {
    const found = await session(cookie, null)
    if ('rejected' in found) return found
    const { client, user } = found.session
    if (client)
      return invalid("This is a session of a client's user. The back office takes sessions of the staff.")
    return {
      ...common(found.session),
      client: null,
      owner: 'staff',
      idempotencyOwner: user.id,
      scopes: withImplied(user.scopes),
      version: null,
    }
  }

  /** For what people do with their own account, whether they belong to a client or to the staff. */
  const ofAnyone: Authenticate<SessionPrincipal> = async (cookie) => {
    const found = await session(cookie, null)
    if ('rejected' in found) return found
    const { client, user } = found.session
    return {
      ...common(found.session),
      client: client && liveClient(client),
      owner: client?.id ?? 'staff',
      idempotencyOwner: user.id,
      scopes: [],
      version: null,
      session: found.session,
    }
  }

  return { session, hasExpired, ofClient, ofInspector, inSandbox, ofStaff, ofAnyone }
}

/** A sandbox has no users, so it is never the client of a session. */
const liveClient = ({ id, name, cuit_dni, email }: Omit<NonNullable<SessionRow['client']>, 'status'>) => ({
  id,
  name,
  cuit_dni,
  email,
  environment: 'live' as const,
  daysAhead: 0,
})

type SessionPrincipal = Principal & { session: SessionRow }

const common = (session: SessionRow) => ({
  credentialId: session.id,
  user: signedIn(session),
  actor: actorOf(session.user),
  rateLimits: personLimits,
})

/** The name of a person in the ledger and the audit log. */
export const actorOf = ({ email }: { email: string }) => `user ${email}`

const signedIn = ({ user, expires_at }: SessionRow): SignedIn => ({
  ...user,
  sessionExpiresAt: new Date(expires_at).toISOString(),
})

function isLive({ expires_at, last_used_at }: SessionRow, now: number): boolean {
  return Date.parse(expires_at) > now && Date.parse(last_used_at) + sessionPolicy.idleMs > now
}

const invalid = (detail?: string): Rejected => ({
  rejected: problem('auth/invalid-session', detail === undefined ? {} : { detail }),
  keyId: null,
})
