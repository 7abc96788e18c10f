import type { StaffViewOfUser } from '@anden/contract'
import { newestFirst } from '../../db/newest-first.ts'
import type { PageRange } from '../../db/sort-key.ts'
import { sql } from '../../db/sql.ts'

export type UserRow = StaffViewOfUser

const userColumns = sql`id, client_id, email, name, role, scopes, two_factor_enabled, created_at, updated_at,
  not exists (select from user_accounts a where a.user_id = users.id and a.password is not null)
    as invitation_pending,
  (select max(s.last_used_at) from sessions s where s.user_id = users.id) as last_seen_at`

/** Of one client, or of the staff. */
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

export type NewUserRow = Pick<UserRow, 'id' | 'client_id' | 'email' | 'name' | 'role' | 'scopes'>

/** No row comes back where the address is taken. */
export const insertUser = (user: NewUserRow) =>
  sql<UserRow>`
    insert into users (id, client_id, role, scopes, email, name)
    values (${user.id}, ${user.client_id}, ${user.role}, ${user.scopes}, ${user.email}, ${user.name})
    on conflict (email) do nothing
    returning ${userColumns}`

export const updateUser = ({ id, name, role, scopes }: Pick<UserRow, 'id' | 'name' | 'role' | 'scopes'>) =>
  sql<UserRow>`
    update users
    set name = ${name}, role = ${role}, scopes = ${scopes}, updated_at = now()
    where id = ${id}
    returning ${userColumns}`

/** Sessions, password and second factor go with the user. */
export const deleteUser = (id: string) => sql`delete from users where id = ${id}`

/** In a fixed order. Whoever takes an administrator away holds these locks, so two at once cannot take the last two. */
export const lockAdministrators = (clientId: string | null) =>
  clientId === null
    ? sql<{ id: string }>`
        select id from users
        where client_id is null and 'staff:admin' = any(scopes)
        order by id
        for no key update`
    : sql<{ id: string }>`
        select id from users
        where client_id = ${clientId} and role = 'administrator'
        order by id
        for no key update`

export const insertVerification = (link: { id: string; identifier: string; value: string; hours: number }) =>
  sql`
    insert into verifications (id, identifier, value, expires_at)
    values (${link.id}, ${link.identifier}, ${link.value}, now() + make_interval(hours => ${link.hours}::int))`

export const deleteVerifications = (userId: string) => sql`delete from verifications where value = ${userId}`

export const deleteTwoFactor = (userId: string) =>
  sql`
    with gone as (delete from two_factors where user_id = ${userId})
    update users set two_factor_enabled = false, updated_at = now() where id = ${userId}`

/** `hash`: as the sign-in library writes it. */
export const setPassword = ({ id, email, hash }: { id: string; email: string; hash: string }) =>
  sql`
    insert into user_accounts (id, user_id, provider_id, account_id, password)
    select ${id}, users.id, 'credential', users.id::text, ${hash} from users where email = ${email}
    on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = now()`
