// A live stream outlives the request that opened it, so its key or session is checked again while it is open, by the
// same rules as a request: `isLive` of authenticate.ts and of sessions/authenticate.ts.
import { type Statement, sql } from '../db/sql.ts'
import type { Principal } from '../http/admission/principal.ts'
import { sessionPolicy } from './sessions/cookie.ts'

export type Credential = { id: string; kind: 'api_key' | 'staff_key' | 'session' | 'inspection' }

export function credentialOf({ credentialId, user, client, inspection }: Principal): Credential {
  if (inspection) return { id: inspection.id, kind: 'inspection' }
  return { id: credentialId, kind: user ? 'session' : client ? 'api_key' : 'staff_key' }
}

/**
 * The ids of credentials that would be refused at `now`. Each is one lookup by primary key: as subqueries of a `case`,
 * PostgreSQL cannot turn them into joins that read whole tables. Only a person's staff scopes can change, not a key's.
 */
export function endedCredentials(credentials: readonly Credential[], now: number): Statement<{ id: string }> {
  const moment = new Date(now).toISOString()
  const unusedSince = new Date(now - sessionPolicy.idleMs).toISOString()
  return sql<{ id: string }>`
    select listening.id
    from unnest(${credentials.map(({ id }) => id)}::uuid[], ${credentials.map(({ kind }) => kind)}::text[])
      as listening (id, kind)
    where coalesce(case listening.kind
      when 'api_key' then (
        select k.revoked_at is null and coalesce(k.expires_at > ${moment}, true) and c.status = 'active'
        from api_keys k join clients c on c.id = k.client_id
        where k.id = listening.id)
      when 'staff_key' then (
        select k.revoked_at is null and coalesce(k.expires_at > ${moment}, true)
        from staff_keys k
        where k.id = listening.id)
      when 'inspection' then (
        select i.expires_at > ${moment} and s.expires_at > ${moment} and s.last_used_at > ${unusedSince}
          and 'staff:clients' = any (u.scopes)
        from client_inspections i join sessions s on s.id = i.session_id join users u on u.id = s.user_id
        where i.id = listening.id)
      else (
        select s.expires_at > ${moment} and s.last_used_at > ${unusedSince}
          and case when u.client_id is null then 'staff:read' = any (u.scopes) else c.status = 'active' end
        from sessions s join users u on u.id = s.user_id left join clients c on c.id = u.client_id
        where s.id = listening.id)
      end, false) is false`
}
