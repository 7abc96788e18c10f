// kill -9 while a trip departs: every order of it is under way, with its event and its delivery, or none is.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { expectEventsMatch } from '../harness/expect-events.ts'
import type { Caller } from '../harness/http.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useKillableServer } from '../harness/killable-server.ts'
import { times } from '../harness/race.ts'
import { sizes } from '../harness/sizes.ts'
import { tripsIn } from '../harness/trips.ts'
import { until } from '../harness/until.ts'

const orders = 12
const { db, warehouse, kill, killWhileWaitingFor, staffOfVictim } = await useKillableServer()
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

const depart = (staff: Caller, id: string) =>
  staff.patch(`/trips/${id}`, { if_revision: 1, action: 'depart' })

/** What the trip and its orders have come to, and what was said of it. */
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

/** Kills the process that departs while it waits for the row that `lock` locks, and waits until its transaction has ended. */
async function killDeparture(lock: string, tripId: string) {
  await killWhileWaitingFor(lock, () => depart(staffOfVictim(), tripId))
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
  await killDeparture('select from stock for update', trip.id)
  expect(await stateOf(trip.id)).toEqual(none)
  const again = await depart(warehouse.staff, trip.id)
  expect(again.status, again.text).toBe(200)
  expect(await stateOf(trip.id)).toEqual(all)
})

test('killed at its commit, all have departed or none', async () => {
  const trip = await aTripOfBoth()
  await killDeparture('select from client_versions for update', trip.id)
  await expect.poll(() => stateOf(trip.id), { timeout: 20_000 }).toBeOneOf([all, none])
})

test('killed at any moment, all have departed or none', async () => {
  for (const _ of times(sizes.kills + 2, () => null)) {
    const trip = await aTripOfBoth()
    const asked = depart(staffOfVictim(), trip.id).catch(() => null)
    await delay(Math.random() * 40)
    await kill()
    await asked
    await expect.poll(() => stateOf(trip.id), { timeout: 20_000 }).toBeOneOf([all, none])
    // Repeated on the other process, it departs, or has departed already.
    const again = await depart(warehouse.staff, trip.id)
    expect([200, 409], again.text).toContain(again.status)
    expect(await stateOf(trip.id)).toEqual(all)
  }
  await expectInvariants(db)
  await expectEventsMatch(db)
}, 240_000)
