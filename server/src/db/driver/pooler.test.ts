// The service behind PgBouncer in transaction mode, with fewer sessions than it has connections, so that the statements of
// one connection run in different sessions.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { andenJson, type Settings, serve } from '../../../tests/harness/command.ts'
import { commandsInOneProcess } from '../../../tests/harness/commands-in-one-process.ts'
import { emptyDatabase } from '../../../tests/harness/database.ts'
import { scratch } from '../../../tests/harness/embedded/trial.ts'
import { expectInvariants } from '../../../tests/harness/invariants.ts'
import { clearAfterFile } from '../../../tests/harness/left-over.ts'
import { bearer, listen } from '../../../tests/harness/live-client.ts'
import { isPgBouncerMissing, startPgBouncer } from '../../../tests/harness/pgbouncer.ts'
import { useReceiver } from '../../../tests/harness/prologue.ts'
import { expectOnly, race, tally, times } from '../../../tests/harness/race.ts'
import { accessTo } from '../../../tests/harness/service-process.ts'
import { until } from '../../../tests/harness/until.ts'
import { aWarehouse, order } from '../../../tests/harness/warehouse.ts'
import { portalPrefix } from '../../app/routes.ts'
import { enqueue } from '../../mail/queue.ts'
import { createDb } from '../database.ts'
import { sql } from '../sql.ts'

const missing = isPgBouncerMissing()
if (missing) process.stderr.write('pgbouncer not found: apt-get install pgbouncer\n')

const sessions = 3
const SECRET_KEY = '0123456789abcdef0123456789abcdef'
const anden = commandsInOneProcess()
const receiver = await useReceiver()
const empty = await emptyDatabase()
afterAll(() => empty.drop())

async function pooled(options: Parameters<typeof startPgBouncer>[1] = {}, directUrl = empty.directUrl) {
  const pooler = await startPgBouncer(directUrl, { poolSize: sessions, ...options })
  clearAfterFile(() => pooler.stop())
  return {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: directUrl,
    SECRET_KEY,
    DATA_DIR: join(await scratch(), 'data'),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
}

/** On a busy machine, three sessions may let a request wait for longer than its time-out. It is then told to come back. */
async function orderPersistently(client: Parameters<typeof order>[0]) {
  const key = uuidv7()
  for (;;) {
    const answer = await order(client, 1, {}, key)
    if (answer.status !== 503) return answer
  }
}

describe.skipIf(missing)('behind PgBouncer', () => {
  test('migrations, racing writes, webhooks, live streams and jobs work with fewer sessions than connections', async () => {
    const settings = await pooled()
    const server = await serve(settings)
    const db = createDb({ url: settings.DATABASE_URL, directUrl: settings.DATABASE_DIRECT_URL })
    const access = accessTo(server.url, db)
    const warehouse = await aWarehouse(access)
    const client = await warehouse.aStockedClient(20)
    await client.portal.post('/webhooks', { url: receiver.url, events: ['order.created'] })
    const live = await listen(server.url + portalPrefix, bearer(client.token))

    const answers = await race(times(40, () => () => orderPersistently(client)))
    expectOnly(answers, ['201', '422 orders/insufficient-stock'])
    expect(tally(answers)['201']).toBe(20)
    const reads = await Promise.all(times(40, () => client.portal.get('/orders?limit=50')))
    for (const { status, body } of reads) {
      expect(status).toBe(200)
      expect(body.data).toHaveLength(20)
    }
    await live.heard('orders')
    await live.leave()
    await receiver.arrived(20)
    await expectInvariants(db)

    const mail = { to: 'ana@bodega.example', subject: 'Andén', text: 'a job of the queue', aboutClient: null }
    await db.transaction((tx) => enqueue(tx, 'mail', mail))
    const mails = () => readdir(join(settings.DATA_DIR, 'mail')).catch(() => [])
    await until('the mail is sent', async () => (await mails()).length > 0)
    expect((await db.one(pooledSessions)).count).toBeLessThanOrEqual(sessions)
    expect(await andenJson(['doctor'], settings, anden)).toContainEqual({
      check: 'pooler',
      ok: true,
      warning: false,
      detail: 'transaction mode; both addresses lead to the same database',
    })
    await db.close()
    expect(await server.end('SIGTERM')).toBe(0)
  })

  test('a pooler in the wrong mode is reported by doctor, and refused where nothing works', async () => {
    const bySession = await doctor(await pooled({ mode: 'session' }))
    expect(bySession).toContain('WARN  pooler    every connection of DATABASE_URL keeps a session of its own')
    const byStatement = await pooled({ mode: 'statement' })
    const line =
      /^anden: the pooler of DATABASE_URL \(.*\) is in statement mode: set pool_mode = transaction\n$/
    expect((await anden(['client', 'list'], byStatement)).stderr).toMatch(line)
  })

  test('two addresses of different databases are refused', async () => {
    const other = await emptyDatabase()
    const settings = { ...(await pooled()), DATABASE_DIRECT_URL: other.directUrl }
    const { code, stderr } = await anden(['migrate'], settings)
    expect(stderr).toMatch(
      /^anden: DATABASE_URL \(.*\) and DATABASE_DIRECT_URL \(.*\) lead to different databases[^\n]*\n$/,
    )
    expect(code).toBe(1)
    await other.drop()
  })

  test.each([
    ['refuses', '', /is reached through a pooler: set DATABASE_DIRECT_URL/],
    ['drops', 'options', /a pooler that drops the settings of a session: set DATABASE_DIRECT_URL/],
  ])(
    'without the direct address, a pooler that %s the settings of a session is refused in one line',
    async (_, ignores, line) => {
      const settings = { ...(await pooled({ ignores })), DATABASE_DIRECT_URL: '' }
      const { code, stderr } = await anden(['client', 'list'], settings)
      expect(stderr).toMatch(line)
      expect(stderr).toMatch(/^anden: [^\n]+\n$/)
      expect(code).toBe(1)
    },
  )
})

const doctor = async (settings: Settings) => (await anden(['doctor'], settings)).stdout
const pooledSessions = sql<{ count: number }>`
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name = 'anden' and query not like 'listen%'`
