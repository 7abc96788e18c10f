// Statements that nobody waits for are still part of the transaction.
import { expect, test } from 'vitest'
import { useDatabase } from '../../tests/harness/prologue.ts'
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

test('a pipelined statement is undone with the part of the transaction in which it was sent', async () => {
  await database.db.transaction(async (tx) => {
    tx.pipeline(insert(90))
    await tx.run(sql`savepoint part`)
    tx.pipeline(insert(91))
    await tx.run(sql`rollback to savepoint part`)
    tx.pipeline(insert(92))
  })
  expect((await ids()).filter((id) => id >= 90)).toEqual([90, 92])
})

test('each of several pipelined statements gets its own rows', async () => {
  const results: unknown[] = []
  await database.db.transaction(async (tx) => {
    for (const id of [110, 111])
      tx.pipeline(sql`${insert(id)} returning id`, { onDone: (_, rows) => results.push(...rows) })
  })
  expect(results).toEqual([{ id: 110 }, { id: 111 }])
})
