// Statements that are sent together have one Sync. Whatever fails among them, each gets its own answer, and the connection can
// still be used.
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '../testing/prologue.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { createDb } from './pool.ts'
import { raw, sql } from './sql.ts'

const database = await useDatabase()
/** One connection, so that a wrong answer would meet the next statement. */
const db = createDb({ url: database.db.directUrl, maxConnections: 1 })
afterAll(() => db.close())
await db.run(sql`create table unique_later (id int unique deferrable initially deferred)`)

const number = (n: number) => sql<{ n: number }>`select ${n}::int as n`
const divided = (by: number) => sql<{ n: number }>`select 6 / ${by}::int as n`
const sessionId = async () => (await db.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid

test('those before the one that fails have their rows, those behind it say that they were skipped', async () => {
  const pid = await sessionId()
  const outcomes: unknown[] = []
  const failing = db.transaction(async (tx) => {
    const sent = [number(1), divided(0), number(3), divided(2)].map((one) => tx.rows(one))
    for (const { status, ...outcome } of await Promise.allSettled(sent)) outcomes.push(outcome)
    await sent[1]
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(outcomes).toMatchObject([
    { value: [{ n: 1 }] },
    { reason: { code: '22012' } },
    { reason: { code: '25P02' } },
    { reason: { code: '25P02' } },
  ])
  expect(await db.one(divided(2))).toEqual({ n: 3 })
  expect(await sessionId()).toBe(pid)
})

test('a statement that was to be prepared in what was skipped is prepared at its next use', async () => {
  const fresh = (n: number) => sql`select ${n}::int as fresh_after_an_error`
  const failing = db.transaction((tx) => Promise.all([tx.rows(divided(0)), tx.rows(fresh(1))]))
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await db.transaction((tx) => tx.rows(fresh(2)))).toEqual([{ fresh_after_an_error: 2 }])
})

test('if PostgreSQL ends the session, all of the rest report that the database is unavailable', async () => {
  const outcomes: unknown[] = []
  const failing = db.transaction(async (tx) => {
    const sent = [number(1), sql`select pg_terminate_backend(pg_backend_pid())`, number(3)].map((one) =>
      tx.rows(one),
    )
    for (const outcome of await Promise.allSettled(sent)) outcomes.push(outcome)
    await sent[2]
  })
  expect(isDatabaseUnavailable(await failing.catch((error: unknown) => error))).toBe(true)
  const reasons = outcomes.slice(1).map((outcome) => (outcome as PromiseRejectedResult).reason)
  expect(reasons.map(isDatabaseUnavailable)).toEqual([true, true])
  expect(await db.one(number(6))).toEqual({ n: 6 })
})

test('what fails at the commit is thrown, and the next transaction works', async () => {
  const failing = db.transaction(async (tx) => {
    tx.pipeline(sql`insert into unique_later values (1), (1)`)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await db.transaction((tx) => tx.rows(number(4)))).toEqual([{ n: 4 }])
})

test('work that throws before anything was sent leaves nothing open', async () => {
  const failing = db.transaction(() => {
    throw new Error('at once')
  })
  await expect(failing).rejects.toThrow('at once')
  expect(await db.one(sql`select pg_current_xact_id_if_assigned() is null as idle`)).toEqual({ idle: true })
})

test('a value that cannot be sent fails its transaction, and costs at most the connection', async () => {
  const unsendable = {
    toPostgres() {
      throw new Error('not for the database')
    },
  }
  const failing = db.transaction((tx) =>
    Promise.all([tx.rows(number(1)), tx.rows(sql`select ${unsendable}::text`), tx.rows(number(2))]),
  )
  await expect(failing).rejects.toThrow()
  expect(await db.one(number(5))).toEqual({ n: 5 })
})

test('a transaction that waits for nothing is two round trips, one to begin and one to the commit', async () => {
  let roundTrips = 0
  const counted = createDb({
    url: database.db.directUrl,
    maxConnections: 1,
    onConnect(client) {
      const { connection } = client as unknown as { connection: { sync(): void } }
      const sync = connection.sync.bind(connection)
      connection.sync = () => {
        roundTrips += 1
        sync()
      }
    },
  })
  await counted.rows(number(1))
  roundTrips = 0
  await counted.transaction(async (tx) => {
    for (const n of [1, 2, 3]) tx.pipeline(number(n))
  })
  expect(roundTrips).toBe(2)
  await counted.close()
})

test('each of many statements gets its own answer, whatever fails between them', async () => {
  let state = 7
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  for (let round = 0; round < 60; round++) {
    const wanted = Array.from({ length: 1 + random(6) }, () => random(100))
    const failsAt = random(3) === 0 ? random(wanted.length) : -1
    const pause = random(4)
    const running = db.transaction(async (tx) => {
      const rows = await Promise.all(
        wanted.map(async (n, index) => {
          if (index > 0 && pause === 0) await tx.flush()
          // Of different texts, some of which are prepared here for the first time.
          const statement =
            index === failsAt ? divided(0) : sql`select ${n}::int as n ${raw(`/* ${n % 17} */`)}`
          return (await tx.rows(statement))[0]
        }),
      )
      return rows.map((row) => (row as { n: number }).n)
    })
    if (failsAt < 0) expect(await running).toEqual(wanted)
    else await expect(running).rejects.toMatchObject({ code: '22012' })
  }
})
