import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { describeSchema } from './schema.ts'

const migrated = await useDatabase()
const empty = await emptyDatabase()
afterAll(() => empty.drop())

async function on<Result>({ db }: TestDatabase, work: (client: pg.Client) => Promise<Result>) {
  const client = await db.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const committed = () => readFile(new URL('../../schema.sql', import.meta.url), 'utf8')

describe('schema.sql', () => {
  test('matches the migrations on every supported PostgreSQL', async () => {
    expect(await on(migrated, describeSchema)).toBe(await committed())
  })

  test('can be loaded, and gives itself', async () => {
    const text = await committed()
    await on(empty, (client) => client.query(text))
    expect(await on(empty, describeSchema)).toBe(text)
  })

  test('reports every object that it cannot describe', async () => {
    await on(migrated, (client) => client.query('create materialized view recent as select id from orders'))
    await expect(on(migrated, describeSchema)).rejects.toThrow('not recent')
  })
})
