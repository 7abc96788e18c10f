// How the schema of a database relates to this version: the same, older (migrations are pending), or newer, which is
// refused by everything.
import type { Queryable } from '../pool.ts'
import { sql } from '../sql.ts'
import { type Migration, readMigrations } from './read.ts'

export class SchemaError extends Error {}

export type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>
export type SchemaState = { pending: Migration[]; isEmpty: boolean }

/** Changes nothing. Throws where the database is not one that this version can bring up to date. */
export async function schemaState(db: Queryable, migrations?: readonly Migration[]): Promise<SchemaState> {
  const known = migrations ?? (await readMigrations())
  const applied = await appliedMigrations(db)
  checkKnown('the database', applied, known)
  const done = new Set(applied.map(({ version }) => version))
  return { pending: known.filter(({ version }) => !done.has(version)), isEmpty: applied.length === 0 }
}

/** Throws where a database, or a backup of one, has a migration that is not known, or in another form. */
export function checkKnown(where: string, applied: readonly AppliedMigration[], known: readonly Migration[]) {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of applied) {
    const migration = byVersion.get(version)
    if (!migration) {
      throw new SchemaError(
        `${where} has migration ${name}, which this version of Andén does not know: run the newer version that made it`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new SchemaError(
        `migration ${name} was changed after it was applied: restore the file as it was, and put the change into a new migration`,
      )
    }
  }
}

/** For commands that work on the schema as it is. */
export async function requireUpToDate(db: Queryable): Promise<void> {
  const { pending, isEmpty } = await schemaState(db)
  if (isEmpty)
    throw new SchemaError('the database is empty: run anden migrate first (anden serve does it too)')
  if (pending.length > 0) {
    throw new SchemaError(
      `the database is older than this version of Andén (${pendingText(pending)}): run anden migrate first (anden serve does it too)`,
    )
  }
}

export function pendingText(pending: readonly Migration[]): string {
  const names = pending.map(({ name }) => name).join(', ')
  return pending.length === 1
    ? `1 migration pending: ${names}`
    : `${pending.length} migrations pending: ${names}`
}

export async function appliedMigrations(db: Queryable): Promise<AppliedMigration[]> {
  const { exists } = await db.one(
    sql<{ exists: boolean }>`select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!exists) return []
  return db.rows(
    sql<AppliedMigration>`select version, name, checksum from schema_migrations order by version`,
  )
}
