// A statement that is sent is prepared once per connection, and answered each time.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/harness/prologue.ts'
import { traceStatements } from '../../app/tracing/open.ts'
import type { Tracing } from '../../deps.ts'
import { type Statement, sql } from '../sql.ts'
import { sendNamed } from './send.ts'

const database = await useDatabase()
let connection: pg.Client
beforeAll(async () => {
  connection = await database.db.connect()
})
afterAll(() => connection.end())

const send = async (statement: Statement, at: pg.Client = connection) => {
  const { rows, rowCount, fields, command } = await sendNamed(at, statement)
  return { rows, rowCount, columns: fields.map(({ name }) => name), command }
}

test('later executions return what the first one does, with the same columns and types', async () => {
  const read = (count: number) => sql`
    select n as number, n * 1.5 as amount, now()::timestamptz(3) < 'infinity' as past, null as nothing
    from generate_series(1, ${count}::int) as n`
  const first = await send(read(2))
  expect(first).toEqual({
    rows: [
      { number: 1, amount: 1.5, past: true, nothing: null },
      { number: 2, amount: 3, past: true, nothing: null },
    ],
    rowCount: 2,
    columns: ['number', 'amount', 'past', 'nothing'],
    command: 'SELECT',
  })
  expect(await send(read(2))).toEqual(first)
  expect(await send(read(0))).toEqual({ ...first, rows: [], rowCount: 0 })
})

test('a statement without rows says how many it changed, each time', async () => {
  await connection.query('create temporary table noted (n int)')
  const note = (n: number) => sql`insert into noted select generate_series(1, ${n}::int)`
  for (const n of [3, 0, 2]) {
    expect(await send(note(n))).toEqual({ rows: [], rowCount: n, columns: [], command: 'INSERT' })
  }
})

test('of several that are sent at once before the first is answered, each is answered', async () => {
  const one = (n: number) => sql`select ${n}::int as sent_at_once`
  const sent = [1, 2, 3]
  const answers = database.db.transaction((tx) => Promise.all(sent.map((n) => tx.rows(one(n)))))
  expect(await answers).toEqual(sent.map((n) => [{ sent_at_once: n }]))
})

test('an error is thrown from the code that waits, and the next execution works', async () => {
  const divide = (by: number) => sql`select 6 / ${by}::int as quotient`
  await expect(send(divide(0))).rejects.toMatchObject({ code: '22012' })
  expect((await send(divide(2))).rows).toEqual([{ quotient: 3 }])
  const error = await send(divide(0)).catch((thrown: Error) => thrown)
  expect((error as Error).stack).toContain('send.test.ts')
  expect((await send(divide(3))).rows).toEqual([{ quotient: 2 }])
})

test('a statement whose columns have changed since is refused, not misread', async () => {
  await connection.query('create temporary table shown as select 1 as a')
  expect((await send(sql`select * from shown`)).rows).toEqual([{ a: 1 }])
  await connection.query('alter table shown add column b text default $$x$$')
  await expect(send(sql`select * from shown`)).rejects.toThrow('cached plan must not change result type')
  // Another connection prepares it anew.
  const other = await database.db.connect()
  await other.query(`create temporary table shown as select 'x' as b, 2 as a`)
  expect((await send(sql`select * from shown`, other)).rows).toEqual([{ b: 'x', a: 2 }])
  await other.end()
})

test('its span ends with its answer, and has the code of its error', async () => {
  const ended: (string | null)[] = []
  const span = { traceparent: '', end: (error: string | null) => ended.push(error) }
  const tracing = { start: () => span, current: () => span } as unknown as Tracing
  const traced = await database.db.connect()
  traceStatements(tracing)(traced)
  const answered = send(sql`select 1 / ${1}::int`, traced)
  expect(ended).toEqual([])
  await answered
  expect(ended).toEqual([null])
  await expect(send(sql`select 1 / ${0}::int`, traced)).rejects.toThrow()
  expect(ended).toEqual([null, '22012'])
  await traced.end()
})
