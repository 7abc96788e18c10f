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
