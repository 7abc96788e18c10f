import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staffScopes } from '@anden/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { serve } from '../../tests/harness/command.ts'
import { caller } from '../../tests/harness/http.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { processSettings } from '../../tests/harness/service-process.ts'
import { until } from '../../tests/harness/until.ts'
import { backofficePrefix } from '../app/routes.ts'
import { sql } from '../db/sql.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'
import { listenForWakes, notifyOthers } from './hand-over.ts'

const log = pino({ level: 'silent' })
const receiver = await useReceiver()
const webhooks = await useWebhooks()

/** Counts notifications on the channel that workers listen on. */
async function listening() {
  const connection = await webhooks.db.connect()
  const wakeups = { count: 0, stop: () => connection.end() }
  connection.on('notification', () => {
    wakeups.count += 1
  })
  await connection.query('listen anden_deliveries')
  return wakeups
}

const listeners = sql<{ pid: number }>`
  select pid from pg_stat_activity
  where datname = current_database() and query = 'listen anden_deliveries' and pid <> pg_backend_pid()`

test('a commit in a process that serves only the API wakes workers in others by NOTIFY', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anden-wake-'))
  const client = await webhooks.aSubscriber(receiver.url)
  const quiet = await webhooks.service.aClient()
  const { token } = await issueStaffKey(webhooks.db, { name: 'ERP', scopes: staffScopes })
  const wakeups = await listening()
  const server = await serve(processSettings(webhooks.service, dataDir), ['--roles', 'api'])
  const staff = caller(server.url + backofficePrefix, token)
  const payment = { amount: 1, payment_method: 'qr' }
  // No endpoint subscribes to this event, so no worker is woken.
  await staff.post('/payments', { client_id: quiet.id, ...payment })
  await staff.post('/payments', { client_id: client.id, ...payment })
  await until('a notification arrives', () => wakeups.count > 0)
  expect(wakeups.count).toBe(1)
  await server.end('SIGTERM')
  await wakeups.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a thousand concurrent commits are coalesced into a few notifications, the last one after the last commit', async () => {
  const { db } = webhooks.service
  const wakeups = await listening()
  const notify = notifyOthers({ db, log })
  for (let i = 0; i < 1_000; i++) notify()
  await until('a notification arrives', () => wakeups.count >= 2)
  notify()
  await until('another notification arrives', () => wakeups.count >= 3)
  expect(wakeups.count).toBe(3)
  await wakeups.stop()
})

test('a worker that loses its LISTEN connection polls until it has reconnected', async () => {
  const { db } = webhooks.service
  const client = await webhooks.aSubscriber(`${receiver.url}/cut`)
  const worker = webhooks.aWorker()
  let woken = 0
  const wakes = listenForWakes({ db, log }, () => {
    woken += 1
    worker.wake()
  })
  await until('the worker listens', async () => (await db.rows(listeners)).length === 1)
  const [first] = await db.rows(listeners)
  await db.rows(sql`select pg_terminate_backend(${first?.pid}::int)`)
  const before = receiver.received.length
  await webhooks.pay(client)
  await receiver.arrived(before + 1)
  await until('the worker listens again', async () => {
    const now = await db.rows(listeners)
    return now.length === 1 && now[0]?.pid !== first?.pid
  })
  const wokenBefore = woken
  notifyOthers({ db, log })()
  await until('the worker is woken', () => woken > wokenBefore)
  await wakes.stop()
  expect(await db.rows(listeners)).toEqual([])
  await worker.stop()
})
