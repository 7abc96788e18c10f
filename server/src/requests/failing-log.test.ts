// Whatever happens to the log, requests are answered as usual, and the backlog stays bounded.
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase, useService } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { until } from '../../tests/harness/until.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { registry } from '../metrics.ts'
import { createRequestLog } from './request-log.ts'

const database = await useDatabase()
const maxRows = 10
let transactions = 0
let whileWriting: () => Promise<void> = async () => {}
let warnings: string[] = []
const counted: Db = {
  ...database.db,
  async transaction(work) {
    transactions += 1
    await whileWriting()
    return database.db.transaction(work)
  },
}
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
const requestLog = createRequestLog(
  { db: counted, clock: Date.now, log },
  { maxRows, maxCounters: 6, flushEveryMs: 3_600_000, flushAtRows: 5, lockWaitMs: 50, warnEveryMs: 0 },
)
const service = await useService({ db: database.db, requestLog })
const eagerLog = createRequestLog(
  { db: counted, clock: Date.now, log },
  { flushAtCounters: 2, flushEveryMs: 3_600_000 },
)
const busy = await useService({ db: database.db, requestLog: eagerLog })
let client: TestClient
beforeEach(async () => {
  await requestLog.flush()
  await database.db.run(sql`delete from requests`)
  client = await service.aClient()
  warnings = []
})

const droppedSoFar = async (reason: string) => {
  const metric = await registry.getSingleMetric('anden_request_log_dropped_total')?.get()
  return metric?.values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0
}
const rowCount = async () =>
  (await database.db.one(sql<{ count: number }>`select count(*) as count from requests`)).count

async function createAll(count: number) {
  for (let i = 0; i < count; i++) {
    const { status } = await client.portal.post('/destinatarios', { name: `Vinoteca ${i}` })
    expect(status).toBe(201)
  }
}

test('a request costs the log no statement; a batch is one transaction', async () => {
  transactions = 0
  await createAll(4)
  expect(transactions).toBe(0)
  await requestLog.flush()
  expect([transactions, await rowCount()]).toEqual([1, 4])
  await requestLog.flush()
  expect(transactions).toBe(1)
})

test('what comes in while a batch is written waits for the next one', async () => {
  transactions = 0
  await createAll(1)
  whileWriting = () => createAll(1)
  await requestLog.flush()
  expect([transactions, await rowCount()]).toEqual([1, 1])
  whileWriting = async () => {}
  await requestLog.flush()
  expect([transactions, await rowCount()]).toEqual([2, 2])
})

test('a full batch is written without waiting for its time', async () => {
  await createAll(5)
  // It has started by itself; this waits for its end.
  await requestLog.flush()
  expect(await rowCount()).toBe(5)
})

test('full counters are written without waiting, too', async () => {
  transactions = 0
  const { portal } = await busy.aClient()
  expect((await portal.get('/stock')).status).toBe(200)
  await until('its two counters are written', () => transactions === 1)
})

test('while a table is locked, requests are answered, and what exceeds the buffer is dropped and counted', async () => {
  const before = await droppedSoFar('full')
  const locking = await database.db.connect()
  await locking.query('begin')
  await locking.query('lock table requests in access exclusive mode')
  await createAll(maxRows + 15)
  await requestLog.flush()
  expect(await droppedSoFar('full')).toBe(before + 15)
  expect(warnings.some((line) => line.includes('requests were not logged'))).toBe(true)
  await locking.query('rollback')
  await locking.end()
  await requestLog.flush()
  expect(await rowCount()).toBe(maxRows)
  // The counts are complete, whether they fall into one hour or two.
  const { ok } = await database.db.one(sql<{ ok: number }>`
    select sum(ok)::int as ok from request_hours where key_id = ${client.keyId}`)
  expect(ok).toBe(maxRows + 15)
})

test('if a table cannot be written, requests are answered, and the batch is dropped and counted', async () => {
  const before = await droppedSoFar('failed')
  await database.db.run(sql`alter table requests rename to requests_gone`)
  await createAll(3)
  await requestLog.flush()
  await database.db.run(sql`alter table requests_gone rename to requests`)
  expect(await droppedSoFar('failed')).toBeGreaterThanOrEqual(before + 3)
  await createAll(1)
  await requestLog.flush()
  expect(await rowCount()).toBe(1)
})

test('counters are bounded, too', async () => {
  const before = await droppedSoFar('full')
  const clients = [client]
  while (clients.length < 8) clients.push(await service.aClient())
  for (const one of clients) expect((await one.portal.get('/orders')).status).toBe(200)
  // Two counters for each client: one for its key, one for its reads.
  expect(await droppedSoFar('full')).toBe(before + 5)
  await requestLog.flush()
  const { count } = await database.db.one(sql<{ count: number }>`
    select count(*) as count from request_hours where key_id = any(${clients.map(({ keyId }) => keyId)}::uuid[])`)
  expect(count).toBe(3)
})

test('the warning about dropped requests is rate-limited', async () => {
  const lines: string[] = []
  const quiet = createRequestLog(
    { db: database.db, clock: () => 0, log: pino({}, { write: (line: string) => void lines.push(line) }) },
    { maxRows: 0, flushEveryMs: 3_600_000 },
  )
  for (let i = 0; i < 100; i++) quiet.record({} as never)
  expect(lines).toHaveLength(1)
  await quiet.close()
})
