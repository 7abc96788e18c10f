// The database of a running service crashes, and stays down for a while. The service recovers by itself, with everything
// that was in progress: deliveries, a mail, the queue, the listening connection.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { portalScopes, staffScopes } from '@anden/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import { createDb, type Db } from '../../src/db/database.ts'
import { type EmbeddedCluster, joinCluster } from '../../src/db/embedded/cluster.ts'
import { sql } from '../../src/db/sql.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { type ServerProcess, serve } from '../harness/command.ts'
import { type Caller, caller } from '../harness/http.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'
import { until } from '../harness/until.ts'

let dataDir: string
let mail: Awaited<ReturnType<typeof startMailServer>>
let server: ServerProcess
let cluster: EmbeddedCluster
let db: Db
let staff: Caller
let receiver: Receiver
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anden-restart-'))
  // Open to the account that PostgreSQL runs under when we are root.
  await chmod(dataDir, 0o755)
  mail = await startMailServer()
  server = await serve({
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_PAUSE_AFTER: '1',
    WEBHOOK_TIMEOUT_MS: '60000',
  })
  cluster = await joinCluster({ dataDir })
  db = createDb({ url: cluster.url, maxConnections: 2 })
  const { token } = await issueStaffKey(db, { name: 'ERP', scopes: staffScopes })
  staff = caller(server.url + backofficePrefix, token)
}, 180_000)
afterAll(async () => {
  await db?.close()
  await server?.end('SIGTERM')
  await cluster?.leave()
  await mail?.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  receiver = await startReceiver()
  return () => receiver.stop()
})

async function aSubscriber(url: string) {
  const { id } = await createClient(db, { name: 'Bodega', email: 'b@bodega.example', cuit_dni: null })
  const { token } = await issueApiKey(db, { clientId: id, name: 'test', scopes: portalScopes })
  const portal = caller(server.url + portalPrefix, token)
  const { body } = await portal.post('/webhooks', { url, events: ['payment.received'] })
  /** 0 while the database is down. */
  const delivered = async (): Promise<number> =>
    (await portal.get(`/webhooks/${body.id}/deliveries?status=succeeded`)).body.data?.length
  return { id, delivered }
}

async function pay(client: { id: string }, times = 1) {
  const payment = { client_id: client.id, amount: 1, payment_method: 'qr' }
  for (let i = 0; i < times; i++) expect((await staff.post('/payments', payment)).status).toBe(201)
}

const isGone = (pid: number) =>
  db.rows(sql`select pid from pg_stat_activity where pid = ${pid}`).then(
    (rows) => rows.length === 0,
    () => false,
  )
const noJobs = () =>
  db.rows(sql`select id from graphile_worker._private_jobs`).then(
    (rows) => rows.length === 0,
    () => false,
  )
const listeners = sql`
  select pid from pg_stat_activity where query = 'listen anden_deliveries' and datname = current_database()`

test('PostgreSQL crashes in mid-delivery: what was sent is recorded, and the next is delivered', async () => {
  const client = await aSubscriber(receiver.url)
  const held: (() => void)[] = []
  receiver.respond((_, response) => held.push(() => response.end()))
  await pay(client, 5)
  await receiver.arrived(5)
  // A server process crashes, so the server ends all of them and restarts.
  const { pid } = await db.one(sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'anden' and pid <> pg_backend_pid() limit 1`)
  process.kill(pid, 'SIGKILL')
  for (const answer of held) answer()
  await until('the database is back', () => isGone(pid))
  receiver.respond((_, response) => response.end())
  await until('all are recorded', async () => (await client.delivered()) === 5)
  await pay(client)
  await receiver.arrived(6)
  await until('it listens again', async () => (await db.rows(listeners)).length === 1)
  expect(receiver.received).toHaveLength(6)
  expect(server.exitCode()).toBeUndefined()
})

/** Refuses new connections, and ends the existing ones. */
async function whileAway(work: () => Promise<void>) {
  const { pathname } = new URL(cluster.url)
  const name = pathname.slice(1)
  const url = new URL(cluster.url)
  url.pathname = 'template1'
  const outside = new pg.Client(url.href)
  await outside.connect()
  await outside.query(`alter database ${name} with allow_connections false`)
  await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await work()
  await outside.query(`alter database ${name} with allow_connections true`)
  await outside.end()
}

test('three seconds without a database: a mail and deliveries in progress are recorded, and the next ones are sent', async () => {
  const [broken, well] = [await aSubscriber(`${receiver.url}/broken`), await aSubscriber(receiver.url)]
  const held: (() => void)[] = []
  receiver.respond(({ path }, response) => {
    if (path.endsWith('/broken')) response.writeHead(500).end()
    else held.push(() => response.end())
  })
  mail.hold()
  await pay(broken)
  await pay(well, 5)
  await mail.arrived(1)
  await receiver.arrived(6)
  await whileAway(async () => {
    mail.letGo()
    for (const answer of held) answer()
    await delay(3_000)
  })
  receiver.respond((_, response) => response.writeHead(500).end())
  await until('all are recorded', async () => (await well.delivered()) === 5)
  await until('the mail is ticked off', noJobs)
  expect(mail.mails).toHaveLength(1)
  expect(receiver.received).toHaveLength(6)
  await pay(well)
  await receiver.arrived(7)
  await mail.arrived(2)
  await until('that mail is ticked off too', noJobs)
  expect(server.exitCode()).toBeUndefined()
  expect(mail.mails).toHaveLength(2)
}, 120_000)
