import { afterEach, beforeEach, expect, test } from 'vitest'
import { aRole, cloneDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { checkSchema } from './check-schema.ts'
import { createDb, type Db } from './database.ts'
import { raw, sql } from './sql.ts'

let database: TestDatabase
let role: Awaited<ReturnType<typeof aRole>>
let db: Db
beforeEach(async () => {
  database = await cloneDatabase()
  role = await aRole(database)
  db = createDb({ ...role.address })
  await role.grantTables()
})
afterEach(async () => {
  await db.close()
  await role.drop()
  await database.drop()
})

const lacks = (what: string) => `the database role lacks privileges: ${what}: grant them to the role`

test('a role that owns nothing is enough where no migration is pending', async () => {
  expect(await checkSchema(db)).toMatchObject({ pending: [] })
})

test('each privilege that is missing is named', async () => {
  const name = new URL(database.directUrl).pathname.slice(1)
  await database.db.run(sql`revoke temporary on database ${raw(name)} from public`)
  await database.db.run(sql`revoke usage on schema graphile_worker from ${raw(role.name)}`)
  await database.db.run(sql`revoke delete on deliveries from ${raw(role.name)}`)
  const missing = [
    `TEMPORARY on the database ${name}`,
    'USAGE on the schema graphile_worker',
    'DELETE on deliveries',
  ]
  await expect(checkSchema(db)).rejects.toThrow(lacks(missing.join('; ')))
})

test('a pending migration needs more: to create, and to own what it changes', async () => {
  await database.db.run(sql`delete from schema_migrations where version = 111`)
  await expect(checkSchema(db)).rejects.toThrow(
    /lacks privileges: CREATE on the schema public; ownership of /,
  )
  expect((await checkSchema(database.db)).pending.map(({ version }) => version)).toEqual([111])
})

test('tables of others in the same schema do not matter', async () => {
  await database.db.run(sql`create table somebody_elses (id integer)`)
  expect(await checkSchema(db)).toMatchObject({ pending: [] })
})
