import type { UserRole } from '@anden/contract'
import { sql } from '../../db/sql.ts'
import type { Topic } from '../../http/reads/versioned-rows.ts'
import { askedFor, type LookedUp, type Lookups } from '../queries.ts'

export type SessionRow = {
  id: string
  expires_at: string
  last_used_at: string
  user: {
    id: string
    email: string
    name: string
    role: UserRole
    scopes: string[]
    language: 'es' | 'en' | null
    two_factor_enabled: boolean
  }
  client: {
    id: string
    name: string
    cuit_dni: string | null
    email: string
    status: 'active' | 'suspended'
  } | null
}

const sessionRevision = sql`concat_ws(' ', s.xmin, u.xmin, c.xmin)`

/**
 * Everything that requests need to know about their sessions, and the version of the topic that each is about to read.
 * In the form of `keysByHash`, for the reasons given there.
 */
export const sessionsByHash = (lookups: Lookups) =>
  sql<LookedUp<SessionRow>>`
    select asked.position::int as position, found.revision, found.credential, found.version
    from ${askedFor(lookups)}
    cross join lateral (
      select nullif(${sessionRevision}, asked.revision) as revision,
        case when ${sessionRevision} is distinct from asked.revision then
          json_build_object('id', s.id, 'expires_at', s.expires_at, 'last_used_at', s.last_used_at,
            'user', json_build_object('id', u.id, 'email', u.email, 'name', u.name, 'role', u.role, 'scopes', u.scopes,
              'language', u.language, 'two_factor_enabled', u.two_factor_enabled),
            'client', case when c.id is not null then json_build_object('id', c.id, 'name', c.name,
              'cuit_dni', c.cuit_dni, 'email', c.email, 'status', c.status) end) end as credential,
        (select v.version::text from client_versions v where v.client_id = u.client_id and v.topic = asked.topic)
          as version
      from sessions s
      join users u on u.id = s.user_id
      left join clients c on c.id = u.client_id
      where s.token_hash = asked.token_hash
      limit 1
    ) as found`

/** The sandbox of a client, with the version of the topic that is about to be read. */
export const sandboxOfClient = (clientId: string, topic: Topic | null) =>
  sql<{ id: string; name: string; email: string; days_ahead: number; version: string | null }>`
    select c.id, c.name, c.email, c.days_ahead,
      (select v.version::text from client_versions v where v.client_id = c.id and v.topic = ${topic}) as version
    from clients c
    where c.sandbox_of = ${clientId}`

export const touchSessions = (ids: string[], times: string[]) =>
  sql`
    update sessions set last_used_at = greatest(last_used_at, used.at)
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at)
    where sessions.id = used.id`

type NewSession = {
  id: string
  tokenHash: Buffer
  maxSeconds: number
  address: string
  userAgent: string
}

export const insertSession = (userId: string, session: NewSession) =>
  sql`
    insert into sessions (id, user_id, token_hash, expires_at, ip_address, user_agent)
    values (${session.id}, ${userId}, ${session.tokenHash},
      now() + make_interval(secs => ${session.maxSeconds}), ${session.address}, ${session.userAgent})`

export type OwnSessionRow = {
  id: string
  ip_address: string | null
  user_agent: string | null
  created_at: string
  last_used_at: string
  expires_at: string
}

export const sessionsOfUser = (userId: string, unusedSince: string) =>
  sql<OwnSessionRow>`
    select id, ip_address, user_agent, created_at, last_used_at, expires_at
    from sessions
    where user_id = ${userId} and expires_at > now() and last_used_at > ${unusedSince}
    order by created_at desc, id desc
    limit 100`

export const deleteSession = (userId: string, id: string) =>
  sql`delete from sessions where user_id = ${userId} and id = ${id}`

export const deleteSessions = (userId: string) => sql`delete from sessions where user_id = ${userId}`

export const deleteOtherSessions = (userId: string, keptId: string) =>
  sql`delete from sessions where user_id = ${userId} and id <> ${keptId}`

/** Codes are valid for 90 seconds, so older ones need not be remembered. */
export const deleteOldCodes = (userId: string) =>
  sql`delete from used_totp_codes where user_id = ${userId} and used_at < now() - interval '5 minutes'`

/** Adds no row if the code was used before. */
export const insertUsedCode = (userId: string, code: string) =>
  sql`insert into used_totp_codes (user_id, code) values (${userId}, ${code}) on conflict do nothing`
