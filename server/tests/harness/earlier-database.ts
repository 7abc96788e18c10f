import { migrate } from '../../src/db/migrate.ts'
import { type AppliedMigration, isOfBaseline, readMigrations } from '../../src/db/migrations.ts'
import { sql } from '../../src/db/sql.ts'
import { emptyDatabase, type TestDatabase } from './database.ts'
import { insertRows } from './insert-rows.ts'

/** A database with the schema of the baseline, which has recorded these migrations from before the baseline. */
export async function earlierDatabase(recorded: readonly AppliedMigration[]): Promise<TestDatabase> {
  const database = await emptyDatabase()
  await migrate(database.db, { migrations: (await readMigrations()).filter(isOfBaseline) })
  await database.db.run(sql`delete from schema_migrations`)
  await insertRows(database.db, 'schema_migrations', recorded)
  return database
}
