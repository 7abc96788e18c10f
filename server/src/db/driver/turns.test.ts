// How many transactions and statements use the database at a time, and which of them no longer count.
import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../tests/harness/prologue.ts'
import { createDb } from '../database.ts'
import { sql } from '../sql.ts'
import { trustedPool } from './trusted-pool.ts'
import { openTurns } from './turns.ts'

const database = await useDatabase()
/** Not through a pooler, which may have fewer connections. */
const db = createDb({ url: database.db.directUrl, maxConnections: 12 })
afterAll(() => db.close())

test('so many run at a time, in the order in which they were asked for', async () => {
  const turns = openTurns({ maxInFlight: 10, slowAfterMs: 60_000 })
  let running = 0
  let most = 0
  const begun: number[] = []
  const all = Array.from({ length: 40 }, async (_, index) => {
    const end = await turns.take()
    begun.push(index)
    running += 1
    most = Math.max(most, running)
    await sleep(index % 3)
    running -= 1
    end()
  })
  await Promise.all(all)
  expect(most).toBe(10)
  expect(begun).toEqual(Array.from({ length: 40 }, (_, index) => index))
})

test('what takes long keeps nobody waiting, while the pool has connections', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = Array.from({ length: 11 }, () =>
    db.transaction(async (tx) => {
      await tx.rows(sql`select 1`)
      await released
    }),
  )
  expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 })
  release()
  await Promise.all(held)
})

test('a turn ends if no connection was to be had', async () => {
  const turns = openTurns({ maxInFlight: 1, slowAfterMs: 60_000 })
  const nowhere = trustedPool(new pg.Pool({ host: '127.0.0.1', port: 1 }), { turns, onConnect: () => {} })
  const attempts = [nowhere.acquire(), nowhere.acquire()]
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await nowhere.end()
})

test('one that no longer counts gives no second turn when it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const turns = openTurns({ maxInFlight: 1, slowAfterMs: 50 })
    const endSlow = await turns.take()
    const waiting = turns.take()
    vi.advanceTimersByTime(50)
    const endNext = await waiting
    let isGiven = false
    const last = turns.take().then(() => {
      isGiven = true
    })
    endSlow()
    await nextLoop()
    expect(isGiven).toBe(false)
    endNext()
    await last
  } finally {
    vi.useRealTimers()
  }
})
