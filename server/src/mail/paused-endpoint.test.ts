// The owner of an endpoint gets one e-mail when it is paused, with any number of workers.

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startMailServer, textOf } from '../../tests/harness/mail-server.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { answering } from '../../tests/harness/receiver.ts'
import { stablePort } from '../../tests/harness/stable-port.ts'
import type { Subscriber } from '../../tests/harness/subscribers.ts'
import { until } from '../../tests/harness/until.ts'
import { createDb, type Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type JobRunner, startJobs } from '../jobs/runner.ts'
import type { Worker } from '../webhooks/worker.ts'
import { pausedEndpointMail } from './texts.ts'
import { fileTransport, type MailTransport, smtpTransport } from './transport.ts'

const from = 'Andén <avisos@anden.example>'
const receiver = await useReceiver(answering(503))
let mail = await startMailServer(await stablePort())
afterAll(() => mail.stop())
const webhooks = await useWebhooks()
const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})

function aWorker(): Worker {
  const worker = webhooks.aWorker()
  running.push(worker)
  return worker
}

/** The queue as another process runs it. */
async function aQueue(transport: MailTransport): Promise<JobRunner> {
  const db: Db = createDb({ ...webhooks.service.database.address, maxConnections: 2 })
  const jobs = await startJobs({ ...webhooks.service.deps, db }, transport)
  running.push({
    async stop() {
      await jobs.stop()
      transport.close()
      await db.close()
    },
  })
  return jobs
}

const jobs = () =>
  webhooks.db.rows(sql<{ id: number; attempts: number; last_error: string | null; waits: boolean }>`
    select id, attempts, last_error, run_at > now() as waits from graphile_worker._private_jobs jobs
    where exists (select from graphile_worker._private_tasks task
      where task.id = jobs.task_id and task.identifier = 'mail')`)
const noneLeft = () => until('no mail is left in the queue', async () => (await jobs()).length === 0)

async function paused(client: Subscriber) {
  await webhooks.addDue(client, 40)
  await until('it is paused', async () => (await client.endpoint()).status === 'paused')
}

let endpointId: string

test('four workers and four queues send one mail for one pause, and another for the next', async () => {
  const client = await webhooks.aSubscriber(`${receiver.url}/four`)
  endpointId = client.webhookId
  for (let i = 0; i < 4; i++) {
    aWorker()
    await aQueue(smtpTransport(mail.url, from))
  }
  await paused(client)
  await mail.arrived(1)
  await noneLeft()
  expect(mail.mails).toHaveLength(1)
  await client.change({ status: 'active' })
  // A client that pauses its own endpoint gets no e-mail.
  await client.change({ status: 'paused' })
  await client.change({ status: 'active' })
  await paused(client)
  await mail.arrived(2)
  await noneLeft()
  expect(mail.mails).toHaveLength(2)
})

test('the mail says what happened and what to do, in Spanish and in English, and no secret', async () => {
  const [first] = mail.mails
  if (!first) throw new Error('no mail')
  expect(first).toMatchObject({ from: 'avisos@anden.example', to: ['cliente@cliente.example'] })
  const text = textOf(first)
  for (const part of [
    `${receiver.url}/four`,
    'Último error: HTTP 503',
    'Last error: HTTP 503',
    '10 intentos fallidos seguidos',
    '10 failed attempts in a row',
    'Qué hacer',
    'What to do',
    `PATCH /webhooks/${endpointId}`,
    `POST /webhooks/${endpointId}/recover`,
    'en menos de 10 segundos',
    'agotaron sus 7 intentos',
    'hace más de 90 días',
    '{"include_abandoned": true}',
  ]) {
    expect(text).toContain(part)
  }
  expect(first.source).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(text + first.source).not.toContain('whsec_')
})

test('without SMTP the mail is a file that only the service can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anden-mail-'))
  const client = await webhooks.aSubscriber(`${receiver.url}/file`)
  aWorker()
  await aQueue(fileTransport(dataDir, from))
  await paused(client)
  await noneLeft()
  const [name = '', ...more] = await readdir(join(dataDir, 'mail'))
  expect(more).toEqual([])
  const file = join(dataDir, 'mail', name)
  expect(name).toMatch(/\.eml$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const source = await readFile(file, 'utf8')
  expect(source).toContain('To: cliente@cliente.example')
  expect(textOf({ from: '', to: [], source })).toContain(`${receiver.url}/file`)
  await rm(dataDir, { recursive: true, force: true })
})

test('a mail that cannot be sent is kept in the queue and sent when it can', async () => {
  const client = await webhooks.aSubscriber(`${receiver.url}/down`)
  const { port } = mail
  await mail.stop()
  aWorker()
  await aQueue(smtpTransport(`smtp://127.0.0.1:${port}`, from))
  await paused(client)
  await until('it was tried', async () => (await jobs()).some((job) => job.last_error !== null))
  expect(await jobs()).toEqual([
    expect.objectContaining({
      attempts: 1,
      waits: true,
      last_error: expect.stringContaining('ECONNREFUSED'),
    }),
  ])
  mail = await startMailServer(port)
  await webhooks.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await mail.arrived(1)
  await noneLeft()
  expect(mail.mails).toHaveLength(1)
})

test('every figure of the mail is that of the settings', () => {
  const { text } = pausedEndpointMail({
    ...{
      to: 'a@b.example',
      aboutClient: 'id',
      clientName: 'Uno',
      endpointId: 'id',
      url: 'https://uno.example/',
      reason: 'HTTP 500',
      autoResume: false,
    },
    ...{ failures: 1, timeoutSeconds: 2.5, attempts: 3, keptDays: 90 },
  })
  for (const part of [
    ...['después de 1 intento fallido:', 'en menos de 2,5 segundos', 'agotaron sus 3 intentos'],
    ...['after 1 failed attempt:', 'within 2.5 seconds', 'whose 3 attempts have failed'],
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toMatch(/\b(7|10)\b/)
})
