// Code and database have the same topics, and adding one takes one line of code and one call in a migration.

import { topics, warehouseTopics } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { createClient } from '../src/identity/clients.ts'
import { useDatabase } from './harness/prologue.ts'

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
      string_to_array(substring(pg_get_triggerdef(oid) from 'touch\\(\\w+\\.client_id, ''([^'']*)'''), ',') as topics
    from pg_trigger where tgname like 'touch%' order by 1, 2`)

test('the topics of the code are those of the database', async () => {
  expect(await database.db.one(sql`select topics()`)).toEqual({ topics })
})

describe('the topics of the warehouse', () => {
  const versions = () =>
    database.db.rows(sql<{ topic: string; version: number }>`
      select topic, version from warehouse_versions order by topic`)

  test('have a counter each, and tables that touch it on insert, update and delete', async () => {
    expect((await versions()).map(({ topic }) => topic)).toEqual(warehouseTopics.toSorted())
    const found = await database.db.rows(sql<{ table: string; topic: string; count: number }>`
      select tgrelid::regclass::text as table, count(*) as count,
        substring(pg_get_triggerdef(oid) from 'touch\\(warehouse_id\\(\\), ''([^'']*)''') as topic
      from pg_trigger where tgname like 'warehouse%' group by 1, 3 order by 1`)
    expect(found).toEqual([
      { table: 'trip_stops', topic: 'trips', count: 3 },
      { table: 'trips', topic: 'trips', count: 3 },
    ])
    const unknown = database.db.rows(sql`select add_table_to_warehouse('orders', 'unknown')`)
    await expect(unknown).rejects.toThrow('the warehouse has no topic unknown')
  })

  test('count once per transaction, and no client of it does', async () => {
    const { id } = await aClient()
    const [before] = await versions()
    const connection = await database.db.connect()
    await connection.query('begin')
    for (const number of ['VIA-1', 'VIA-2']) {
      await connection.query(
        `insert into trips (id, number, date, driver_name, driver_folded)
         values (gen_random_uuid(), $1, current_date, 'D', 'd')`,
        [number],
      )
    }
    await connection.query(`update trips set notes = 'x'`)
    await connection.query('commit')
    await connection.end()
    expect(await versions()).toEqual([{ topic: 'trips', version: (before?.version ?? 0) + 1 }])
    expect(await countersOf(id)).toEqual(all(1))
  })
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
  await expect(database.db.run(unknown)).rejects.toThrow(
    'client_versions.topic has a value that does not exist',
  )
})

describe('a transaction', () => {
  const session = async () => {
    const { id } = await aClient()
    const connection = await database.db.connect()
    const addRecipient = () =>
      connection.query(
        `insert into destinatarios (id, client_id, name, name_folded) values (gen_random_uuid(), $1, 'D', 'd')`,
        [id],
      )
    return { id, connection, addRecipient }
  }
  const inTransaction = async (steps: (made: Awaited<ReturnType<typeof session>>) => Promise<unknown>) => {
    const made = await session()
    await made.connection.query('begin')
    await steps(made)
    await made.connection.query('commit')
    await made.connection.end()
    return (await countersOf(made.id))['destinatarios']
  }

  test('counts once, whatever it changes', async () => {
    const version = await inTransaction(async ({ id, connection, addRecipient }) => {
      await addRecipient()
      await addRecipient()
      await connection.query(`update destinatarios set phone = '1' where client_id = $1`, [id])
    })
    expect(version).toBe(2)
  })

  test('counts what remains after a partial rollback', async () => {
    const version = await inTransaction(async ({ connection, addRecipient }) => {
      await connection.query('savepoint part')
      await addRecipient()
      await connection.query('rollback to savepoint part')
      await addRecipient()
    })
    expect(version).toBe(2)
  })

  test('counts nothing if all of it was rolled back', async () => {
    const version = await inTransaction(async ({ connection, addRecipient }) => {
      await connection.query('savepoint part')
      await addRecipient()
      await connection.query('rollback to savepoint part')
    })
    expect(version).toBe(1)
  })

  test('counts a change after the first ones were applied early', async () => {
    const version = await inTransaction(async ({ connection, addRecipient }) => {
      await addRecipient()
      await connection.query('set constraints all immediate')
      await connection.query('set constraints all deferred')
      await addRecipient()
    })
    expect(version).toBe(3)
  })

  test('counts again after another one on the same connection', async () => {
    const { id, connection, addRecipient } = await session()
    await addRecipient()
    await addRecipient()
    await connection.end()
    expect((await countersOf(id))['destinatarios']).toBe(3)
  })
})

describe('a migration', () => {
  test('cannot add a table to a topic that does not exist', async () => {
    const adding = database.db.rows(sql`select add_table_to_topics('orders', 'orders', 'unknown')`)
    await expect(adding).rejects.toThrow('one of the topics {orders,unknown} does not exist')
  })

  test('gives a table the same triggers as every other table of its topics', async () => {
    const own = () => triggers().then((found) => found.filter(({ table }) => table === 'lots'))
    const before = await own()
    await database.db.rows(sql`select add_table_to_topics('lots', 'stock', 'remitos')`)
    expect(await own()).toEqual(before)
  })

  test('adds a topic and a table with one call each, also for open sessions and existing clients', async () => {
    const db = database.db
    const client = await aClient()
    // This session has cached the plans of the trigger that creates counters, with the old list.
    const session = await db.connect()
    const addClient = `insert into clients (id, name, email) values (gen_random_uuid(), 'C', 'c@c.example') returning id`
    for (let i = 0; i < 10; i++) await session.query(addClient)

    await db.run(sql`select add_topic('visits')`)
    await db.run(sql`create table visits (client_id uuid not null)`)
    await db.run(sql`select add_table_to_topics('visits', 'visits', 'stock')`)

    expect(await countersOf(client.id)).toEqual({ ...all(1), visits: 1 })
    const { rows } = await session.query<{ id: string }>(addClient)
    expect(await countersOf(rows[0]?.id ?? '')).toEqual({ ...all(1), visits: 1 })
    await session.end()

    await db.run(sql`insert into visits values (${client.id})`)
    await db.run(sql`update visits set client_id = client_id`)
    await db.run(sql`delete from visits`)
    expect(await countersOf(client.id)).toEqual({ ...all(1), visits: 4, stock: 4 })
  })
})
