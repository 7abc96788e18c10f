// What an older version has left is still there after the migrations of this one.
import { expect, test } from 'vitest'
import { earlierDatabase } from '../testing/earlier-database.ts'
import { migrate } from './migrate.ts'
import { isOfBaseline, replacedMigrations } from './migrations/baseline.ts'
import { readMigrations } from './migrations/read.ts'
import { appliedMigrations } from './migrations/state.ts'

test('a database with all migrations from before the baseline has the baseline, and is marked', async () => {
  const database = await earlierDatabase(await replacedMigrations())
  const known = await readMigrations()
  const later = known.filter((migration) => !isOfBaseline(migration)).map(({ name }) => name)
  expect(await migrate(database.db)).toEqual({ applied: later })
  expect((await appliedMigrations(database.db)).map(({ name }) => name)).toEqual(
    known.map(({ name }) => name),
  )
  expect(await migrate(database.db)).toEqual({ applied: [] })
  await database.drop()
})

test('a database with fewer of them is told which version to start, and stays as it is', async () => {
  const recorded = (await replacedMigrations()).slice(0, -1)
  const database = await earlierDatabase(recorded)
  await expect(migrate(database.db)).rejects.toThrow(
    'the database is older than the last version of Andén before 0.1.0, whose last migration is 0090_one_form_of_names: start that version on it once, and then this one',
  )
  expect(await appliedMigrations(database.db)).toEqual(recorded)
  await database.drop()
})

test('a database with one of them changed is refused', async () => {
  const replaced = await replacedMigrations()
  const database = await earlierDatabase(
    replaced.map((migration) => (migration.version === 1 ? { ...migration, checksum: 'x' } : migration)),
  )
  await expect(migrate(database.db)).rejects.toThrow('migration 0001_clients was changed after it was applied')
  await database.drop()
})
