import type { ClientName, IvaCondition, ListedClient } from '@anden/contract'
import { live } from '../db/environment.ts'
import { newestFirst, type PageRange } from '../db/keyset.ts'
import { empty, sql } from '../db/sql.ts'
import type { KeyLimits } from '../http/admission/principal.ts'
import type { Topic } from '../http/reads/versioned-rows.ts'
import { matchingClients } from '../search/matches.ts'

export type ClientRow = {
  id: string
  name: string
  cuit_dni: string | null
  email: string
  address: string | null
  iva_condition: IvaCondition | null
  status: 'active' | 'suspended'
  mail_remitos: boolean
  created_at: string
  updated_at: string
}

type KeyFields = {
  id: string
  name: string
  key_prefix: string
  scopes: string[]
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}

const clientColumns = sql`id, name, cuit_dni, email, address, iva_condition, status, mail_remitos, created_at, updated_at`

/** A null limit is no override: a client's key then has the configured default, a staff key no limit. */
export type ApiKeyRow = KeyFields & KeyLimits & { client_id: string; client_name: string }
export type StaffKeyRow = KeyFields & KeyLimits

export type KeyWithClient = ApiKeyRow & {
  client_cuit_dni: string | null
  client_email: string
  client_status: 'active' | 'suspended'
  client_days_ahead: number
}

/** The result of one of several lookups. */
export type LookedUp<Credential> = {
  /** The number of the lookup, from 1. */
  position: number
  /** Changes with every change of what `credential` shows; null: it is the known one. */
  revision: string | null
  credential: Credential | null
  version: string | null
}

/** Lookups by hash, each with the topic about to be read and the known revision of its credential. */
export type Lookups = {
  tokenHashes: readonly Buffer[]
  topics: readonly (Topic | null)[]
  revisions: readonly (string | null)[]
}

/** The lookups as rows, numbered. */
export const askedFor = ({ tokenHashes, topics, revisions }: Lookups) => sql`
  unnest(${tokenHashes}::bytea[], ${topics}::text[], ${revisions}::text[])
    with ordinality as asked (token_hash, topic, revision, position)`

const keyRevision = sql`k.xmin || ' ' || c.xmin`

/**
 * Everything that requests need to know about their keys, and the version of the topic that each is about to read. A
 * key is one JSON value, which saves the driver 20 µs against sixteen columns. A key whose row and client have not changed,
 * which PostgreSQL's `xmin` shows, is not sent again: that saves half of the work on either side. `limit 1` makes
 * PostgreSQL find each key by its index. Without it the planner, which cannot know how few hashes there are, reads a
 * thousand keys to find one.
 */
export const keysByHash = (lookups: Lookups) =>
  sql<LookedUp<KeyWithClient>>`
    select asked.position::int as position, found.revision, found.credential, found.version
    from ${askedFor(lookups)}
    cross join lateral (
      select nullif(${keyRevision}, asked.revision) as revision,
        case when ${keyRevision} is distinct from asked.revision then
          json_build_object('id', k.id, 'client_id', k.client_id, 'name', k.name, 'key_prefix', k.key_prefix,
            'scopes', k.scopes, 'created_at', k.created_at::text, 'last_used_at', k.last_used_at::text,
            'expires_at', k.expires_at, 'revoked_at', k.revoked_at, 'read_per_hour', k.read_per_hour,
            'write_per_hour', k.write_per_hour, 'burst_per_minute', k.burst_per_minute, 'client_name', c.name,
            'client_cuit_dni', c.cuit_dni, 'client_email', c.email, 'client_status', c.status,
            'client_days_ahead', c.days_ahead) end as credential,
        (select v.version::text from client_versions v where v.client_id = k.client_id and v.topic = asked.topic)
          as version
      from api_keys k
      join clients c on c.id = k.client_id
      where k.token_hash = asked.token_hash
      limit 1
    ) as found`

const staffKeyColumns = sql`id, name, key_prefix, scopes, read_per_hour, write_per_hour, burst_per_minute,
  created_at, last_used_at, expires_at, revoked_at`

export const staffKeysByHash = (lookups: Lookups) =>
  sql<LookedUp<StaffKeyRow>>`
    select asked.position::int as position, nullif(k.xmin::text, asked.revision) as revision,
      case when k.xmin::text is distinct from asked.revision then
        json_build_object('id', k.id, 'name', k.name, 'key_prefix', k.key_prefix, 'scopes', k.scopes,
          'read_per_hour', k.read_per_hour, 'write_per_hour', k.write_per_hour,
          'burst_per_minute', k.burst_per_minute, 'created_at', k.created_at, 'last_used_at', k.last_used_at,
          'expires_at', k.expires_at, 'revoked_at', k.revoked_at) end as credential,
      null as version
    from ${askedFor(lookups)}
    join staff_keys k on k.token_hash = asked.token_hash`

/** Returns no row if a concurrent insert took the same CUIT. */
export const insertClient = (
  client: Pick<ClientRow, 'id' | 'name' | 'cuit_dni' | 'email' | 'address' | 'iva_condition'>,
) =>
  sql<ClientRow>`
    insert into clients (id, name, cuit_dni, email, address, iva_condition)
    values (${client.id}, ${client.name}, ${client.cuit_dni}, ${client.email}, ${client.address},
      ${client.iva_condition})
    on conflict (cuit_dni, cuit_copy) do nothing
    returning ${clientColumns}`

export const clientByCuit = (cuit: string) =>
  sql<ClientRow>`
    select ${clientColumns}
    from clients
    where cuit_dni = ${cuit}
    order by cuit_copy
    limit 1`

export const clientById = (id: string) =>
  sql<ClientRow>`
    select ${clientColumns}
    from clients
    where id = ${id}`

/** Without sandboxes: each is a client of its own, which `anden sandbox show` tells of. */
export const allClients = () =>
  sql<ClientRow>`
    select ${clientColumns}
    from clients
    where ${live('id')}
    order by created_at, id`

export type NewKey = KeyLimits & {
  id: string
  name: string
  token_hash: Buffer
  key_prefix: string
  scopes: string[]
}

const apiKeyColumns = sql`id, client_id,
  (select clients.name from clients where clients.id = api_keys.client_id) as client_name, name, key_prefix, scopes, read_per_hour, write_per_hour, burst_per_minute,
  created_at, last_used_at, expires_at, revoked_at`

export const insertApiKey = (key: NewKey & { client_id: string; expires_at: string | null }) =>
  sql<ApiKeyRow>`
    insert into api_keys (id, client_id, name, token_hash, key_prefix, scopes, read_per_hour, write_per_hour,
      burst_per_minute, expires_at)
    values (${key.id}, ${key.client_id}, ${key.name}, ${key.token_hash}, ${key.key_prefix}, ${key.scopes},
      ${key.read_per_hour}, ${key.write_per_hour}, ${key.burst_per_minute}, ${key.expires_at})
    returning ${apiKeyColumns}`

export const allApiKeys = () =>
  sql<ApiKeyRow>`
    select ${apiKeyColumns}
    from api_keys
    order by client_id, created_at, id`

export const revokeApiKey = (id: string) =>
  sql`update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${id}`

export const insertStaffKey = (key: NewKey & { expires_at: string | null }) =>
  sql<StaffKeyRow>`
    insert into staff_keys (id, name, token_hash, key_prefix, scopes, read_per_hour, write_per_hour,
      burst_per_minute, expires_at)
    values (${key.id}, ${key.name}, ${key.token_hash}, ${key.key_prefix}, ${key.scopes}, ${key.read_per_hour},
      ${key.write_per_hour}, ${key.burst_per_minute}, ${key.expires_at})
    returning ${staffKeyColumns}`

export const allStaffKeys = () =>
  sql<StaffKeyRow>`
    select ${staffKeyColumns}
    from staff_keys
    order by created_at, id`

export const revokeStaffKey = (id: string) =>
  sql`update staff_keys set revoked_at = coalesce(revoked_at, now()) where id = ${id}`

export const staffKeysNewestFirst = (page: PageRange) =>
  sql<StaffKeyRow>`
    select ${staffKeyColumns} from staff_keys ${newestFirst([], {}, page)}`

export const lockStaffKey = (id: string) =>
  sql<StaffKeyRow>`
    select ${staffKeyColumns}
    from staff_keys
    where id = ${id}
    for update`

export const endStaffKey = (id: string, graceDays: number) =>
  sql`
    update staff_keys
    set expires_at = least(expires_at, now() + make_interval(secs => ${graceDays * 86_400}))
    where id = ${id}`

export const touchApiKeys = (ids: string[], times: string[]) =>
  sql`
    update api_keys set last_used_at = greatest(last_used_at, used.at)
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at)
    where api_keys.id = used.id`

export const touchStaffKeys = (ids: string[], times: string[]) =>
  sql`
    update staff_keys set last_used_at = greatest(last_used_at, used.at)
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at)
    where staff_keys.id = used.id`

/** A sandbox that is used again is not about to be emptied. */
export const touchSandboxes = (clientIds: string[], times: string[]) =>
  sql`
    update sandboxes
    set last_used_at = greatest(last_used_at, used.at), announced_at = null, emptied_at = null
    from unnest(${clientIds}::uuid[], ${times}::timestamptz[]) as used (client_id, at)
    where sandboxes.client_id = used.client_id`

export const clientName = (id: string) => sql<ClientName>`select id, name from clients where id = ${id}`

const balance = sql`(
  select coalesce(sum(case type when 'credit_sale' then total else -total end), 0)
  from account_totals
  where account_totals.client_id = clients.id)`

/** Materialised: few match, and they are sorted. Otherwise the planner may read all clients in order until it finds them. */
export const clientsNewestFirst = ({ q }: { q?: string }, page: PageRange) =>
  sql<ListedClient>`
    ${q ? sql`with clients as materialized (select ${clientColumns} from clients where id = any(${matchingClients(q)}))` : empty}
    select ${clientColumns}, ${balance} as balance
    from clients ${newestFirst([], {}, page, sql`and ${live('id')}`)}`

export const lockClient = (id: string) =>
  sql<ClientRow>`
    select ${clientColumns}
    from clients
    where id = ${id}
    for no key update`

export const updateClient = (client: ClientRow) =>
  sql<ClientRow>`
    update clients
    set name = ${client.name}, cuit_dni = ${client.cuit_dni}, email = ${client.email}, address = ${client.address},
      iva_condition = ${client.iva_condition}, status = ${client.status},
      mail_remitos = ${client.mail_remitos},
      cuit_copy = case when cuit_dni is not distinct from ${client.cuit_dni} then cuit_copy else 0 end,
      updated_at = now()
    where id = ${client.id}
    returning ${clientColumns}`

export const keysNewestFirst = (clientId: string, page: PageRange) =>
  sql<ApiKeyRow>`
    select ${apiKeyColumns} from api_keys ${newestFirst([['client_id', clientId]], {}, page)}`

export const apiKeyById = (clientId: string, id: string) =>
  sql<ApiKeyRow>`
    select ${apiKeyColumns}
    from api_keys
    where client_id = ${clientId} and id = ${id}`

export const lockApiKey = (clientId: string, id: string) =>
  sql<ApiKeyRow>`
    select ${apiKeyColumns}
    from api_keys
    where client_id = ${clientId} and id = ${id}
    for update`

export const expireApiKey = (id: string, graceDays: number) =>
  sql`
    update api_keys
    set expires_at = least(expires_at, now() + make_interval(secs => ${graceDays * 86_400}))
    where id = ${id}`
