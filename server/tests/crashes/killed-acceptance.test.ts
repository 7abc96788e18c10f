// kill -9 while an acceptance with its files is recorded: the order is delivered with its proof, its event and all of its files, or
// nothing happened and the phone sends it again. Files of a submission that did not commit are swept.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type PublicRemito, portalScopes, staffScopes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { sweepAcceptanceFiles } from '../../src/acceptances/files.ts'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import { directoryStorage } from '../../src/attachments/directory-storage.ts'
import { sql } from '../../src/db/sql.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { accept, acceptancesIn, aPng, type Sent, whole } from '../harness/acceptances.ts'
import { type ServerProcess, serve } from '../harness/command.ts'
import { cloneDatabase } from '../harness/database.ts'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { type Caller, caller } from '../harness/http.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { times } from '../harness/race.ts'
import { until } from '../harness/until.ts'
import { aWarehouse } from '../harness/warehouse.ts'

const database = await cloneDatabase({ maxConnections: 8 })
const { db } = database
const dataDir = await mkdtemp(join(tmpdir(), 'anden-acceptance-'))
const attachments = join(dataDir, 'attachments')
const start = () =>
  serve({
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: dataDir,
  })
/** One is killed; the other serves on. */
let victim: ServerProcess = await start()
const survivor = await start()
afterAll(async () => {
  await Promise.all([victim.end('SIGKILL'), survivor.end('SIGKILL')])
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const staffToken = (await issueStaffKey(db, { name: 'ERP', scopes: staffScopes })).token
const plenty = { read_per_hour: 1_000_000, write_per_hour: 1_000_000, burst_per_minute: 1_000_000 }
const staff = caller(survivor.url + backofficePrefix, staffToken)
const warehouse = await aWarehouse({
  aStaffMember: async () => staff,
  async aClient() {
    const client = await createClient(db, { name: 'Bodega', email: 'b@bodega.example', cuit_dni: null })
    const key = { clientId: client.id, name: 'test', scopes: portalScopes, rateLimits: plenty }
    const { id, token } = await issueApiKey(db, key)
    const portal: Caller = caller(survivor.url + portalPrefix, token)
    return { id: client.id, token, keyId: id, portal, aUser: () => Promise.reject(new Error('nobody')) }
  },
})
const { underWay } = acceptancesIn(warehouse, survivor.url)
const client = await warehouse.aStockedClient(1_000, 'kg')
const files = { signature: aPng(300, 100), photos: [aPng(40, 30), aPng(41, 30), aPng(42, 30)] }

/** A quarter of it is damaged, so that a return is expected, too. */
const withDamage = (remito: PublicRemito): Sent => {
  const sent = whole(remito)
  return { ...sent, items: sent.items.map((item) => ({ ...item, accepted: 0.75, damaged: 0.25 })) }
}

async function kill() {
  await victim.end('SIGKILL')
  victim = await start()
}

async function stateOf(orderId: string) {
  return db.one(sql<Record<string, unknown>>`
    select orders.status, count(distinct accepted.id)::int as acceptances, count(distinct file.id)::int as files,
      (select count(*)::int from events where object_id = orders.id and type = 'order.delivered') as delivered,
      (select count(*)::int from events where object_id = remitos.id and type = 'remito.disputed') as disputed,
      (select count(*)::int from returns where order_id = orders.id) as returns,
      (select count(*)::int from audit_entries where subject_id = remitos.id and action = 'remitos.accept') as audited
    from orders
    join remitos on remitos.source_order_id = orders.id
    left join remito_acceptances accepted on accepted.remito_id = remitos.id
    left join acceptance_files file on file.acceptance_id = accepted.id and file.state = 'ready'
    where orders.id = ${orderId}
    group by orders.id, orders.status, remitos.id`)
}
const nothing = {
  ...{ status: 'in_transit', acceptances: 0, files: 0, delivered: 0 },
  ...{ disputed: 0, returns: 0, audited: 0 },
}
const everything = {
  ...{ status: 'delivered', acceptances: 1, files: 4, delivered: 1 },
  ...{ disputed: 1, returns: 1, audited: 1 },
}

/** Has the acceptance wait for a row that somebody else has locked, kills the process there, and lets go of the row. */
async function killWhileWaitingFor(lock: string, path: string, sent: Sent) {
  const holder = await db.connect()
  await holder.query('begin')
  await holder.query(lock)
  const asked = accept(victim.url, path, sent, files).catch(() => null)
  await until('the acceptance waits', async () => {
    const { waiting } = await db.one(sql<{ waiting: boolean }>`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waiting`)
    return waiting
  })
  await kill()
  await asked
  await holder.query('rollback')
  await holder.end()
}

/** What is in the storage once an hour has passed: the files of the acceptances, and nothing else. */
async function expectSwept() {
  await db.run(sql`
    update acceptance_files set created_at = created_at - interval '1 hour' where state = 'uploading'`)
  await sweepAcceptanceFiles({ db, files: directoryStorage(attachments) })
  const rows = await db.rows(sql<{ id: string; state: string }>`select id, state from acceptance_files`)
  expect(rows.filter(({ state }) => state !== 'ready')).toEqual([])
  expect((await readdir(attachments)).sort()).toEqual(['directory-id', ...rows.map(({ id }) => id)].sort())
}

test('killed with its files stored and nothing recorded, it is as if it was never sent, and its files are swept', async () => {
  const { orderId, path, remito } = await underWay(client)
  const sent = withDamage(remito)
  await killWhileWaitingFor(`select from orders where id = '${orderId}' for update`, path, sent)
  expect(await stateOf(orderId)).toEqual(nothing)
  const left = await db.rows(sql`select id from acceptance_files where state = 'uploading'`)
  expect(left).toHaveLength(4)
  // The phone sends it again, to the other process. Its files are others.
  expect((await accept(survivor.url, path, sent, files)).status).toBe(201)
  expect(await stateOf(orderId)).toEqual(everything)
  await expectSwept()
}, 60_000)

test('killed at its commit, all of it is recorded or nothing', async () => {
  const { orderId, path, remito } = await underWay(client)
  const sent = withDamage(remito)
  await killWhileWaitingFor('select from client_versions for update', path, sent)
  await expect.poll(() => stateOf(orderId), { timeout: 20_000 }).toBeOneOf([nothing, everything])
  expect((await accept(survivor.url, path, sent, files)).status).toBe(201)
  expect(await stateOf(orderId)).toEqual(everything)
  await expectSwept()
}, 60_000)

test('killed at any moment and sent again until it is answered, it is recorded once', async () => {
  for (const _ of times(6, () => null)) {
    const { orderId, path, remito } = await underWay(client)
    const sent = withDamage(remito)
    const asked = accept(victim.url, path, sent, files).catch(() => null)
    await delay(Math.random() * 120)
    await kill()
    await asked
    const again = await accept(survivor.url, path, sent, files)
    expect(again.status, again.text).toBe(201)
    expect(await stateOf(orderId)).toEqual(everything)
  }
  await expectSwept()
  await expectInvariants(db)
  await expectEventsMatch(db)
}, 120_000)
