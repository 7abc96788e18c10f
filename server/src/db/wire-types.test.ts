import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { sql } from './sql.ts'

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
