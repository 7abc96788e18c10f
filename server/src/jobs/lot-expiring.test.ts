import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { andenJson } from '../../tests/harness/command.ts'
import { commandsInOneProcess } from '../../tests/harness/commands-in-one-process.ts'
import { useService } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { processSettings } from '../../tests/harness/service-process.ts'
import { addEntries, addLots, addProduct } from '../../tests/harness/stock-data.ts'
import { until } from '../../tests/harness/until.ts'
import { createDb } from '../db/database.ts'
import { live } from '../db/environment.ts'
import { sql } from '../db/sql.ts'
import { fileTransport } from '../mail/transport.ts'
import { runDueLotExpiring, runLotExpiring } from './lot-expiring.ts'
import { startJobs } from './runner.ts'

// Each test uses a different year, so that it does not see the lots of the others.
let client: TestClient
const dataDir = await mkdtemp(join(tmpdir(), 'anden-jobs-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const service = await useService({ asDocumented: true })
beforeEach(async () => {
  await service.db.run(sql`delete from events`)
  await service.db.run(sql`delete from daily_runs`)
  client = await service.aClient()
})

const events = async () => (await client.portal.get('/events?type=lot.expiring&limit=100')).body.data
const days = () => service.db.rows(sql`select job, day from daily_runs where job = 'lot-expiring'`)

/** A hundred of each product: the stock of one is a row that every entry changes again. */
async function lots(...expiries: (string | null)[]) {
  const added: Awaited<ReturnType<typeof addLots>> = []
  for (let from = 0; from < expiries.length; from += 100) {
    const { id: product_id } = await addProduct(service.db, client.id)
    const ofProduct = expiries.slice(from, from + 100)
    const rows = ofProduct.map((expiry_date) => ({ product_id, expiry_date, vintage_year: 2024 }))
    added.push(...(await addLots(service.db, client.id, rows)))
  }
  return added
}

test('reports lots with goods that expire today or within thirty days, by the UTC date', async () => {
  const [, today, last] = await lots('2026-11-01', '2026-11-02', '2026-12-02', '2026-12-03', null)
  const [, emptied] = await lots(null, '2026-11-10')
  if (!emptied) throw new Error('no lot')
  await addEntries(service.db, client.id, [
    { lot_id: emptied.id, product_id: emptied.product_id, delta: -10 },
  ])
  expect(await runLotExpiring(service.db, '2026-11-02')).toEqual({ emitted: 2 })
  const told = await events()
  const object = (lot: typeof today, days_until_expiry: number) => ({
    lot_id: lot?.id,
    product_id: lot?.product_id,
    lot_number: lot?.lot_number,
    quantity: 10,
    expiry_date: lot?.expiry_date,
    vintage_year: 2024,
    days_until_expiry,
  })
  const objects = told.map((event: { data: { object: object } }) => event.data.object)
  expect(objects).toHaveLength(2)
  expect(objects).toEqual(expect.arrayContaining([object(today, 0), object(last, 30)]))
})

test('is not due before 08:00 UTC, and then is', async () => {
  await lots('2031-11-05')
  expect(await runDueLotExpiring(service.db, Date.parse('2031-11-02T07:59:59.999Z'))).toBeNull()
  expect(await events()).toEqual([])
  expect(await runDueLotExpiring(service.db, Date.parse('2031-11-02T08:00:00Z'))).toEqual({ emitted: 1 })
  expect(await days()).toEqual([{ job: 'lot-expiring', day: '2031-11-02' }])
})

test('runs once a day across any number of processes, and again the next day', async () => {
  await lots('2032-11-05')
  const pools = Array.from({ length: 8 }, () => createDb({ ...service.database.address, maxConnections: 1 }))
  const at = (moment: string) => Promise.all(pools.map((db) => runDueLotExpiring(db, Date.parse(moment))))
  const ran = await at('2032-11-02T08:00:01Z')
  expect(ran.filter((done) => done !== null)).toEqual([{ emitted: 1 }])
  expect((await at('2032-11-02T23:59:59Z')).filter((done) => done !== null)).toEqual([])
  expect((await at('2032-11-03T08:00:00Z')).filter((done) => done !== null)).toEqual([{ emitted: 1 }])
  expect(await events()).toHaveLength(2)
  await Promise.all(pools.map((db) => db.close()))
})

test("catches up on today's run after days of downtime, and on no earlier one", async () => {
  await lots('2033-11-03', '2033-11-08')
  expect(await runDueLotExpiring(service.db, Date.parse('2033-11-05T17:30:00Z'))).toEqual({ emitted: 1 })
  expect((await events())[0].data.object).toMatchObject({ expiry_date: '2033-11-08', days_until_expiry: 3 })
  expect(await days()).toEqual([{ job: 'lot-expiring', day: '2033-11-05' }])
})

test('the sandboxes have a run of their own: if it fails, the clients have their events, and it is tried again', async () => {
  await lots('2034-11-05')
  const sandbox = await service.aSandboxOf(client)
  await service.db.run(sql`update clients set days_ahead = 2 where id = ${sandbox.id}`)
  const { id: product_id } = await addProduct(service.db, sandbox.id)
  await addLots(service.db, sandbox.id, [
    { product_id, expiry_date: '2034-11-03' },
    { product_id, expiry_date: '2034-11-05' },
  ])
  const due = () => runDueLotExpiring(service.db, Date.parse('2034-11-02T08:00:00Z'))
  await service.db.run(sql`alter table events add constraint only_live check (${live()}) not valid`)
  await expect(due()).rejects.toThrow('only_live')
  expect(await events()).toHaveLength(1)
  await service.db.run(sql`alter table events drop constraint only_live`)
  expect(await due()).toBeNull()
  expect(await due()).toBeNull()
  expect(await events()).toHaveLength(1)
  const { data } = (await sandbox.portal.get('/events?type=lot.expiring')).body
  expect(
    data.map((event: { data: { object: { days_until_expiry: number } } }) => event.data.object),
  ).toMatchObject([{ expiry_date: '2034-11-05', days_until_expiry: 1 }])
})

test('a manual run always emits, and marks no day as done', async () => {
  await lots('2027-03-05')
  const settings = processSettings(service, dataDir)
  const anden = commandsInOneProcess()
  const byHand = () => andenJson(['job', 'run', 'lot-expiring', '--date', '2027-03-01'], settings, anden)
  expect(await byHand()).toEqual({ date: '2027-03-01', emitted: 1 })
  expect(await byHand()).toEqual({ date: '2027-03-01', emitted: 1 })
  expect(await days()).toEqual([])
  expect(await runDueLotExpiring(service.db, Date.parse('2027-03-01T08:00:00Z'))).toEqual({ emitted: 1 })
  expect(await byHand()).toEqual({ date: '2027-03-01', emitted: 1 })
  expect(await events()).toHaveLength(4)
})

test('reports thousands of lots, each with its delivery', async () => {
  const created = await client.portal.post('/webhooks', {
    url: 'https://erp.bodega.example/',
    events: ['lot.expiring'],
  })
  expect(created.status).toBe(201)
  await lots(...Array.from({ length: 2_500 }, () => '2028-01-15'))
  expect(await runLotExpiring(service.db, '2028-01-01')).toEqual({ emitted: 2_500 })
  const counted = sql`
    select count(*) as deliveries, count(distinct event_id) as events from deliveries
    where client_id = ${client.id}`
  expect(await service.db.rows(counted)).toEqual([{ deliveries: 2_500, events: 2_500 }])
})

test('the queue has the schedule, and a start runs what is due today', async () => {
  await lots('2029-06-20')
  const clock = () => Date.parse('2029-06-10T09:00:00Z')
  const jobs = await startJobs({ ...service.deps, clock }, fileTransport(dataDir, 'a@anden.example'))
  await until('it is done', async () => (await days()).length === 1)
  expect(await days()).toEqual([{ job: 'lot-expiring', day: '2029-06-10' }])
  expect(await events()).toHaveLength(1)
  const known = sql<{ identifier: string }>`
    select identifier from graphile_worker._private_known_crontabs order by identifier`
  await until('it is known', async () => (await service.db.rows(known)).length > 0)
  expect((await service.db.rows(known)).map(({ identifier }) => identifier)).toEqual([
    'idle-sandboxes',
    'lot-expiring',
    'remito-cai',
    'retention',
  ])
  await jobs.stop()
})
