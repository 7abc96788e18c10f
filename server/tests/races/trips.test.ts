// Two at the same moment on one trip, or on the orders of it, on two processes. Each round leaves a consistent state, and no
// order is on two trips or leaves twice.
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { issueStaffKey } from '../../src/identity/issue-keys.ts'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { expectOnly, outcome, race, rounds, tally, times } from '../harness/race.ts'
import { startSecondProcess } from '../harness/service.ts'
import { tripsIn } from '../harness/trips.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
const second = await startSecondProcess(service)
afterAll(async () => {
  await second.stop()
  await expectEventsMatch(service.db)
})
const { token } = await issueStaffKey(service.db, { name: 'second', scopes: ['staff:read', 'staff:orders'] })
/** Of another dispatcher, on another process. */
const colleague = second.backoffice(token)
const { staff, act } = warehouse
const { orderThat, aTrip, change, read, readOrder } = tripsIn(warehouse)
const client = await warehouse.aStockedClient(10_000)
const prepared = () => orderThat(client, 'approve', 'prepare')
const approved = () => orderThat(client, 'approve')

const deadlocks = async () =>
  (
    await service.db.one(sql<{ deadlocks: number }>`
      select deadlocks::int from pg_stat_database where datname = current_database()`)
  ).deadlocks

describe('of two dispatchers', () => {
  test('who change one trip, one hears that there is another revision', async () => {
    await rounds(10, async () => {
      const [a, b] = [await approved(), await approved()]
      const trip = await aTrip([a])
      const answers = await race([
        () => staff.patch(`/trips/${trip.id}`, { if_revision: 1, action: 'add', order_id: b }),
        () => colleague.patch(`/trips/${trip.id}`, { if_revision: 1, action: 'remove', order_id: a }),
      ])
      expect(tally(answers)).toEqual({ '200': 1, '409 trips/changed-meanwhile': 1 })
      expect((await read(trip.id)).revision).toBe(2)
      await expectInvariants(service.db)
    })
  })

  test('who put one order on two trips, one hears that it is on the other', async () => {
    await rounds(10, async () => {
      const id = await approved()
      const [one, two] = [await aTrip(), await aTrip()]
      const answers = await race([
        () => staff.patch(`/trips/${one.id}`, { if_revision: 1, action: 'add', order_id: id }),
        () => colleague.patch(`/trips/${two.id}`, { if_revision: 1, action: 'add', order_id: id }),
      ])
      expect(tally(answers)).toEqual({ '200': 1, '409 trips/order-on-trip': 1 })
      await expectInvariants(service.db)
    })
  })

  test('who make trips of the same orders in another order, one gets all of them', async () => {
    await rounds(10, async () => {
      const ids = await Promise.all(times(4, approved))
      const trip = { date: new Date().toISOString().slice(0, 10), driver_name: 'Raúl Quiroga' }
      const answers = await race([
        () => staff.post('/trips', { ...trip, order_ids: ids }),
        () => colleague.post('/trips', { ...trip, order_ids: ids.toReversed() }),
      ])
      expect(tally(answers)).toEqual({ '201': 1, '409 trips/order-on-trip': 1 })
      await expectInvariants(service.db)
    })
  })

  test('who both let it depart, one does', async () => {
    await rounds(10, async () => {
      const ids = await Promise.all(times(3, prepared))
      const trip = await aTrip(ids)
      const depart = { if_revision: 1, action: 'depart' }
      const answers = await race([
        () => staff.patch(`/trips/${trip.id}`, depart),
        () => colleague.patch(`/trips/${trip.id}`, depart),
      ])
      expect(tally(answers)).toEqual({ '200': 1, '409 trips/changed-meanwhile': 1 })
      for (const id of ids) expect((await readOrder(id)).status).toBe('in_transit')
    })
  })
})

test('departure and the cancellation of an order: the order leaves with the trip, or the trip without it', async () => {
  const seen = new Set<string>()
  await rounds(100, async (round) => {
    if (round >= 12 && seen.size === 2) return
    const [a, b] = [await prepared(), await prepared()]
    const trip = await aTrip([a, b])
    const [departed, cancelled] = await race([
      () => change(trip, { action: 'depart' }),
      () => colleague.patch(`/orders/${b}`, { action: 'cancel', reason: 'Sin stock' }),
    ])
    if (!departed || !cancelled) throw new Error('both were asked')
    expect([
      ['200', '409 orders/invalid-transition'],
      ['409 trips/changed-meanwhile', '200'],
    ]).toContainEqual([outcome(departed), outcome(cancelled)])
    seen.add(outcome(departed))
    const { stops } = await read(trip.id)
    expect(stops.map(({ order_id }) => order_id)).toEqual(departed.status === 200 ? [a, b] : [a])
    expect((await readOrder(b)).status).toBe(departed.status === 200 ? 'in_transit' : 'cancelled')
    await expectInvariants(service.db)
  })
  expect(seen.size).toBe(2)
})

test('dispatching an order by itself and putting it on a trip exclude each other', async () => {
  await rounds(15, async () => {
    const id = await prepared()
    const trip = await aTrip()
    const [dispatched, added] = await race([
      () => colleague.patch(`/orders/${id}`, { action: 'dispatch' }),
      () => change(trip, { action: 'add', order_id: id }),
    ])
    if (!dispatched || !added) throw new Error('both were asked')
    expect([
      ['200', '409 trips/orders-not-ready'],
      ['409 orders/on-trip', '200'],
    ]).toContainEqual([outcome(dispatched), outcome(added)])
    await expectInvariants(service.db)
  })
})

test('outcomes, another vehicle and the end of a trip never wait for each other in a circle', async () => {
  const before = await deadlocks()
  await rounds(8, async () => {
    const ids = await Promise.all(times(4, prepared))
    const trip = await aTrip(ids)
    expect((await change(trip, { action: 'depart' })).status).toBe(200)
    const answers = await race([
      ...ids.map((id, index) => () => {
        const change = index % 2 ? { action: 'deliver' } : { action: 'fail', reason: 'Cerrado' }
        return colleague.patch(`/orders/${id}`, change)
      }),
      () => staff.patch(`/trips/${trip.id}`, { if_revision: 2, plate: 'AC765ZX' }),
      () => staff.patch(`/trips/${trip.id}`, { if_revision: 2, action: 'close' }),
    ])
    expectOnly(answers, ['200', '409 trips/stops-open', '409 trips/changed-meanwhile', '409 trips/closed'])
    expect((await read(trip.id)).stops.every(({ outcome }) => outcome !== null)).toBe(true)
    await expectInvariants(service.db)
  })
  expect(await deadlocks()).toBe(before)
})

test('an order that moves to another trip is cancelled where it is then', async () => {
  await rounds(15, async () => {
    const id = await approved()
    const [from, to] = [await aTrip([id]), await aTrip()]
    const answers = await race([
      async () => {
        const removed = await change(from, { action: 'remove', order_id: id })
        return removed.status === 200 ? change(to, { action: 'add', order_id: id }) : removed
      },
      () => act(id, 'cancel', 'Sin stock'),
    ])
    expectOnly(answers, ['200', '409 trips/orders-not-ready', '409 trips/changed-meanwhile'])
    expect(answers[1]?.status).toBe(200)
    expect([(await read(from.id)).stops, (await read(to.id)).stops]).toEqual([[], []])
    await expectInvariants(service.db)
  })
})
