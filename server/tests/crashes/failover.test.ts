// The primary dies while orders are written, and its synchronous standby takes over: the service finds it by itself, and
// nothing that was acknowledged is lost or created twice.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { createDb } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { anden, serve } from '../harness/command.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { startReceiver } from '../harness/receiver.ts'
import { startReplicatedDatabase } from '../harness/replicated-database.ts'
import { accessTo } from '../harness/service-process.ts'
import { until } from '../harness/until.ts'
import { aWarehouse, order } from '../harness/warehouse.ts'

const writers = 8

const dataDir = await mkdtemp(join(tmpdir(), 'anden-failover-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const replicated = await startReplicatedDatabase()
afterAll(() => replicated.stop())
await replicated.createDatabase('anden')
const receiver = await startReceiver()
afterAll(() => receiver.stop())
const settings = {
  DATABASE_URL: replicated.urlOf('anden'),
  SECRET_KEY: '0123456789abcdef0123456789abcdef',
  DATA_DIR: dataDir,
  WEBHOOK_ALLOW_PRIVATE: 'true',
}
const server = await serve(settings)
afterAll(() => server.end('SIGTERM'))
const db = createDb({ url: settings.DATABASE_URL, maxConnections: 2 })
afterAll(() => db.close())

const warehouse = await aWarehouse(accessTo(server.url, db))

test('after a failover the service writes to the new primary, and every acknowledged order exists once', async () => {
  const client = await warehouse.aStockedClient(100_000)
  await client.portal.post('/webhooks', { url: receiver.url, events: ['order.created'] })
  const acknowledged: string[] = []
  const refusals: { status: number; retryAfter: string | null }[] = []
  let isDone = false

  /** Uses one key until the order is acknowledged, as the documentation advises. */
  async function writeOrders(): Promise<void> {
    while (!isDone) {
      const key = uuidv7()
      for (;;) {
        const { status, body, headers: answered } = await order(client, 1, {}, key)
        if (status === 201) {
          acknowledged.push(body.id)
          break
        }
        refusals.push({ status, retryAfter: answered.get('retry-after') })
      }
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, writeOrders))
  await until('orders are written', () => acknowledged.length >= 40)

  await replicated.primary.kill()
  const before = acknowledged.length
  await until('requests are refused', () => refusals.length >= writers)
  await replicated.promote()
  await until('orders are written again', () => acknowledged.length >= before + 40)
  isDone = true
  await writing

  for (const { status, retryAfter } of refusals) {
    expect(status).toBe(503)
    expect(retryAfter).toMatch(/^[1-9]\d*$/)
  }
  const stored = await db.rows(sql<{ id: string }>`select id from orders where client_id = ${client.id}`)
  expect(stored.map(({ id }) => id).sort()).toEqual([...acknowledged].sort())
  await expectInvariants(db)
  const created = sql<{ id: string; status: string }>`
    select d.event_id as id, d.status from deliveries d where d.client_id = ${client.id}`
  await until('all are delivered', async () => {
    const deliveries = await db.rows(created)
    return (
      deliveries.length >= acknowledged.length && deliveries.every(({ status }) => status === 'succeeded')
    )
  })
  expect(server.exitCode()).toBeUndefined()
})

test('a command finds the new primary, too', async () => {
  const { code, stdout, stderr } = await anden(['client', 'list', '--json'], settings)
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toHaveLength(1)
})
