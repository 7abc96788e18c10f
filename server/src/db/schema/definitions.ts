// Definitions that PostgreSQL itself can render. NOT NULL is written with its column: only PostgreSQL 18 and later
// list it among the constraints.
import type pg from 'pg'

type Defined = { text: string }

export function keysAndChecksIn(client: pg.ClientBase, table: number): Promise<string[]> {
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
export function foreignKeysIn(client: pg.ClientBase): Promise<string[]> {
  return texts(
    client,
    `select format('alter table %I add constraint %I %s;', c.relname, k.conname,
       pg_get_constraintdef(k.oid, true)) as text
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.connamespace = 'public'::regnamespace and k.contype = 'f'
     order by c.relname collate "C", k.conname collate "C"`,
  )
}

export function indexesIn(client: pg.ClientBase, table: number): Promise<string[]> {
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

export function triggersIn(client: pg.ClientBase, table: number): Promise<string[]> {
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
export async function viewDefinition(client: pg.ClientBase, view: number): Promise<string> {
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

export function functionsIn(client: pg.ClientBase): Promise<string[]> {
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
