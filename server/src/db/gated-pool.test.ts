// Pages are read few at a time, and slow ones hold up no others.
import type pg from 'pg'
import { expect, test } from 'vitest'
import { useDatabase } from '../testing/prologue.ts'
import { gatedPool } from './gated-pool.ts'
import { sql } from './sql.ts'

const { db } = await useDatabase({ maxConnections: 20 })

test('no more connections than allowed are in use at a time', async () => {
  let inUse = 0
  let most = 0
  const connection = () => {
    inUse += 1
    most = Math.max(most, inUse)
    const release = () => {
      inUse -= 1
    }
    return { release } as unknown as pg.PoolClient
  }
  const unused = () => Promise.reject(new Error('not used here'))
  const pool = { acquire: async () => connection(), abandon: unused, end: unused, destroy: unused }
  const gated = gatedPool(pool, { maxInFlight: 6, slowAfterMs: 3_600_000 })
  const uses = Array.from({ length: 40 }, async () => {
    const acquired = await gated.acquire()
    await new Promise(setImmediate)
    acquired.release()
  })
  await Promise.all(uses)
  expect([most, inUse]).toEqual([6, 0])
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
