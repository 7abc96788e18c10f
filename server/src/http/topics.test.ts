// Code and database have the same topics, and adding one takes one line of code and one call in a migration.

import { topics } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { sql } from '../db/sql.ts'
import { createClient } from '../identity/create-client.ts'
import { useDatabase } from '../testing/prologue.ts'

const database = await useDatabase()

const aClient = () =>
  createClient(database.db, { name: 'Bodega', email: 'bodega@bodega.example', cuit_dni: null })

const countersOf = async (clientId: string) =>
  Object.fromEntries(
    (
      await database.db.rows(sql<{ topic: string; version: string }>`
        select topic, version::text from client_versions where client_id = ${clientId}`)
    ).map(({ topic, version }) => [topic, Number(version)]),
  )

const all = (version: number) => Object.fromEntries(topics.map((topic) => [topic, version]))

type Trigger = { table: string; name: string; definition: string; topics: string[] }
const triggers = () =>
  database.db.rows(sql<Trigger>`
    select tgrelid::regclass::text as table, tgname as name,
      replace(pg_get_triggerdef(oid), tgrelid::regclass::text, 'shown') as definition,
      string_to_array(rtrim(encode(tgargs, 'escape'), '\\000'), '\\000') as topics
    from pg_trigger where tgfoid = 'touch'::regproc order by 1, 2`)

test('the topics of the code are those of the database', async () => {
  expect(await database.db.one(sql`select topics()`)).toEqual({ topics })
})

test('a new client has a counter for each topic', async () => {
  expect(await countersOf((await aClient()).id)).toEqual(all(1))
})

test('each topic has a table, and every such table touches it on insert, update and delete', async () => {
  const found = await triggers()
  expect([...new Set(found.flatMap((trigger) => trigger.topics))].sort()).toEqual(topics.toSorted())
  for (const [table, own] of Map.groupBy(found, (trigger) => trigger.table)) {
    const named = own.map(({ name, topics }) => [table, name, topics.join()])
    const wanted = ['touch_deleted', 'touch_inserted', 'touch_updated']
    expect(named).toEqual(wanted.map((name) => [table, name, own[0]?.topics.join()]))
  }
})

test('a counter of an unknown topic is refused', async () => {
  const { id } = await aClient()
  const unknown = sql`insert into client_versions (client_id, topic) values (${id}, 'unknown')`
  await expect(database.db.run(unknown)).rejects.toThrow('client_versions_topic_check')
})

describe('a migration', () => {
  test('cannot add a table to a topic that does not exist', async () => {
    const adding = database.db.rows(sql`select add_table_to_topics('orders', 'orders', 'unknown')`)
    await expect(adding).rejects.toThrow('one of the topics {orders,unknown} does not exist')
  })

  test('gives a table the same triggers as every other table', async () => {
    const lots = () => triggers().then((found) => found.filter(({ table }) => table === 'lots'))
    const before = await lots()
    await database.db.rows(sql`select add_table_to_topics('lots', 'stock', 'remitos')`)
    expect(await lots()).toEqual(before)
  })

  test('adds a topic and a table with one call each, also for open sessions and existing clients', async () => {
    const db = database.db
    const client = await aClient()
    // This session has cached the plans of the trigger that creates counters, with the old list.
    const session = await db.connect()
    const addClient = `insert into clients (id, name, email) values (gen_random_uuid(), 'C', 'c@c.example') returning id`
    for (let i = 0; i < 10; i++) await session.query(addClient)

    await db.run(sql`select add_topic('returns')`)
    await db.run(sql`create table returns (client_id uuid not null)`)
    await db.run(sql`select add_table_to_topics('returns', 'returns', 'stock')`)

    expect(await countersOf(client.id)).toEqual({ ...all(1), returns: 1 })
    const { rows } = await session.query<{ id: string }>(addClient)
    expect(await countersOf(rows[0]?.id ?? '')).toEqual({ ...all(1), returns: 1 })
    await session.end()

    await db.run(sql`insert into returns values (${client.id})`)
    await db.run(sql`update returns set client_id = client_id`)
    await db.run(sql`delete from returns`)
    expect(await countersOf(client.id)).toEqual({ ...all(1), returns: 4, stock: 4 })
  })
})
