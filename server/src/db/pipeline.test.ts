// Statements that nobody waits for are still part of the transaction.
import { expect, test } from 'vitest'
import { useDatabase } from '../testing/prologue.ts'
import { raw, sql } from './sql.ts'

const database = await useDatabase()
await database.db.run(sql`create table notes (id int primary key)`)
await database.db.run(sql`create sequence attempts`)

const insert = (id: number) => sql`insert into notes (id) values (${id})`
const ids = async () =>
  (await database.db.rows(sql<{ id: number }>`select id from notes order by id`)).map(({ id }) => id)

test('what is pipelined is committed, in the order in which it was sent, and its rows are counted before the commit ends', async () => {
  const counted: number[] = []
  await database.db.transaction(async (tx) => {
    tx.pipeline(insert(1), { onDone: (rows) => counted.push(rows) })
    expect(await tx.rows(sql`select id from notes`)).toEqual([{ id: 1 }])
    tx.pipeline(sql`update notes set id = id + 10`, { onDone: (rows) => counted.push(rows) })
  })
  expect(counted).toEqual([1, 1])
  expect(await ids()).toEqual([11])
})

test('a pipelined statement that fails at the end undoes the transaction, and its error is thrown', async () => {
  const failing = database.db.transaction(async (tx) => {
    await tx.run(insert(20))
    tx.pipeline(insert(20))
    tx.pipeline(insert(21))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([11])
})

test('the error of a pipelined statement is thrown, not that of the statements which it makes impossible', async () => {
  const failing = database.db.transaction(async (tx) => {
    tx.pipeline(insert(11))
    await tx.rows(sql`select id from notes where id > 0`)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
})

test('an error that somebody waited for is not hidden by pipelined statements behind it', async () => {
  const failing = database.db.transaction(async (tx) => {
    const waited = tx.run(insert(11))
    tx.pipeline(insert(30))
    await waited.catch(() => {
      throw new Error('taken')
    })
  })
  await expect(failing).rejects.toThrow('taken')
  expect(await ids()).toEqual([11])
})

test('the error of a pipelined statement can be given another cause, which is thrown instead', async () => {
  const failing = database.db.transaction(async (tx) => {
    tx.pipeline(insert(11), { causeOf: (error) => new Error(`taken: ${(error as { code: string }).code}`) })
    tx.pipeline(insert(40), { causeOf: () => new Error('not the first') })
  })
  await expect(failing).rejects.toThrow('taken: 23505')
  expect(await ids()).toEqual([11])
})

test('waiting for pipelined statements throws what failed', async () => {
  const failing = database.db.transaction(async (tx) => {
    tx.pipeline(insert(11))
    await tx.flush()
    throw new Error('not reached')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
})

test('a transaction whose pipelined statement meets a conflict is repeated', async () => {
  const once = `do $$ begin
    if nextval('attempts') = 1 then raise exception 'conflict' using errcode = '40001'; end if; end $$`
  await database.db.transaction(async (tx) => {
    tx.pipeline(insert(40))
    tx.pipeline(sql`${raw(once)}`)
  })
  expect(await ids()).toEqual([11, 40])
})

/** Rows of one statement have the same number of their command. */
const commands = async (from: number) =>
  (
    await database.db.rows(
      sql<{ command: number }>`select cmin::text::int as command from notes where id >= ${from} order by id`,
    )
  ).map(({ command }) => command)

test('records that follow each other are one statement, in the place where they were made', async () => {
  await database.db.transaction(async (tx) => {
    tx.record(insert(50))
    tx.record(insert(51))
    expect(await tx.one(sql`select count(*)::int as count from notes where id >= 50`)).toEqual({ count: 2 })
    tx.record(insert(52))
    tx.record(insert(53))
  })
  const [first, second, third, fourth] = await commands(50)
  expect(second).toBe(first)
  expect(fourth).toBe(third)
  expect(third).not.toBe(first)
})

test('any number of records is written', async () => {
  await database.db.transaction(async (tx) => {
    for (let id = 60; id < 71; id++) tx.record(insert(id))
  })
  expect(new Set(await commands(60)).size).toBe(3)
  expect((await ids()).slice(-11)).toEqual(Array.from({ length: 11 }, (_, index) => 60 + index))
})

test('a record that fails undoes the transaction, and its error is thrown', async () => {
  const failing = database.db.transaction(async (tx) => {
    tx.record(insert(80))
    tx.record(insert(11))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  const flushed = database.db.transaction(async (tx) => {
    tx.record(insert(11))
    await tx.flush()
    throw new Error('not reached')
  })
  await expect(flushed).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).not.toContain(80)
})

test('a record is undone with the part of the transaction in which it was made', async () => {
  await database.db.transaction(async (tx) => {
    tx.record(insert(90))
    await tx.run(sql`savepoint part`)
    tx.record(insert(91))
    await tx.run(sql`rollback to savepoint part`)
    tx.record(insert(92))
  })
  expect((await ids()).filter((id) => id >= 90)).toEqual([90, 92])
})

test('a record with a result is one statement with those around it, and its result is there before the commit is announced', async () => {
  let inserted: unknown
  await database.db.transaction(async (tx) => {
    tx.record(insert(100))
    tx.recordWithResult(
      { named: sql`added as (${insert(101)} returning id)`, last: sql<{ id: number }>`select id from added` },
      (rowCount, rows) => {
        inserted = { rowCount, rows }
      },
    )
    tx.record(insert(102))
  })
  expect(inserted).toEqual({ rowCount: 1, rows: [{ id: 101 }] })
  expect(new Set(await commands(100)).size).toBe(1)
})

test('each of several records with a result gets its own', async () => {
  const results: unknown[] = []
  await database.db.transaction(async (tx) => {
    for (const id of [110, 111])
      tx.recordWithResult(
        { named: sql`added as (${insert(id)} returning id)`, last: sql`select id from added` },
        (_, rows) => results.push(...rows),
      )
  })
  expect(results).toEqual([{ id: 110 }, { id: 111 }])
})
