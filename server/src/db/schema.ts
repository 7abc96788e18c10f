// Renders the schema as SQL, read from the catalog: the embedded binaries have no pg_dump, and the output of pg_dump
// differs between releases. The text is the same on every supported PostgreSQL, and can be executed.
import type pg from 'pg'

/** Bookkeeping of the migrations, not part of the schema. */
const excluded = ['schema_migrations']

const header = `-- The schema after all migrations. Generated: change migrations/, then run npm run db:dump.
set check_function_bodies = off;
`

export async function describeSchema(client: pg.ClientBase): Promise<string> {
  await client.query('set search_path to public')
  await refuseUnknownObjects(client)
  const parts = [
    header,
    ...(await extensionsIn(client)),
    ...(await functionsIn(client)),
    ...(await tablesIn(client)),
    ...(await viewsIn(client)),
    ...(await foreignKeysIn(client)),
  ]
  return `${parts.join('\n').trimEnd()}\n`
}

async function extensionsIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select extname as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"`)
  return rows.map(({ name }) => `create extension ${name};\n`)
}

type Table = { oid: number; name: string; unlogged: boolean; options: string | null }

async function tablesIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Table>(
    `select c.oid, quote_ident(c.relname) as name, c.relpersistence = 'u' as unlogged,
       array_to_string(c.reloptions, ', ') as options
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`,
    [excluded],
  )
  const tables: string[] = []
  for (const table of rows) tables.push(await tableText(client, table))
  return tables
}

async function tableText(client: pg.ClientBase, { oid, name, unlogged, options }: Table): Promise<string> {
  const lines = [...(await columnsOf(client, oid)), ...(await keysAndChecksIn(client, oid))]
  const after = [...(await indexesIn(client, oid)), ...(await triggersIn(client, oid))]
  return [
    `create ${unlogged ? 'unlogged ' : ''}table ${name} (`,
    lines.map((line) => `  ${line}`).join(',\n'),
    `)${options ? ` with (${options})` : ''};`,
    ...after,
    '',
  ].join('\n')
}

async function viewsIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ oid: number; name: string }>(`
    select c.oid, quote_ident(c.relname) as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`)
  const views: string[] = []
  for (const { oid, name } of rows) {
    const definition = await viewDefinition(client, oid)
    views.push([`create view ${name} as`, definition, ...(await triggersIn(client, oid)), ''].join('\n'))
  }
  return views
}

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
async function columnsOf(client: pg.ClientBase, table: number): Promise<string[]> {
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

/** If the dump silently omitted an object, changes to it would go unnoticed. */
async function refuseUnknownObjects(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind not in ('r', 'i', 'S', 'c', 't', 'v')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('i', 'e'))
    union all
    select t.typname from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    union all
    select p.proname from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('a', 'w')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new Error(
    `the dump supports only tables, views, indexes, functions and triggers, not ${names}: extend server/src/db/schema`,
  )
}

// Definitions that PostgreSQL itself can render. NOT NULL is written with its column: only PostgreSQL 18 and later
// list it among the constraints.

type Defined = { text: string }

function keysAndChecksIn(client: pg.ClientBase, table: number): Promise<string[]> {
  return texts(
    client,
    `select format('constraint %I %s', conname, pg_get_constraintdef(oid, true)) as text
     from pg_constraint
     where conrelid = $1 and contype in ('p', 'u', 'c', 'x')
     order by array_position('{p,u,c,x}'::text[], contype::text), conname collate "C"`,
    [table],
  )
}

/** Separate from their tables, so that the order of the tables does not matter. */
function foreignKeysIn(client: pg.ClientBase): Promise<string[]> {
  return texts(
    client,
    `select format('alter table %I add constraint %I %s;', c.relname, k.conname,
       pg_get_constraintdef(k.oid, true)) as text
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.connamespace = 'public'::regnamespace and k.contype = 'f'
     order by c.relname collate "C", k.conname collate "C"`,
  )
}

function indexesIn(client: pg.ClientBase, table: number): Promise<string[]> {
  return texts(
    client,
    `select pg_get_indexdef(i.indexrelid, 0, true) || ';' as text
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1
       and not exists (
         select from pg_constraint k
         where k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u', 'x'))
     order by c.relname collate "C"`,
    [table],
  )
}

function triggersIn(client: pg.ClientBase, table: number): Promise<string[]> {
  return texts(
    client,
    `select pg_get_triggerdef(oid, true) || ';' as text
     from pg_trigger
     where tgrelid = $1 and not tgisinternal
     order by tgname collate "C"`,
    [table],
  )
}

/** Before 16, PostgreSQL writes the name of the table before every column, even where there is only one table. */
async function viewDefinition(client: pg.ClientBase, view: number): Promise<string> {
  const [text = ''] = await texts(client, 'select pg_get_viewdef($1::oid, true) as text', [view])
  const [table, ...others] = await texts(
    client,
    `select distinct quote_ident(c.relname) as text
     from pg_rewrite r
     join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> r.ev_class
     join pg_class c on d.refclassid = 'pg_class'::regclass and c.oid = d.refobjid
     where r.ev_class = $1`,
    [view],
  )
  return table && others.length === 0 ? text.replaceAll(`${table}.`, '') : text
}

function functionsIn(client: pg.ClientBase): Promise<string[]> {
  return texts(
    client,
    `select rtrim(pg_get_functiondef(p.oid), E'\n') || E';\n' as text
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`,
  )
}

async function texts(client: pg.ClientBase, query: string, values: unknown[] = []): Promise<string[]> {
  return (await client.query<Defined>(query, values)).rows.map(({ text }) => text)
}
