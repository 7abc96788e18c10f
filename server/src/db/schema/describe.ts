// Renders the schema as SQL, read from the catalog: the embedded binaries have no pg_dump, and the output of pg_dump
// differs between releases. The text is the same on every supported PostgreSQL, and can be executed.
import type pg from 'pg'
import { columnsOf } from './columns.ts'
import {
  foreignKeysIn,
  functionsIn,
  indexesIn,
  keysAndChecksIn,
  triggersIn,
  viewDefinition,
} from './definitions.ts'
import { refuseUnknownObjects } from './unknown-objects.ts'

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
