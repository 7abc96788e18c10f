// Egresos from before there were links get theirs from the worker, in batches: only the service has the key.
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { RemitoLinks } from './link.ts'

const batchSize = 500

export async function fillLinks(db: Db, links: RemitoLinks): Promise<number> {
  for (let filled = 0; ; ) {
    const ids = (await db.rows(withoutLink())).map(({ id }) => id)
    if (ids.length > 0) await db.run(setLinks(ids, ids.map(links.hashOf)))
    filled += ids.length
    if (ids.length < batchSize) return filled
  }
}

const withoutLink = () =>
  sql<{ id: string }>`
    select id from remitos where type = 'egreso' and link_hash is null order by id limit ${batchSize}`

const setLinks = (ids: readonly string[], hashes: readonly Buffer[]) =>
  sql`
    update remitos set link_hash = link.hash
    from unnest(${ids}::uuid[], ${hashes}::bytea[]) as link (id, hash)
    where remitos.id = link.id and link_hash is null`
