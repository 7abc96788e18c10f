// kill -9 of one of two processes, again and again, while both issue egresos over the ends of small books. A number is never used
// twice, and none is left out: that of a request that was cut off is taken by the next one, or belongs to its repetition.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { openBusiness } from '../harness/business.ts'
import { type ServerProcess, serve } from '../harness/command.ts'
import { cloneDatabase, type TestDatabase } from '../harness/database.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { outcome, times } from '../harness/race.ts'
import { sizes } from '../harness/sizes.ts'

const egresos = sizes.writesUnderKills / 3
const numbersPerBook = 7

let database: TestDatabase
let dataDir: string
let victim: ServerProcess
let survivor: ServerProcess
/** Resolves when the victim accepts requests. */
let standing: Promise<unknown> = Promise.resolve()

const startServer = () =>
  serve({
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: dataDir,
  })

beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 4 })
  dataDir = await mkdtemp(join(tmpdir(), 'anden-killed-at-end-'))
  ;[victim, survivor] = await Promise.all([startServer(), startServer()])
})
afterAll(async () => {
  await Promise.all([victim.end('SIGKILL'), survivor.end('SIGKILL')])
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test(`${sizes.kills} times kill -9 in ${egresos} egresos over the ends of books: each number is on one egreso`, async () => {
  let asked = 0
  const business = await openBusiness(
    database.db,
    async (send) => {
      const isForVictim = ++asked % 2 === 0
      for (let attempts = 1; ; attempts++) {
        if (isForVictim) await standing
        const answer = await send(isForVictim ? victim.url : survivor.url).catch(() => null)
        if (answer && answer.status < 500) return { answer, attempts }
        if (answer) expect(answer.status, answer.text).toBe(503)
      }
    },
    ['read:stock'],
  )
  const { staff } = business
  const [client] = business.clients
  const cai = { point_of_sale: 3, cai: '71234567890123', cai_expires_on: '2099-12-31' }
  let books = 0
  const enterNext = () => {
    const from = books++ * numbersPerBook + 1
    return staff((api) => api.post('/remito-books', { ...cai, from, to: from + numbersPerBook - 1 }))
  }
  expect((await enterNext()).answer.status).toBe(201)

  const issued: string[] = []
  let entering: Promise<unknown> | null = null
  const issue = async () => {
    for (;;) {
      // A refusal is stored under its key, so the next try has another one.
      const key = { 'idempotency-key': uuidv7() }
      const items = [{ product_id: client?.products[0], quantity: 1 }]
      const body = { client_id: client?.id, type: 'egreso', items }
      const { answer } = await staff((api) => api.post('/remitos', body, key))
      if (answer.status === 201) return void issued.push(answer.body.remito_number[0])
      expect(outcome(answer)).toBe('409 remitos/no-active-book')
      entering ??= enterNext().finally(() => {
        entering = null
      })
      await entering
    }
  }
  const moments = times(sizes.kills, (index) => Math.floor(((index + 1) * egresos) / (sizes.kills + 1)))
  let begun = 0
  await Promise.all(
    times(12, async () => {
      while (begun < egresos) {
        if (moments.includes(++begun)) {
          standing = standing.then(async () => {
            await victim.end('SIGKILL')
            victim = await startServer()
          })
        }
        await issue()
      }
    }),
  )
  await standing

  const stored = await database.db.rows(sql<{ number: string }>`
    select remito_number[1] as number from remitos where type = 'egreso' order by 1`)
  const numbers = stored.map(({ number }) => number)
  expect(numbers).toEqual(times(numbers.length, (index) => `R 00003-${String(index + 1).padStart(8, '0')}`))
  expect(issued.sort()).toEqual(numbers)
  await expectInvariants(database.db)
}, 180_000)
