import type pg from 'pg'

type Column = {
  name: string
  type: string
  collation: string | null
  value: string | null
  generated: string
  identity: string
  required: boolean
}

/** One line per column of the table, in the table's order. */
export async function columnsOf(client: pg.ClientBase, table: number): Promise<string[]> {
  const { rows } = await client.query<Column>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type,
       case when a.attcollation <> t.typcollation then quote_ident(l.collname) end as collation,
       pg_get_expr(d.adbin, d.adrelid, true) as value,
       a.attgenerated as generated, a.attidentity as identity, a.attnotnull as required
     from pg_attribute a
     join pg_type t on t.oid = a.atttypid
     left join pg_collation l on l.oid = a.attcollation
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
    [table],
  )
  return rows.map(columnText)
}

function columnText({ name, type, collation, value, generated, identity, required }: Column): string {
  const words = [name, type]
  if (collation) words.push(`collate ${collation}`)
  if (required) words.push('not null')
  if (identity) words.push(`generated ${identity === 'a' ? 'always' : 'by default'} as identity`)
  else if (generated) words.push(`generated always as (${value}) ${generated === 's' ? 'stored' : 'virtual'}`)
  else if (value) words.push(`default ${value}`)
  return words.join(' ')
}
