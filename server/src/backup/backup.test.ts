// A service at work is backed up, restored elsewhere and goes on there as if nothing had happened: over a move from
// one PostgreSQL to another and back, and from files on disk to S3 and back.
import { createHmac } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eventTypes, portalScopes } from '@anden/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDay, type Business, deal, openBusiness } from '../../tests/harness/business.ts'
import { andenJson, type ServerProcess, type Settings, serve } from '../../tests/harness/command.ts'
import { commandsInOneProcess } from '../../tests/harness/commands-in-one-process.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { caller } from '../../tests/harness/http.ts'
import { expectInvariants } from '../../tests/harness/invariants.ts'
import { emptyJournal, type Journal } from '../../tests/harness/journal.ts'
import { addOneOfEverything } from '../../tests/harness/one-of-everything.ts'
import { times } from '../../tests/harness/race.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import { sizes } from '../../tests/harness/sizes.ts'
import { startS3 } from '../../tests/harness/storages.ts'
import { until } from '../../tests/harness/until.ts'
import { backofficePrefix, portalPrefix } from '../app/routes.ts'
import { createDb, type Db } from '../db/database.ts'
import { raw, sql } from '../db/sql.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'
import { enqueue } from '../mail/queue.ts'

const anden = commandsInOneProcess()
const SECRET_KEY = '0123456789abcdef0123456789abcdef'

let directory: string
let source: TestDatabase
let settings: Settings
let server: ServerProcess
let receiver: Receiver
let business: Business
const journal: Journal = emptyJournal()

beforeAll(async () => {
  directory = await scratch()
  source = await cloneDatabase()
  receiver = await startReceiver()
  settings = place('source', source)
  server = await serve(settings, ['--roles', 'api'])
  business = await openBusiness(
    source.db,
    async (send) => ({ answer: await send(server.url), attempts: 1 }),
    [...portalScopes],
  )
})
afterAll(async () => {
  await receiver.stop()
  await source.drop()
})

const place = (name: string, database: TestDatabase): Settings => ({
  ...database.settings,
  SECRET_KEY,
  DATA_DIR: join(directory, name),
  WEBHOOK_ALLOW_PRIVATE: 'true',
})

async function work(count: number) {
  const day = aDay(count)
  await Promise.all(
    times(4, async () => {
      for (let kind = day.pop(); kind; kind = day.pop()) await deal(business, kind, journal)
    }),
  )
}

describe('a backup that is taken under writes', () => {
  test('holds everything acknowledged before it began, and is consistent', async () => {
    await work(sizes.writesUnderBackup)
    const before = structuredClone(journal)
    const file = join(directory, 'online.tar.gz')
    let done = false
    const working = (async () => {
      while (!done) await work(20)
    })()
    const summary = await andenJson(['backup', file], settings, anden)
    done = true
    await working
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const target = await emptyDatabase()
    const restored = place('online', target)
    expect(await andenJson(['restore', file], restored, anden)).toMatchObject({ rows: summary.rows })
    await expectInvariants(target.db)
    const ids = async (table: string, prefix = '') =>
      (await target.db.rows(sql<{ id: string }>`select ${prefix} || id as id from ${raw(table)}`)).map(
        ({ id }) => id,
      )
    expect(await ids('orders')).toEqual(expect.arrayContaining(before.orders.map(({ id }) => id)))
    expect(await ids('remitos')).toEqual(expect.arrayContaining([...before.ingresos, ...before.egresos]))
    expect(await ids('account_entries', 'pay_')).toEqual(expect.arrayContaining(before.payments))
    await expectSameFiles(target.db, settings, restored, before.attachments.answered)
    await target.drop()
  })
})

describe('a service that is restored elsewhere', () => {
  test('has every row and file as it was, and goes on where it stopped', async () => {
    const known = await leaveTraces()
    expect(await server.end('SIGTERM')).toBe(0)

    // Moves to the embedded PostgreSQL and S3, and back.
    const s3 = await startS3()
    const middle = { DATA_DIR: join(directory, 'middle'), SECRET_KEY, S3_URL: s3.url }
    const files = { there: join(directory, 'there.tar.gz'), back: join(directory, 'back.tar.gz') }
    await andenJson(['backup', files.there], settings, anden)
    await andenJson(['restore', files.there], middle, anden)
    await andenJson(['backup', files.back], middle, anden)
    await s3.close()
    const target = await emptyDatabase()
    const restored = place('restored', target)
    const { SECRET_KEY: _, ...keyless } = middle
    const embedded = { ...keyless, DATA_DIR: join(directory, 'keyless') }
    const other = { ...restored, SECRET_KEY: 'fedcba9876543210fedcba9876543210' }
    const needed = /this backup needs the secret key with the fingerprint [0-9a-f]{12}, and /
    await expectOneLine(['restore', files.back], other, needed)
    await expectOneLine(['restore', files.back], embedded, needed)
    await expectNothing(target)
    await andenJson(['restore', files.back], restored, anden)

    const contents = await contentsOf(source.db)
    expect(await contentsOf(target.db)).toEqual(contents)
    expect(JSON.stringify(contents)).not.toContain(gatewayToken)
    // A restore that loses a table goes unnoticed if there is nothing in it: a new table needs a row in this test.
    const empty = Object.keys(contents).filter((name) => contents[name]?.length === 0)
    expect(empty, 'tables without a row: see tests/harness/one-of-everything.ts').toEqual([])
    expect(await feedOf(target.db)).toEqual(await feedOf(source.db))
    await expectInvariants(target.db)
    await expectSameFiles(target.db, settings, restored, journal.attachments.answered)
    await expectToGoOn(restored, known)

    await expectOneLine(['restore', files.back], restored, /the database is not empty \(\w+ has rows\)/)
    await expectOneLine(['backup', files.back], restored, /back\.tar\.gz already exists/)
    await target.drop()
  })
})

async function expectOneLine(args: string[], given: Settings, line: RegExp) {
  const { code, stdout, stderr } = await anden([...args, '--json'], given)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(line)
  expect(stderr).toMatch(/^anden: [^\n]+\n$/)
}

async function expectNothing({ db }: TestDatabase) {
  const tables = sql`select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  expect(await db.rows(tables)).toEqual([])
}

/** What a client's gateway asks for. It is stored sealed, and no file has it. */
const gatewayToken = 'Bearer of the gateway before the endpoint'

/** What clients hold when the backup is taken. */
async function leaveTraces() {
  const client = business.clients[0]
  if (!client) throw new Error('there is no client')
  await addOneOfEverything(source.db, business, client)
  const portal = caller(server.url + portalPrefix, client.token)
  const url = receiver.url
  const headers = [{ name: 'Authorization', value: gatewayToken }]
  const { body: webhook } = await portal.post('/webhooks', { url, events: [eventTypes[0]], headers })
  const order = {
    destinatario_id: client.destinatarioId,
    items: [{ product_id: client.products[0], quantity: 1 }],
  }
  const { body: ordered } = await portal.post('/orders', order, { 'idempotency-key': 'once' })
  await source.db.transaction((tx) =>
    enqueue(tx, 'mail', { to: 'a@uno.example', subject: 'Aviso', text: 'Tres', aboutClient: null }),
  )
  const pages = {
    feed: await fiveEvents(portal),
    orders: await portal.get('/orders?limit=5'),
    stock: await portal.get('/stock'),
  }
  const { body: feed } = await fiveEvents(portal, `&cursor=${pages.feed.body.next_cursor}`)
  const { body: orders } = await portal.get(`/orders?limit=5&cursor=${pages.orders.body.next_cursor}`)
  return { token: client.token, clientId: client.id, webhook, order, ordered, pages, feed, orders }
}

async function expectToGoOn(restored: Settings, known: Awaited<ReturnType<typeof leaveTraces>>) {
  const target = await serve(restored, ['--roles', 'api'])
  const portal = caller(target.url + portalPrefix, known.token)
  const { pages } = known
  // Cursors from before the backup still work.
  const { body: orders } = await portal.get(`/orders?limit=5&cursor=${pages.orders.body.next_cursor}`)
  expect(orders.data).toEqual(known.orders.data)
  const { body: feed } = await fiveEvents(portal, `&cursor=${pages.feed.body.next_cursor}`)
  expect(feed.data).toEqual(known.feed.data)
  // An unchanged page gets a new ETag as well: it might have changed after the backup was taken.
  const stock = await portal.get('/stock', { 'if-none-match': pages.stock.headers.get('etag') ?? '' })
  expect({ status: stock.status, body: stock.body }).toEqual({ status: 200, body: pages.stock.body })

  const replayed = await portal.post('/orders', known.order, { 'idempotency-key': 'once' })
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  expect(replayed.body).toEqual(known.ordered)
  const { body: next } = await portal.post('/orders', known.order, { 'idempotency-key': 'next' })
  const numberOf = ({ order_number }: { order_number: string }) => Number(order_number.split('-')[1])
  expect(numberOf(next)).toBe(numberOf(known.ordered) + 1)
  await expectFollowed(portal, feed.next_cursor, next.id)

  await expectSigned(target, restored, known)
  expect(await target.end('SIGTERM')).toBe(0)
}

/** A full page of the feed. It waits for every running transaction of the server, those of other tests included. */
async function fiveEvents(portal: ReturnType<typeof caller>, cursor = '') {
  let page = await portal.get(`/events?order=asc&limit=5${cursor}`)
  await until('the feed has five more events', async () => {
    if (page.body.data.length < 5) page = await portal.get(`/events?order=asc&limit=5${cursor}`)
    return page.body.data.length === 5
  })
  return page
}

/** Reads on from the cursor until the order's event has come. */
async function expectFollowed(portal: ReturnType<typeof caller>, cursor: string, orderId: string) {
  let next = cursor
  await until('the new order is in the feed', async () => {
    const { body } = await portal.get(`/events?order=asc&limit=100&cursor=${next}`)
    next = body.next_cursor
    return JSON.stringify(body.data).includes(orderId)
  })
}

async function expectSigned(
  target: ServerProcess,
  { DATABASE_URL: url = '', DATABASE_DIRECT_URL: directUrl = '' }: Settings,
  { clientId, webhook }: Awaited<ReturnType<typeof leaveTraces>>,
) {
  const db = createDb({ url, directUrl, maxConnections: 1 })
  const { token } = await issueStaffKey(db, { name: 'test', scopes: ['staff:webhooks', 'staff:clients'] })
  await db.close()
  const staff = caller(target.url + backofficePrefix, token)
  const ping = await staff.post(`/clients/${clientId}/webhooks/${webhook.id}/test`)
  expect(ping.status, ping.text).toBe(200)
  const { headers, body = '' } = receiver.received.at(-1) ?? {}
  expect(headers?.['authorization']).toBe(gatewayToken)
  const [, time, signature] = /t=(\d+),v1=([0-9a-f]+)/.exec(String(headers?.['service-signature'])) ?? []
  expect(signature).toBe(createHmac('sha256', webhook.signing_secret).update(`${time}.${body}`).digest('hex'))
}

/** Every row of every table, except for what must differ: feed positions, page versions and their transactions. */
async function contentsOf(db: Db) {
  const tables = await db.rows(sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname not in ('schema_migrations', 'attachment_directory')
    order by relname`)
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await db.rows(sql<{ row: string }>`
      select (to_jsonb(one) - 'transaction_id' - 'version' - 'changed_in')::text as row from ${raw(name)} as one order by 1`)
    contents[name] = rows.map(({ row }) => row)
  }
  const jobs = await db.rows(sql<{ row: string }>`
    select payload::text as row from graphile_worker._private_jobs order by 1`)
  contents['jobs'] = jobs.map(({ row }) => row)
  return contents
}

const feedOf = async (db: Db) =>
  (await db.rows(sql<{ id: string }>`select id from events order by transaction_id, id`)).map(({ id }) => id)

async function expectSameFiles(db: Db, from: Settings, to: Settings, atLeast: readonly string[]) {
  const ready = await db.rows(sql<{ id: string }>`
    select id from order_attachments where state = 'ready'
    union all select id from acceptance_files where state = 'ready' order by id`)
  const ids = ready.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([...atLeast]))
  const directoryOf = ({ DATA_DIR = '' }: Settings) => join(DATA_DIR, 'attachments')
  const names = await readdir(directoryOf(to))
  expect(names.filter((name) => /^[0-9a-f-]{36}/.test(name)).sort()).toEqual(ids)
  for (const id of ids) {
    const [original, copy] = await Promise.all([from, to].map((one) => readFile(join(directoryOf(one), id))))
    expect(original?.equals(copy ?? Buffer.alloc(0))).toBe(true)
  }
}
