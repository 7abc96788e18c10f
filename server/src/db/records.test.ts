// Rows read as records are the rows that the driver returns.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

const database = await useDatabase({ maxConnections: 2 })

const read = async (statement: ReturnType<typeof sql<{ value: unknown }>>) =>
  (await database.db.one(statement)).value

describe('off the wire', () => {
  test.each([
    ['2026-11-02T13:45:10Z', '2026-11-02T13:45:10.000Z'],
    ['2026-11-02T13:45:10.2Z', '2026-11-02T13:45:10.200Z'],
    ['2026-11-02T13:45:10.25Z', '2026-11-02T13:45:10.250Z'],
    ['2026-11-02T13:45:10.257Z', '2026-11-02T13:45:10.257Z'],
    ['2026-11-02T00:00:00-03:00', '2026-11-02T03:00:00.000Z'],
    ['1999-12-31T23:59:59.999Z', '1999-12-31T23:59:59.999Z'],
  ])('the timestamp %s is %s', async (given, expected) => {
    expect(await read(sql`select ${given}::timestamptz(3) as value`)).toBe(expected)
  })

  test('any timestamp is what a Date would print', async () => {
    const dates = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(dates, async (date) => {
        expect(await read(sql`select ${date.toISOString()}::timestamptz(3) as value`)).toBe(
          date.toISOString(),
        )
      }),
    )
  })

  test('a date stays the day that it is', async () => {
    expect(await read(sql`select '2026-11-02'::date as value`)).toBe('2026-11-02')
  })

  test('a numeric is the number it was, to the last of its 15 digits', async () => {
    expect(await read(sql`select 999999999999.999::numeric(15, 3) as value`)).toBe(999_999_999_999.999)
    expect(await read(sql`select 120::numeric(15, 3) as value`)).toBe(120)
    const thousandths = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
    await fc.assert(
      fc.asyncProperty(thousandths, async (count) => {
        const text = `${count < 0 ? '-' : ''}${Math.floor(Math.abs(count) / 1000)}.${String(Math.abs(count) % 1000).padStart(3, '0')}`
        expect(await read(sql`select ${text}::numeric(15, 3) as value`)).toBe(Number(text))
      }),
    )
  })

  test('a bigint is a number, and null stays null', async () => {
    expect(await read(sql`select 9007199254740991::bigint as value`)).toBe(9_007_199_254_740_991)
    expect(await read(sql`select null::timestamptz as value`)).toBeNull()
    expect(await read(sql`select null::numeric as value`)).toBeNull()
  })
})
