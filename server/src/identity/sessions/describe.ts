import type { Session } from '@anden/contract'
import type { Deps } from '../../deps.ts'
import type { Principal } from '../../http/admission/principal.ts'
import { unreachable } from '../../problem.ts'

export type SessionSettings = Pick<Deps, 'demo' | 'warehouse' | 'timeZone'>

/** What a page needs to know about the person who is signed in. */
export function describeSession(
  { user, scopes, inspection }: Principal,
  client: NonNullable<Session['client']> | null,
  { demo, warehouse, timeZone }: SessionSettings,
): Session {
  if (user === null) return unreachable('a route for sessions was reached with a key')
  const { id, email, name, two_factor_enabled } = user
  return {
    user: { id, email, name, two_factor_enabled },
    role: user.role,
    client: client && {
      id: client.id,
      name: client.name,
      cuit_dni: client.cuit_dni,
      environment: client.environment,
    },
    inspection: inspection ? { expires_at: inspection.expiresAt } : null,
    warehouse: { name: warehouse.name },
    time_zone: timeZone,
    scopes: [...scopes],
    language: user.language,
    demo: demo !== null,
    expires_at: user.sessionExpiresAt,
  }
}
