// A row read as a record is the row that the driver returns.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDatabase } from '../testing/prologue.ts'
import { rowOf, valuesOf } from './records.ts'
import { type Statement, sql } from './sql.ts'

const { db } = await useDatabase({ maxConnections: 2 })

async function expectSameRow(statement: Statement) {
  const { record } = await db.one(
    sql<{ record: string }>`select page::text as record from (${statement}) as page`,
  )
  expect(rowOf(record, await db.columns(statement))).toEqual(await db.one(statement))
}

test('whatever texts it has', async () => {
  const text = fc.option(
    fc.string({ unit: fc.constantFrom('a', ',', '"', '\\', '(', ')', ' ', '\n', 'ñ', "'", '🍷') }),
  )
  await fc.assert(
    fc.asyncProperty(text, text, text, async (one, two, three) => {
      await expectSameRow(sql`select ${one}::text as one, ${two}::text as two, ${three}::text as three`)
    }),
  )
})

test.each([
  ['numbers', sql`select 7 as int, 9007199254740991::bigint as bigint, 12.500::numeric(15, 3) as numeric`],
  ['times', sql`select '2026-11-02T13:45:10.25Z'::timestamptz as moment, '2026-11-02'::date as day`],
  ['truth values', sql`select true as yes, false as no, null::boolean as unknown`],
  ['JSON', sql`select '{"a":["b, \\"c\\"",{"d":null}]}'::jsonb as b, '[1, "x"]'::json as j`],
  [
    'lists',
    sql`select array['a', 'b,"c"', null] as texts, array[]::integer[] as none, array[1, 2] as numbers`,
  ],
  ['bytes', sql`select '\\x00ff5c22'::bytea as bytes`],
  ['ids', sql`select '018f4e7a-0000-7000-8000-000000000001'::uuid as id, null::uuid as none`],
])('with %s', async (_, statement) => {
  await expectSameRow(statement)
})

test.each([
  ['(,)', [null, null]],
  ['("",)', ['', null]],
  ['(a)', ['a']],
  ['("a,b","c ""d""",e)', ['a,b', 'c "d"', 'e']],
])('%s has the columns %j', (record, values) => {
  expect(valuesOf(record)).toEqual(values)
})
