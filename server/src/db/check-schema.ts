import { type Migration, readMigrations, SchemaError, type SchemaState, schemaState } from './migrations.ts'
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

const maxShown = 5

/** Checks what the service requires of the schema and of its role's privileges in order to start. It changes nothing. */
export async function checkSchema(db: Queryable): Promise<SchemaState> {
  const state = await schemaState(db)
  const missing = await missingPrivileges(db, state.pending)
  if (missing.length === 0) return state
  const more = missing.length > maxShown ? `; and ${missing.length - maxShown} more` : ''
  throw new SchemaError(
    `the database role lacks privileges: ${missing.slice(0, maxShown).join('; ')}${more}: grant them to the role`,
  )
}

// The privileges that the role of DATABASE_URL needs. Checked at start and by doctor: otherwise a missing privilege
// would only show up when it is first used, by an import, a job or the first order.

/** In the words of a GRANT statement; empty if nothing is missing. */
async function missingPrivileges(db: Queryable, pending: readonly Migration[]): Promise<string[]> {
  const isPending = pending.length > 0
  const role = await db.one(databasePrivileges)
  const relations = await db.rows(relationPrivileges(await ownTables()))
  const missing: string[] = []
  const need = (isGranted: boolean, privilege: string) => isGranted || missing.push(privilege)
  need(role.temp, `TEMPORARY on the database ${role.database}`)
  need(role.schema_usage, `USAGE on the schema ${role.schema}`)
  if (role.has_queue) need(role.queue_usage, 'USAGE on the schema graphile_worker')
  else need(role.database_create, `CREATE on the database ${role.database}`)
  if (isPending) need(role.schema_create, `CREATE on the schema ${role.schema}`)
  for (const { name, lacking, owned } of relations) {
    need(lacking.length === 0, `${lacking.join(', ')} on ${name}`)
    if (isPending) need(owned, `ownership of ${name}`)
  }
  return missing
}

/** By name, because the schema may contain tables of other programs. */
async function ownTables(): Promise<string[]> {
  const migrations = await readMigrations()
  return migrations.flatMap(({ text }) =>
    [...text.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gm)].map(([, name = '']) => name),
  )
}

type DatabasePrivileges = {
  database: string
  schema: string
  temp: boolean
  database_create: boolean
  schema_usage: boolean
  schema_create: boolean
  has_queue: boolean
  queue_usage: boolean
}

const databasePrivileges = sql<DatabasePrivileges>`
  select current_database() as database, coalesce(current_schema(), 'public') as schema,
    has_database_privilege(current_database(), 'TEMPORARY') as temp,
    has_database_privilege(current_database(), 'CREATE') as database_create,
    coalesce(has_schema_privilege(current_schema(), 'USAGE'), false) as schema_usage,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as schema_create,
    to_regnamespace('graphile_worker') is not null as has_queue,
    coalesce(has_schema_privilege(to_regnamespace('graphile_worker'), 'USAGE'), false) as queue_usage`

/** Tables need the privileges of our statements; sequences need USAGE, unless they belong to an identity column. */
const relationPrivileges = (tables: readonly string[]) =>
  sql<{ name: string; lacking: string[]; owned: boolean }>`
    select relation.oid::regclass::text as name, pg_has_role(relation.relowner, 'USAGE') as owned,
      case relation.relkind
        when 'S' then array(select 'USAGE' where not has_sequence_privilege(relation.oid, 'USAGE'))
        else array(
          select privilege from unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) as privilege
          where not has_table_privilege(relation.oid, privilege))
      end as lacking
    from pg_class relation
    where relation.relkind in ('r', 'p', 'v', 'S')
      and (relation.oid in (select to_regclass(own) from unnest(${tables}::text[]) as own)
        or relation.relnamespace = to_regnamespace('graphile_worker'))
      and not exists (select from pg_depend d where d.objid = relation.oid and d.deptype = 'i')
    order by 1`
