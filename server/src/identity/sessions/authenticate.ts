// From a session cookie to who is asking, at the price of a key: one look-up by hash, which also brings the version
// of what is about to be read. Nothing about a session is kept in the process, so one that is signed out, or whose
// client is suspended, is refused at the next request.
import { portalScopes } from '@anden/contract'
import type { Deps } from '../../app/deps.ts'
import type { Authenticate, KeyLimits, Rejected, SignedIn } from '../../http/principal.ts'
import type { Topic } from '../../http/topics.ts'
import { problem } from '../../problem.ts'
import type { PortalPrincipal, StaffPrincipal } from '../authenticate.ts'
import { batchedSessionLookups } from '../key-lookups.ts'
import type { LastUsed } from '../last-used.ts'
import { hashOf } from '../tokens.ts'
import { librarySecret, sessionPolicy, tokenOf } from './cookie.ts'
import type { SessionRow } from './queries.ts'

/** A page asks often while it is looked at, but nobody looks at it all day. */
const sessionLimits: KeyLimits = { read_per_hour: null, write_per_hour: null, burst_per_minute: 600 }

const readScopes = portalScopes.filter((scope) => scope.startsWith('read:'))

export type Sessions = ReturnType<typeof sessionAuthentication>

export function sessionAuthentication(deps: Pick<Deps, 'db' | 'secrets' | 'clock'>, lastUsed: LastUsed) {
  const find = batchedSessionLookups(deps.db.quick)
  const secret = librarySecret(deps.secrets)

  async function session(cookie: string, topic: Topic | null) {
    const token = tokenOf(secret, cookie)
    const found = token === null ? undefined : await find(hashOf(token), topic)
    if (!found || !isLive(found.session, deps.clock())) return invalid()
    if (found.session.client?.status === 'suspended') {
      return { rejected: problem('auth/client-suspended'), keyId: null }
    }
    lastUsed.touch(found.session.id)
    return found
  }

  const ofClient: Authenticate<PortalPrincipal> = async (cookie, topic) => {
    const found = await session(cookie, topic)
    if ('rejected' in found) return found
    const { client, user } = found.session
    if (!client) return invalid('This is a session of the staff. The portal takes those of clients.')
    return {
      ...common(found.session),
      client: { id: client.id, name: client.name, cuit_dni: client.cuit_dni, email: client.email },
      key: null,
      owner: client.id,
      idempotencyOwner: client.id,
      scopes: user.role === 'administrator' ? portalScopes : readScopes,
      version: found.version,
    }
  }

  const ofStaff: Authenticate<StaffPrincipal> = async (cookie) => {
    const found = await session(cookie, null)
    if ('rejected' in found) return found
    const { client, user } = found.session
    if (client) return invalid('This is a session of a client. The back office takes those of the staff.')
    return {
      ...common(found.session),
      client: null,
      owner: 'staff',
      idempotencyOwner: user.id,
      scopes: user.scopes,
      version: null,
    }
  }

  return { session, ofClient, ofStaff }
}

const common = (session: SessionRow) => ({
  keyId: session.id,
  user: signedIn(session),
  actor: actorOf(session.user),
  rateLimits: sessionLimits,
})

/** How ledger and audit name a person. */
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
