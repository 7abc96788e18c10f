import { sql } from '../db/sql.ts'

type Stored = { sealed: Buffer }

export const storedKey = () => sql<Stored>`select sealed from sealed_key where singleton`

/** No rotation can replace the key until the transaction ends. */
export const shareStoredKey = () => sql<Stored>`select sealed from sealed_key where singleton for share`

export const insertStoredKey = (sealed: Buffer) =>
  sql`insert into sealed_key (sealed) values (${sealed}) on conflict do nothing`

export const lockStoredKey = () => sql<Stored>`select sealed from sealed_key where singleton for update`

export const replaceStoredKey = (sealed: Buffer) =>
  sql`update sealed_key set sealed = ${sealed}, sealed_at = now() where singleton`

/** Endpoints in use first. The limit is a sample that is large enough to identify the key. */
export const someSealedSecrets = () =>
  sql<{ id: string; secret: Buffer }>`
    select id, secret from webhook_endpoints order by deleted_at nulls first, id limit 1000`

export type SealedSecrets = {
  id: string
  secret: Buffer
  previous_secret: Buffer | null
  own_headers: Buffer | null
}

export const lockSealedSecrets = (afterId: string, count: number) =>
  sql<SealedSecrets>`
    select id, secret, previous_secret, own_headers
    from webhook_endpoints
    where id > ${afterId}
    order by id
    limit ${count}
    for no key update`

export const replaceSealedSecrets = (rows: readonly SealedSecrets[]) =>
  sql`
    update webhook_endpoints
    set secret = resealed.secret, previous_secret = resealed.previous_secret, own_headers = resealed.own_headers
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.secret)}::bytea[],
      ${rows.map((row) => row.previous_secret)}::bytea[], ${rows.map((row) => row.own_headers)}::bytea[])
      as resealed (id, secret, previous_secret, own_headers)
    where webhook_endpoints.id = resealed.id`
