import type { StaffViewOfUser } from '@anden/contract'
import { newestFirst, type PageRange } from '../../db/keyset.ts'
import { sql } from '../../db/sql.ts'

export type UserRow = StaffViewOfUser

const userColumns = sql`id, client_id,
  (select clients.name from clients where clients.id = users.client_id) as client_name, email, name, role, scopes, two_factor_enabled, created_at, updated_at,
  not exists (select from user_accounts a where a.user_id = users.id and a.password is not null)
    as invitation_pending,
  (select max(s.last_used_at) from sessions s where s.user_id = users.id) as last_seen_at`

/** The users of one client, or of the staff. */
export const usersNewestFirst = (clientId: string | null, page: PageRange) =>
  sql<UserRow>`
    select ${userColumns} from users ${
      clientId === null
        ? newestFirst([], {}, page, sql`and client_id is null`)
        : newestFirst([['client_id', clientId]], {}, page)
    }`

export const userById = (id: string) => sql<UserRow>`select ${userColumns} from users where id = ${id}`

export const userByEmail = (email: string) =>
  sql<UserRow>`select ${userColumns} from users where email = ${email.toLowerCase()}`

export const allUsers = () =>
  sql<UserRow>`select ${userColumns} from users order by client_id nulls first, created_at, id`

export type NewUserRow = Pick<UserRow, 'id' | 'client_id' | 'email' | 'name' | 'role' | 'scopes'> & {
  /** The name of the person who invites; null: somebody at the terminal, or a program. */
  invited_by?: string | null
}

/** Returns no row if the address is taken. */
export const insertUser = (user: NewUserRow) =>
  sql<UserRow>`
    insert into users (id, client_id, role, scopes, email, name, invited_by)
    values (${user.id}, ${user.client_id}, ${user.role}, ${user.scopes}, ${user.email}, ${user.name},
      ${user.invited_by ?? null})
    on conflict (email) do nothing
    returning ${userColumns}`

/**
 * What `insertUser` would have returned for an address that nobody has. Nothing is stored: inviting a user of another
 * client gives the same reply.
 */
export const userAsIfInvited = (user: NewUserRow) =>
  sql<UserRow>`
    select ${user.id}::uuid as id, ${user.client_id}::uuid as client_id,
      (select clients.name from clients where clients.id = ${user.client_id}) as client_name, ${user.email}::text as email,
      ${user.name}::text as name, ${user.role}::text as role, ${user.scopes}::text[] as scopes,
      false as two_factor_enabled, now() as created_at, now() as updated_at, true as invitation_pending,
      null::timestamptz as last_seen_at`

/** Counts this try, and returns how many there were in the current hour, and when that hour ends. */
export const countTryToInvite = (clientId: string) =>
  sql<{ tries: number; seconds_left: number }>`
    insert into invitation_tries as counted (client_id) values (${clientId})
    on conflict (client_id) do update set
      tries = case when counted.started_at > now() - interval '1 hour' then counted.tries + 1 else 1 end,
      started_at = case when counted.started_at > now() - interval '1 hour' then counted.started_at else now() end
    returning tries,
      ceil(extract(epoch from started_at + interval '1 hour' - now()))::int as seconds_left`

export const updateUser = ({ id, name, role, scopes }: Pick<UserRow, 'id' | 'name' | 'role' | 'scopes'>) =>
  sql<UserRow>`
    update users
    set name = ${name}, role = ${role}, scopes = ${scopes}, updated_at = now()
    where id = ${id}
    returning ${userColumns}`

/** Sessions, password and second factor are deleted with the user. */
export const deleteUser = (id: string) => sql`delete from users where id = ${id}`

/**
 * The user, and the administrators of the same client, or of the staff. Locked in one order, so that two people who remove
 * each other at once wait instead of deadlocking, and the second sees that the first is gone.
 */
export const lockUserAndAdministrators = (clientId: string | null, id: string) =>
  clientId === null
    ? sql<UserRow>`
        select ${userColumns} from users
        where client_id is null and (id = ${id} or 'staff:admin' = any(scopes))
        order by id
        for no key update`
    : sql<UserRow>`
        select ${userColumns} from users
        where client_id = ${clientId} and (id = ${id} or role = 'administrator')
        order by id
        for no key update`

export const administratorsOfStaff = () =>
  sql<{ email: string; name: string }>`
    select email, name from users
    where client_id is null and 'staff:admin' = any(scopes)
    order by created_at, id`

type NewLink = { id: string; identifier: string; userId: string; hours: number }

export const insertVerification = ({ id, identifier, userId, hours }: NewLink) =>
  sql`
    insert into verifications (id, identifier, value, expires_at)
    values (${id}, ${identifier}, ${userId}, now() + make_interval(hours => ${hours}::int))`

/** Finds the user of a link, or of a sign-in that waits for its second factor; both have the user's id as their value. */
export const userByVerification = (identifier: string) =>
  sql<UserRow>`
    select ${userColumns}
    from users
    where id = (
      select value::uuid
      from verifications
      where identifier = ${identifier} and expires_at > now()
      order by created_at desc
      limit 1)`

/** Whom a link belongs to, and who invited them to what. */
export type PersonOfLink = {
  email: string
  name: string
  /** null: the staff. */
  client_name: string | null
  invited_by: string | null
  /** Has no password yet. */
  is_new: boolean
}

const personOfLinkColumns = sql`email, name, invited_by,
  (select clients.name from clients where clients.id = users.client_id) as client_name,
  not exists (select from user_accounts a where a.user_id = users.id and a.password is not null) as is_new`

export const personOfLink = (id: string) =>
  sql<PersonOfLink>`
    select ${personOfLinkColumns}
    from users
    where id = (select value::uuid from verifications where id = ${id} and expires_at > now())`

export const personOfLinkToken = (identifier: string) =>
  sql<PersonOfLink>`
    select ${personOfLinkColumns}
    from users
    where id = (
      select value::uuid
      from verifications
      where identifier = ${identifier} and expires_at > now()
      order by created_at desc
      limit 1)`

export const deleteVerifications = (userId: string) => sql`delete from verifications where value = ${userId}`

export const deleteTwoFactor = (userId: string) =>
  sql`
    with gone as (delete from two_factors where user_id = ${userId})
    update users set two_factor_enabled = false, updated_at = now() where id = ${userId}`

export const setPassword = ({ id, email, hash }: { id: string; email: string; hash: string }) =>
  sql`
    insert into user_accounts (id, user_id, provider_id, account_id, password)
    select ${id}, users.id, 'credential', users.id::text, ${hash} from users where email = ${email}
    on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = now()`
