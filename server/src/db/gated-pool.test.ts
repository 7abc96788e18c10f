// Pages are read few at a time, and slow ones hold up no others.
import { expect, test } from 'vitest'
import { useDatabase } from '../testing/prologue.ts'
import { sql } from './sql.ts'

const { db } = await useDatabase({ maxConnections: 20 })

test('at most six pages are read at a time', async () => {
  const running = sql<{ count: number }>`
    select count(*)::int as count from pg_sleep(0.02), pg_stat_activity
    where datname = current_database() and state = 'active'`
  const counts = await Promise.all(
    Array.from({ length: 40 }, async () => (await db.pages.one(running)).count),
  )
  expect(Math.max(...counts)).toBeLessThanOrEqual(6)
})

test('pages that hang do not hold up others', async () => {
  const ended: string[] = []
  const read = async (name: string, seconds: number) => {
    await db.pages.rows(sql`select pg_sleep(${seconds})`)
    ended.push(name)
  }
  const hanging = Array.from({ length: 6 }, () => read('hanging', 2))
  await read('quick', 0)
  expect(ended).toEqual(['quick'])
  await Promise.all(hanging)
})

test('a page that fails makes room for the next', async () => {
  const failing = Array.from({ length: 20 }, () => db.pages.rows(sql`select 1 / ${0}::int`))
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await db.pages.one(sql`select 7 as value`)).toEqual({ value: 7 })
})
