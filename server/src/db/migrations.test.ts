// Migrations run while the service is at work on the same database, and may be cut short at any point.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { until } from '../../tests/harness/until.ts'
import { createDb } from './database.ts'
import { migrate } from './migrate.ts'
import { type Migration, parseMigration, readMigrations } from './migrations.ts'
import { sql } from './sql.ts'

const policy = { lockTimeoutMs: 100, attempts: 3, firstWaitMs: 20, maxWaitMs: 20, sayWaitingAfterMs: 0 }
const patient = { ...policy, attempts: 1_000 }

let known: Migration[]
let database: TestDatabase
beforeAll(async () => {
  known = await readMigrations()
})
beforeEach(async () => {
  database = await cloneDatabase()
  return () => database.drop()
})

/** This version's, and one more. */
const further = (text: string) => [...known, parseMigration('9001_further', text)]

const hasColumn = async () =>
  (await database.db.rows(sql`select from pg_attribute where attname = 'further'`)).length > 0
const addColumn = 'alter table clients add column further integer;'

async function whileLocked<Result>(work: (free: () => Promise<void>) => Promise<Result>): Promise<Result> {
  const holder = await database.db.connect()
  // As a writer has it: a reader that is idle does not hold up `create index concurrently`.
  await holder.query('begin; lock table clients in row exclusive mode')
  try {
    return await work(async () => void (await holder.query('rollback')))
  } finally {
    await holder.end()
  }
}

describe('a migration that needs a lock which a long transaction holds', () => {
  test('steps back, lets everybody else through, and is applied once the lock is free', () =>
    whileLocked(async (free) => {
      const said: string[] = []
      const say = (line: string) => said.push(line)
      const migrating = migrate(database.db, { migrations: further(addColumn), say, policy: patient })
      await until('it has stepped back', () => said.length > 1)
      expect(said[0]).toMatch(
        /^migration 9001_further: another transaction holds a lock that it needs; next attempt in 0.02 s$/,
      )
      // Behind a waiting ALTER TABLE, this would wait as long as the transaction lasts.
      await database.db.rows(sql`select from clients limit 1`)
      expect(await hasColumn()).toBe(false)
      await free()
      expect(await migrating).toEqual({ applied: ['9001_further'] })
      expect(await hasColumn()).toBe(true)
    }))

  test('gives up in the end, and has changed nothing', () =>
    whileLocked(async () => {
      await expect(migrate(database.db, { migrations: further(addColumn), policy })).rejects.toThrow(
        'migration 9001_further failed: another transaction holds a lock that it needs',
      )
      expect(await hasColumn()).toBe(false)
    }))
})

describe('a migration outside a transaction', () => {
  const index = 'create unique index concurrently if not exists further_names on clients (name);'
  const online = (text: string) => further(`-- outside a transaction\n${text}`)
  const isValid = async () => {
    const rows = await database.db.rows(
      sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass('further_names')`,
    )
    return rows.map(({ valid }) => valid)
  }
  const addClients = (...names: string[]) =>
    database.db.run(sql`
      insert into clients (id, name, email)
      select gen_random_uuid(), name, 'a@a.example' from unnest(${names}::text[]) as name`)

  test('builds an index that an earlier attempt has left invalid, and runs nothing twice when it is done', async () => {
    await addClients('same', 'same')
    await expect(migrate(database.db, { migrations: online(index), policy })).rejects.toThrow(
      'migration 9001_further failed: could not create unique index',
    )
    expect(await isValid()).toEqual([false])
    await database.db.run(sql`update clients set name = id::text`)
    expect(await migrate(database.db, { migrations: online(index), policy })).toEqual({
      applied: ['9001_further'],
    })
    expect(await isValid()).toEqual([true])
    expect(await migrate(database.db, { migrations: online(index), policy })).toEqual({ applied: [] })
  })

  test('is built while another process waits for its turn to migrate', async () => {
    const other = createDb({ ...database.address })
    const said: string[] = []
    const say = (line: string) => said.push(line)
    const both = await whileLocked(async (free) => {
      const migrating = [database.db, other].map((db) =>
        migrate(db, { migrations: online(index), say, policy }),
      )
      await until('one builds and one waits', () => said.length === 2)
      await free()
      return Promise.all(migrating)
    })
    expect(both.map(({ applied }) => applied.length).sort()).toEqual([0, 1])
    expect(said.sort()).toEqual([
      'another process is migrating the database; waiting for it',
      'migration 9001_further: building the index further_names',
    ])
    expect(await isValid()).toEqual([true])
    await other.close()
  })

  test('goes on after a crash where it was cut short', async () => {
    const first = 'create table if not exists further (id integer);\n'
    const broken = online(`${first}alter table if exists further add column again nosuchtype;`)
    await expect(migrate(database.db, { migrations: broken, policy })).rejects.toThrow('nosuchtype')
    const mended = online(`${first}alter table further add column if not exists again integer;`)
    expect(await migrate(database.db, { migrations: mended, policy })).toEqual({ applied: ['9001_further'] })
  })

  test('leaves out what needs an extension that is not there', async () => {
    const text = `-- only with the extension nosuchextension\n${index}`
    expect(await migrate(database.db, { migrations: online(text), policy })).toEqual({
      applied: ['9001_further'],
    })
    expect(await isValid()).toEqual([])
  })
})
