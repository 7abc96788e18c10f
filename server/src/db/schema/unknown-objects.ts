import type pg from 'pg'

/** If the dump silently omitted an object, changes to it would go unnoticed. */
export async function refuseUnknownObjects(client: pg.ClientBase): Promise<void> {
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
