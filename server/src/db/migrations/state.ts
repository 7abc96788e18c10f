// Compares the schema of a database with this version: the same, older (migrations are pending), or newer, which every
// command rejects.
import type { Queryable } from '../queryable.ts'
import { sql } from '../sql.ts'
import { type Migration, readMigrations } from './read.ts'

export class SchemaError extends Error {}

export type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>
export type SchemaState = { pending: Migration[]; isEmpty: boolean }

/** Read-only. Throws if this version cannot migrate the database. */
export async function schemaState(db: Queryable, migrations?: readonly Migration[]): Promise<SchemaState> {
  const known = migrations ?? (await readMigrations())
  const applied = await appliedMigrations(db)
  checkKnown('the database', applied, known)
  const done = new Set(applied.map(({ version }) => version))
  return { pending: known.filter(({ version }) => !done.has(version)), isEmpty: applied.length === 0 }
}

/** Throws if a database or a backup has a migration that is unknown here, or differs from ours. */
export function checkKnown(where: string, applied: readonly AppliedMigration[], known: readonly Migration[]) {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of applied) {
    const migration = byVersion.get(version)
    if (!migration) {
      throw new SchemaError(
        `${where} has migration ${name}, which this version of Andén does not know: run the newer version that applied it`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new SchemaError(
        `migration ${name} was changed after it was applied: restore the original file, and put the change into a new migration`,
      )
    }
  }
}

/** For commands that do not migrate. */
export async function requireUpToDate(db: Queryable): Promise<void> {
  const { pending, isEmpty } = await schemaState(db)
  if (isEmpty)
    throw new SchemaError('the database is empty: run anden migrate first (anden serve does so, too)')
  if (pending.length > 0) {
    throw new SchemaError(
      `the database is older than this version of Andén (${pendingText(pending)}): run anden migrate first (anden serve does so, too)`,
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
