// Rows read as records are the rows that the driver returns.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { recordFormat } from './records.ts'
import { type Statement, sql } from './sql.ts'

const { db } = await useDatabase({ maxConnections: 2 })

async function expectSameRows(statement: Statement) {
  const format = recordFormat('page', await db.columns(statement))
  const { records } = await db.one(sql<{ records: string | null }>`
    select ${format.records} as records from (${statement}) as page`)
  expect(format.split(records).map((record) => format.parse(record))).toEqual(await db.rows(statement))
}

test('whatever texts it has', async () => {
  const text = fc.option(
    fc.string({ unit: fc.constantFrom('a', ',', '"', '\\', '(', ')', ' ', '\n', 'ñ', "'", '🍷') }),
  )
  await fc.assert(
    fc.asyncProperty(text, text, text, async (one, two, three) => {
      await expectSameRows(sql`select ${one}::text as one, ${two}::text as two, ${three}::text as three`)
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
  await expectSameRows(statement)
})

test('several rows, in their order, and none', async () => {
  const rows = sql`select number, case when number % 2 = 0 then 'even' end as text from generate_series(1, 5) as number`
  await expectSameRows(sql`${rows} order by number desc`)
  await expectSameRows(sql`${rows} limit 0`)
})
