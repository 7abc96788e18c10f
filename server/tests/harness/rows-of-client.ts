// Everything that a client has, in whatever table: a new table is covered without a line here.
import type { Db } from '../../src/db/database.ts'
import { raw, sql } from '../../src/db/sql.ts'

type Table = { name: string; has_id: boolean }

const tablesOfClients = (db: Db) =>
  db.rows(sql<Table>`
    select columns.table_name as name, bool_or(column_name = 'id' and data_type = 'uuid') as has_id
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    group by columns.table_name
    having bool_or(column_name = 'client_id' and data_type = 'uuid')
    order by columns.table_name`)

/** By table a digest of all rows of the client, and how many they are: whatever is written to one of them changes it. */
export async function contentOf(db: Db) {
  const tables = await tablesOfClients(db)
  const parts = tables.map(
    ({ name }) => `
      select '${name}' as name,
        (select count(*) || ' ' || coalesce(md5(string_agg(own::text, '|' order by own::text)), '')
          from ${name} as own where own.client_id = asked.id) as content`,
  )
  return async (clientId: string): Promise<Record<string, string>> => {
    const { content } = await db.one(sql<{ content: Record<string, string> }>`
      select json_object_agg(part.name, part.content) as content
      from (select ${clientId}::uuid as id) as asked
      cross join lateral (
        select 'clients' as name, (select clients::text from clients where clients.id = asked.id) as content
        union all ${raw(parts.join(' union all '))}) as part`)
    return content
  }
}

/** The ids of all rows of the client, and its own. */
export async function idsOf(db: Db, clientId: string): Promise<Set<string>> {
  const ids = new Set([clientId])
  for (const { name, has_id } of await tablesOfClients(db)) {
    if (!has_id) continue
    const rows = await db.rows(sql<{ id: string }>`
      select id::text as id from ${raw(name)} where client_id = ${clientId}`)
    for (const { id } of rows) ids.add(id)
  }
  return ids
}
