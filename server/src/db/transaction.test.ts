// Statements of a transaction are sent without waiting for each other. Whatever fails among them, nothing of it is committed, each gets
// its own answer, and the next transaction works.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { createDb } from './database.ts'
import { raw, sql } from './sql.ts'
import type { Transaction } from './transaction.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const database = await useDatabase()
/** One connection, so that a wrong answer would meet the next statement. */
const db = createDb({ url: database.db.directUrl, maxConnections: 1 })
afterAll(() => db.close())
await db.run(sql`create table notes (n int)`)
await db.run(sql`create table unique_later (id int unique deferrable initially deferred)`)

const number = (n: number) => sql<{ n: number }>`select ${n}::int as n`
const divided = (by: number) => sql<{ n: number }>`select 6 / ${by}::int as n`
const sessionId = async () => (await db.one(sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid

test('those before the one that fails have their rows, those behind it say that the transaction has failed', async () => {
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

test('a statement that was to be prepared in a transaction that had failed is prepared at its next use', async () => {
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

const unsendable = {
  toPostgres() {
    throw new Error('not for the database')
  },
}
const noted = (n: number) => sql`insert into notes values (${n})`
const notes = async () =>
  (await db.rows(sql<{ n: number }>`select n from notes order by n`)).map(({ n }) => n)

describe('a value that cannot be sent never lets the commit through', () => {
  /** A connection on which no other test has failed. */
  function newConnection() {
    const fresh = createDb({ url: database.db.directUrl, maxConnections: 1 })
    onTestFinished(() => fresh.close())
    return fresh
  }

  test.each<[string, (tx: Transaction) => unknown]>([
    ['a statement that is waited for', (tx) => tx.run(sql`insert into notes select ${unsendable}::int`)],
    ['one that nobody waits for', (tx) => tx.pipeline(sql`insert into notes select ${unsendable}::int`)],
    [
      'one among others that are sent together',
      (tx) => Promise.all([tx.run(noted(2)), tx.run(sql`select ${unsendable}::text`), tx.run(noted(3))]),
    ],
    [
      'one that was prepared before',
      async (tx) => {
        await tx.run(sql`select ${'sendable'}::text`)
        tx.pipeline(sql`select ${unsendable}::text`)
      },
    ],
  ])('in %s', async (_, send) => {
    const fresh = newConnection()
    const failing = fresh.transaction(async (tx) => {
      tx.pipeline(noted(1))
      await send(tx)
      tx.pipeline(noted(4))
    })
    await expect(failing).rejects.toThrow('not for the database')
    expect(await notes()).toEqual([])
    expect(await fresh.rows(sql`select ${'sent'}::text as text`)).toEqual([{ text: 'sent' }])
  })

  test('and outside of a transaction it costs no more than the connection', async () => {
    const fresh = newConnection()
    await expect(fresh.rows(sql`select ${unsendable}::text`)).rejects.toThrow('not for the database')
    expect(await fresh.one(number(5))).toEqual({ n: 5 })
  })

  test('not even if its error is caught', async () => {
    const failing = newConnection().transaction(async (tx) => {
      tx.pipeline(noted(1))
      await tx.run(sql`select ${unsendable}::text`).catch(() => undefined)
    })
    await expect(failing).rejects.toThrow()
    expect(await notes()).toEqual([])
  })
})

describe('if the transaction cannot begin, nothing is committed', () => {
  /** What is sent on connections on which `begin` becomes another statement. */
  function whereBeginFails(instead: string) {
    const sent: string[] = []
    const failing = createDb({
      url: database.db.directUrl,
      maxConnections: 1,
      onConnect(connection) {
        const query = connection.query.bind(connection) as (...given: unknown[]) => unknown
        connection.query = ((given: { text: string }, ...rest: unknown[]) => {
          const text = given.text === 'begin' ? instead : given.text
          sent.push(text)
          return query(text === instead ? { text } : given, ...rest)
        }) as typeof connection.query
      },
    })
    onTestFinished(() => failing.close())
    return { failing, sent }
  }

  test('because nothing that writes is sent before PostgreSQL has begun it', async () => {
    const { failing, sent } = whereBeginFails('begin isolation level none')
    const transaction = failing.transaction(async (tx) => {
      tx.pipeline(noted(1))
      await tx.run(noted(2))
    })
    await expect(transaction).rejects.toMatchObject({ code: '42601' })
    expect(sent).toEqual(['begin isolation level none', expect.stringContaining('select now()'), 'rollback'])
    expect(await notes()).toEqual([])
  })

  test('nor if the session ends there', async () => {
    const { failing } = whereBeginFails('select pg_terminate_backend(pg_backend_pid())')
    const transaction = failing.transaction(async (tx) => tx.pipeline(noted(1)))
    expect(isDatabaseUnavailable(await transaction.catch((error: unknown) => error))).toBe(true)
    expect(await notes()).toEqual([])
  })
})

test('a transaction that has ended sends nothing more, which would be committed by itself', async () => {
  const [late, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sentLate = async (tx: Transaction) => {
    await late.promise
    await tx.run(noted(5))
  }
  let sending: Promise<void> | undefined
  const failing = db.transaction(async (tx) => {
    sending = sentLate(tx)
    await tx.rows(divided(0))
  })
  failing.catch(() => failed.resolve())
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await failed.promise
  late.resolve()
  await expect(sending).rejects.toThrow('the transaction has ended')
  expect(await notes()).toEqual([])
})

test('an error that is caught undoes the transaction all the same', async () => {
  const failing = db.transaction(async (tx) => {
    tx.pipeline(noted(6))
    await tx.rows(divided(0)).catch(() => undefined)
  })
  await expect(failing).rejects.toThrow('rolled back at commit')
  expect(await notes()).toEqual([])
})

test("the time of a transaction is PostgreSQL's, and that of its rows", async () => {
  const seen = await db.transaction(async (tx) => {
    const read = await tx.one(sql<{ time: string }>`select now()::timestamptz(3) as time`)
    return { time: tx.time, read: read.time }
  })
  expect(seen.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(seen.time).toBe(seen.read)
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
          // The texts differ, and some of them are prepared here for the first time.
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
