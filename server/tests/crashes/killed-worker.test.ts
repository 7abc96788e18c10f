// kill -9 of a worker at any point of a delivery. Nothing is lost, and only deliveries that were sent but not yet recorded
// are sent again.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staffScopes } from '@anden/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backofficePrefix } from '../../src/app/routes.ts'
import { sql } from '../../src/db/sql.ts'
import { issueStaffKey } from '../../src/identity/issue-keys.ts'
import type { Worker } from '../../src/webhooks/worker.ts'
import { serve } from '../harness/command.ts'
import { caller } from '../harness/http.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'
import { processSettings, startWorkerProcess } from '../harness/service-process.ts'
import { type Subscriber, startWebhooks, type Webhooks } from '../harness/subscribers.ts'
import { until } from '../harness/until.ts'
import { ageDeliveries, expireLease } from '../harness/webhook-data.ts'

let webhooks: Webhooks
let dataDir: string
let receiver: Receiver
let silent: TcpServer
let survivor: Worker
let claimed: Subscriber
let sent: Subscriber
let recorded: Subscriber
let refused: Subscriber

const at = (path: string) => receiver.received.filter((one) => one.path.endsWith(path))
const settled = async () => {
  survivor.wake()
  await survivor.settled()
}

beforeAll(async () => {
  webhooks = await startWebhooks()
  dataDir = await mkdtemp(join(tmpdir(), 'anden-killed-worker-'))
  // Accepts connections and never responds: the request of an https endpoint is then not even sent.
  silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  receiver = await startReceiver(({ path }, response) => {
    if (path.endsWith('/refused')) response.writeHead(500).end()
    else if (!path.endsWith('/sent')) response.end()
  })
  const { port } = silent.address() as AddressInfo
  claimed = await webhooks.aSubscriber(`https://127.0.0.1:${port}/claimed`)
  sent = await webhooks.aSubscriber(`${receiver.url}/sent`)
  recorded = await webhooks.aSubscriber(`${receiver.url}/recorded`)
  refused = await webhooks.aSubscriber(`${receiver.url}/refused`)
  for (const client of [claimed, sent, recorded, refused]) await webhooks.pay(client)

  const connected = once(silent, 'connection')
  const settings = { ...processSettings(webhooks.service, dataDir), WEBHOOK_TIMEOUT_MS: '60000' }
  const victim = await startWorkerProcess(settings)
  await connected
  await until('each is where it is to be', async () => {
    const [[succeeded], [failed]] = [await recorded.deliveries(), await refused.deliveries()]
    return at('/sent').length === 1 && succeeded.status === 'succeeded' && failed.attempts === 1
  })
  await victim.end('SIGKILL')
  receiver.respond((_, response) => response.end())
  await claimed.change({ url: `${receiver.url}/claimed` })
  survivor = webhooks.aWorker()
  await settled()
}, 180_000)
afterAll(async () => {
  await webhooks.stop()
  await receiver.stop()
  silent.close()
  await rm(dataDir, { recursive: true, force: true })
})

const leaseOf = ({ webhookId }: Subscriber) => sql<{ lease: string | null; seconds: number }>`
  select lease, extract(epoch from leased_until - clock_timestamp())::float8 as seconds
  from deliveries where endpoint_id = ${webhookId}`

test('killed with a delivery claimed and not yet sent: it is sent once, after the lease', async () => {
  const { lease, seconds } = await webhooks.db.one(leaseOf(claimed))
  expect(lease).not.toBeNull()
  // The time-out of an attempt and 20 s, by the database's clock.
  expect(seconds).toBeLessThanOrEqual(80)
  expect(at('/claimed')).toHaveLength(0)
  await expireLease(webhooks.db, claimed)
  await settled()
  expect(at('/claimed')).toHaveLength(1)
  expect(await claimed.deliveries()).toEqual([expect.objectContaining({ status: 'succeeded', attempts: 1 })])
})

test('killed with a delivery sent and not yet recorded: it is sent again, the same to the byte', async () => {
  expect(at('/sent')).toHaveLength(1)
  await expireLease(webhooks.db, sent)
  await settled()
  const [first, second, ...more] = at('/sent')
  expect(more).toEqual([])
  expect(second?.body).toBe(first?.body)
  for (const name of ['service-event-id', 'service-delivery-id', 'service-delivery-attempt'])
    expect([name, second?.headers[name]]).toEqual([name, first?.headers[name]])
  const [delivery] = await sent.deliveries()
  expect(delivery).toMatchObject({ status: 'succeeded', attempts: 1 })
  expect((await sent.detail(delivery.id)).attempt_log).toHaveLength(1)
})

test('killed with a delivery recorded: it is not sent again, and a failed one goes on by its schedule', async () => {
  expect(at('/recorded')).toHaveLength(1)
  expect(at('/refused')).toHaveLength(1)
  await ageDeliveries(webhooks.db, 30 + 1)
  await settled()
  expect(at('/recorded')).toHaveLength(1)
  expect(at('/refused').map(({ headers }) => headers['service-delivery-attempt'])).toEqual(['1', '2'])
  expect(await refused.deliveries()).toEqual([expect.objectContaining({ status: 'succeeded', attempts: 2 })])
})

test('killed right after the commit, a process that took the change has lost no delivery of it', async () => {
  const client = await webhooks.aSubscriber(`${receiver.url}/committed`)
  const { token } = await issueStaffKey(webhooks.db, { name: 'ERP', scopes: staffScopes })
  const server = await serve(processSettings(webhooks.service, dataDir), ['--roles', 'api'])
  const staff = caller(server.url + backofficePrefix, token)
  const payment = { client_id: client.id, amount: 1, payment_method: 'qr' }
  const answers = await Promise.all([1, 2, 3].map(() => staff.post('/payments', payment)))
  await server.end('SIGKILL')
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  await settled()
  expect(at('/committed')).toHaveLength(3)
})

test('killed between commit and send, it leaves a delivery inserted under its lease, which is sent once, after the lease', async () => {
  // A delivery that is not inserted under a lease goes to the worker that claims it first.
  await survivor.stop()
  const { port } = silent.address() as AddressInfo
  const client = await webhooks.aSubscriber(`https://127.0.0.1:${port}/born`)
  const other = await webhooks.aSubscriber(`${receiver.url}/other`)
  const { token } = await issueStaffKey(webhooks.db, { name: 'ERP', scopes: staffScopes })
  const server = await serve(processSettings(webhooks.service, dataDir))
  const staff = caller(server.url + backofficePrefix, token)
  const pay = async ({ id }: Subscriber) => {
    const payment = { client_id: id, amount: 1, payment_method: 'qr' }
    expect((await staff.post('/payments', payment)).status).toBe(201)
  }
  await pay(other)
  await until(
    'its worker has nothing to claim',
    async () => (await other.newestDelivery()).status === 'succeeded',
  )
  const connected = once(silent, 'connection')
  await pay(client)
  await connected
  await server.end('SIGKILL')
  await client.change({ url: `${receiver.url}/born` })
  survivor = webhooks.aWorker()
  await settled()
  expect(at('/born')).toHaveLength(0)
  await expireLease(webhooks.db, client)
  await settled()
  expect(at('/born')).toHaveLength(1)
  expect(await client.deliveries()).toEqual([expect.objectContaining({ status: 'succeeded', attempts: 1 })])
})

test('on SIGTERM, a worker waits for the attempts in flight, and records them', async () => {
  await survivor.stop()
  const client = await webhooks.aSubscriber(`${receiver.url}/asked`)
  const held: (() => void)[] = []
  receiver.respond((_, response) => held.push(() => response.end()))
  await webhooks.pay(client, 3)
  const worker = await startWorkerProcess(processSettings(webhooks.service, dataDir))
  await until('all are sent', () => at('/asked').length === 3)
  worker.signal('SIGTERM')
  await until('it has heard', () => worker.stderr().includes('SIGTERM'))
  for (const answer of held) answer()
  await until('it has ended', () => worker.exitCode() !== undefined)
  expect(worker.exitCode()).toBe(0)
  expect(await client.deliveries('status=succeeded')).toHaveLength(3)
})
