// kill -9 while a trip departs: every order of it is under way, with its event and its delivery, or none is.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { portalScopes, staffScopes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import { sql } from '../../src/db/sql.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { type ServerProcess, serve } from '../harness/command.ts'
import { cloneDatabase } from '../harness/database.ts'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { type Caller, caller } from '../harness/http.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { times } from '../harness/race.ts'
import { sizes } from '../harness/sizes.ts'
import { tripsIn } from '../harness/trips.ts'
import { until } from '../harness/until.ts'
import { aWarehouse } from '../harness/warehouse.ts'

const orders = 12
const database = await cloneDatabase({ maxConnections: 8 })
const { db } = database
const dataDir = await mkdtemp(join(tmpdir(), 'anden-departure-'))
const start = () =>
  serve({
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: dataDir,
    WEBHOOK_ALLOW_PRIVATE: 'true',
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
    const { id, token } = await issueApiKey(db, {
      clientId: client.id,
      name: 'test',
      scopes: portalScopes,
      rateLimits: plenty,
    })
    const portal: Caller = caller(survivor.url + portalPrefix, token)
    return { id: client.id, token, keyId: id, portal, aUser: () => Promise.reject(new Error('nobody')) }
  },
})
const { orderThat, aTrip, read } = tripsIn(warehouse)
const clients = await Promise.all(times(2, () => warehouse.aStockedClient(1_000)))
for (const { portal } of clients) {
  const endpoint = { url: 'http://127.0.0.1:9/hook', events: ['order.in_transit'] }
  expect((await portal.post('/webhooks', endpoint)).status).toBe(201)
}

async function aTripOfBoth() {
  const clientOf = (index: number) => clients[index % 2] as (typeof clients)[number]
  return aTrip(await Promise.all(times(orders, (index) => orderThat(clientOf(index), 'approve', 'prepare'))))
}

const departOn = (server: ServerProcess, id: string, if_revision: number) =>
  caller(server.url + backofficePrefix, staffToken).patch(`/trips/${id}`, { if_revision, action: 'depart' })

/** Kills the process that has been asked, and starts another one. */
async function kill() {
  await victim.end('SIGKILL')
  victim = await start()
}

/** `undefined`: the statement that waits has not ended yet. */
async function stateOf(tripId: string) {
  const { revision, stops, status } = await read(tripId)
  const statuses = [...new Set(stops.map(({ order_status }) => order_status))]
  const { events, deliveries } = await db.one(sql<{ events: number; deliveries: number }>`
    select count(distinct events.id) as events, count(deliveries.id) as deliveries
    from trip_stops stop
    join events on events.client_id = stop.client_id and events.object_id = stop.order_id
      and events.type = 'order.in_transit'
    left join deliveries on deliveries.event_id = events.id
    where stop.trip_id = ${tripId}`)
  return { revision, status, statuses, events, deliveries }
}
const none = { revision: 1, status: 'draft', statuses: ['in_preparation'], events: 0, deliveries: 0 }
const all = {
  revision: 2,
  status: 'departed',
  statuses: ['in_transit'],
  events: orders,
  deliveries: orders,
}

/** Has the departure wait for a row that somebody else has locked, kills the process there, and lets go of the row. */
async function killWhileWaitingFor(lock: string, tripId: string) {
  const holder = await db.connect()
  await holder.query('begin')
  await holder.query(lock)
  const asked = departOn(victim, tripId, 1).catch(() => null)
  await until('the departure waits', async () => {
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
  await until('nobody is in a transaction', async () => {
    const { busy } = await db.one(sql<{ busy: number }>`
      select count(*) as busy from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        and query ilike '%trip%'`)
    return busy === 0
  })
}

test('killed before its goods are looked at, nothing has departed, and it departs when it is asked again', async () => {
  const trip = await aTripOfBoth()
  await killWhileWaitingFor('select from stock for update', trip.id)
  expect(await stateOf(trip.id)).toEqual(none)
  expect((await departOn(survivor, trip.id, 1)).status).toBe(200)
  expect(await stateOf(trip.id)).toEqual(all)
})

test('killed at its commit, all have departed or none', async () => {
  const trip = await aTripOfBoth()
  await killWhileWaitingFor('select from client_versions for update', trip.id)
  await expect.poll(() => stateOf(trip.id), { timeout: 20_000 }).toBeOneOf([all, none])
})

test('killed at any moment, all have departed or none', async () => {
  for (const _ of times(sizes.kills + 2, () => null)) {
    const trip = await aTripOfBoth()
    const asked = departOn(victim, trip.id, 1).catch(() => null)
    await delay(Math.random() * 40)
    await kill()
    await asked
    await expect.poll(() => stateOf(trip.id), { timeout: 20_000 }).toBeOneOf([all, none])
    // Repeated on the other process, it departs, or has departed already.
    const again = await departOn(survivor, trip.id, 1)
    expect([200, 409], again.text).toContain(again.status)
    expect(await stateOf(trip.id)).toEqual(all)
  }
  await expectInvariants(db)
  await expectEventsMatch(db)
}, 240_000)
