import type { Session } from '@anden/contract'
import type { Principal } from '../../http/principal.ts'
import { unreachable } from '../../problem.ts'

/** What a page needs to know about the person who is signed in. */
export function describeSession(
  { user, scopes }: Principal,
  client: { id: string; name: string } | null,
  demo: boolean,
): Session {
  if (user === null) return unreachable('a route for sessions was reached with a key')
  const { id, email, name, two_factor_enabled } = user
  return {
    user: { id, email, name, two_factor_enabled },
    role: user.role,
    client: client && { id: client.id, name: client.name },
    scopes: [...scopes],
    language: user.language,
    demo,
    expires_at: user.sessionExpiresAt,
  }
}
