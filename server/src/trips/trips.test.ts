// Trips over HTTP: what a draft takes and refuses, how its stops move, how it departs and is closed.
import type { Trip } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { tripsIn } from '../../tests/harness/trips.ts'
import { sql } from '../db/sql.ts'
import { dayAfter } from '../stock/warehouse-day.ts'

const { service, warehouse } = await useWarehouse()
const { staff, act } = warehouse
const { orderThat, orderOf, post, aTrip, change, changeNow, read, readOrder, aDepartedTrip, today } =
  tripsIn(warehouse)
const client = await warehouse.aStockedClient(10_000)
const other = await warehouse.aStockedClient(1_000)

const route = (trip: Trip) => trip.stops.map(({ position, order_id }) => [position, order_id])
const places = (...ids: string[]) => ids.map((id, index) => [index + 1, id])
const approved = () => orderThat(client, 'approve')
const prepared = () => orderThat(client, 'approve', 'prepare')

describe('a new trip', () => {
  test('is a draft with the orders that were chosen, in their order, of several clients', async () => {
    const ids = [await prepared(), await orderThat(other, 'approve'), await approved()]
    const answer = await post({ order_ids: ids, driver_dni: '24.555.120', trailer_plate: 'abc 123' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toMatch(`/trips/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      number: expect.stringMatching(/^VIA-\d{6}$/),
      revision: 1,
      status: 'draft',
      driver_dni: '24555120',
      trailer_plate: 'ABC123',
      packages: 0,
      departed_at: null,
      closed_at: null,
    })
    expect(route(answer.body)).toEqual(places(...ids))
    expect(answer.body.stops[1]?.client).toMatchObject({ id: other.id })
    expect(await read(answer.body.id)).toEqual(answer.body)
  })

  test('has the next number, and that of a deleted one is not used again', async () => {
    const first = await aTrip()
    expect((await staff.delete(`/trips/${first.id}`)).status).toBe(204)
    const second = await aTrip()
    expect(numberOf(second)).toBe(numberOf(first) + 1)
    expectProblem(await staff.get(`/trips/${first.id}`), 'trips/not-found')
  })

  test.each([
    ['ABC 123', 'ABC123'],
    ['ab-123-cd', 'AB123CD'],
  ])('keeps the plate %s as %s', async (given, kept) => {
    expect((await aTrip([], { plate: given })).plate).toBe(kept)
  })

  test.each(['ABC 12', 'A123BC', 'AB1234CD', 'ÁBC123', ''])('refuses the plate "%s"', async (plate) => {
    expectProblem(await post({ plate }), 'validation/invalid-body')
  })

  test.each([
    ['1999-12-31', false],
    [dayAfter(today(), -8), false],
    [dayAfter(today(), -6), true],
    [dayAfter(today(), 364), true],
    [dayAfter(today(), 367), false],
    ['2026-02-30', false],
  ])('on %s: %s', async (date, isAccepted) => {
    const answer = await post({ date })
    if (isAccepted) expect(answer.status).toBe(201)
    else expectProblem(answer, 'validation/invalid-body')
  })

  test('refuses 300 orders, one that is given twice, and one that does not exist', async () => {
    expectProblem(await post({ order_ids: many(300) }), 'validation/invalid-body')
    const id = await approved()
    expectProblem(await post({ order_ids: [id, id] }), 'validation/invalid-body')
    const unknown = await post({ order_ids: [id, uuidv7()] })
    expectProblem(unknown, 'validation/invalid-body')
    expect(unknown.body).toMatchObject({ errors: [{ pointer: '/order_ids/1', code: 'unknown_order' }] })
  })

  test('refuses orders that cannot be on a trip, all of them named with why', async () => {
    const pending = await orderThat(client)
    const collected = await orderOf(client, { delivery_type: 'retiro' }, 'approve')
    const delivered = await orderThat(client, 'approve', 'prepare', 'dispatch', 'deliver')
    const answer = await post({ order_ids: [await approved(), pending, collected, delivered] })
    expectProblem(answer, 'trips/orders-not-ready')
    expect(answer.body).toMatchObject({
      orders: [
        { order_id: pending, why: 'wrong_status', current_status: 'pending' },
        { order_id: collected, why: 'retiro', current_status: 'approved' },
        { order_id: delivered, why: 'wrong_status', current_status: 'delivered' },
      ],
    })
  })

  test('refuses orders that are on another trip, and says on which', async () => {
    const id = await approved()
    const { id: tripId, number } = await aTrip([id])
    const answer = await post({ order_ids: [id] })
    expectProblem(answer, 'trips/order-on-trip')
    expect(answer.body).toMatchObject({
      detail: expect.stringContaining(number),
      on_trips: [{ order_id: id, trip_id: tripId, trip_number: number }],
    })
  })
})

describe('the stops of a draft', () => {
  test('are added at the end or in a place, moved up and down, and removed', async () => {
    const [a, b, c, d] = [await approved(), await approved(), await approved(), await approved()]
    const { id } = await aTrip([a, b])
    const after = async (given: object) => route((await changeNow(id, { ...given })).body)
    expect(await after({ action: 'add', order_id: c })).toEqual(places(a, b, c))
    expect(await after({ action: 'add', order_id: d, position: 1 })).toEqual(places(d, a, b, c))
    expect(await after({ action: 'move', order_id: d, position: 4 })).toEqual(places(a, b, c, d))
    expect(await after({ action: 'move', order_id: c, position: 1 })).toEqual(places(c, a, b, d))
    expect(await after({ action: 'move', order_id: a, position: 3 })).toEqual(places(c, b, a, d))
    expect(await after({ action: 'remove', order_id: b })).toEqual(places(c, a, d))
    const { revision } = await read(id)
    expect(revision).toBe(7)
    expect((await changeNow(id, { action: 'move', order_id: c, position: 1 })).body.revision).toBe(revision)
  })

  test('change only for those who know the revision', async () => {
    const [a, b] = [await approved(), await approved()]
    const trip = await aTrip([a])
    expect((await change(trip, { action: 'add', order_id: b })).status).toBe(200)
    const late = await change(trip, { action: 'remove', order_id: a })
    expectProblem(late, 'trips/changed-meanwhile')
    expect(late.body).toMatchObject({ revision: 2 })
    expect(route(await read(trip.id))).toEqual(places(a, b))
  })

  test('are at most 200', async () => {
    const ids: string[] = []
    for (let i = 0; i < 201; i += 1) ids.push(await approved())
    const [last = '', ...first] = ids
    const trip = await aTrip(first)
    expect(trip.stops).toHaveLength(200)
    expectProblem(await change(trip, { action: 'add', order_id: last }), 'trips/too-many-stops')
  })

  test.each([
    [{ action: 'add', position: 3 }, '/position', 'position_out_of_range'],
    [{ action: 'add', position: 0 }, '/position', 'too_small'],
    [{ action: 'add', position: 201 }, '/position', 'too_large'],
    [{ action: 'add', order_id: uuidv7() }, '/order_id', 'unknown_order'],
    [{ action: 'add', order_id: undefined }, '/order_id', 'required_for_action'],
    [{ action: 'add', notes: 'Antes de las 9' }, '/notes', 'not_for_action'],
    [{ action: 'depart' }, '/order_id', 'only_for_stops'],
    [{}, '/order_id', 'only_for_stops'],
  ])('refuse %o', async (given, pointer, code) => {
    const trip = await aTrip([await approved()])
    const answer = await change(trip, { order_id: await approved(), ...given })
    expectProblem(answer, 'validation/invalid-body')
    expect(answer.body).toMatchObject({ errors: [expect.objectContaining({ pointer, code })] })
    expect(await read(trip.id)).toEqual(trip)
  })

  test('refuse to move an order that is none of them, or to no place', async () => {
    const id = await approved()
    const trip = await aTrip([id])
    expectProblem(
      await change(trip, { action: 'move', order_id: await approved(), position: 1 }),
      'trips/not-a-stop',
    )
    expectProblem(await change(trip, { action: 'remove', order_id: uuidv7() }), 'trips/not-a-stop')
    expectProblem(await change(trip, { action: 'move', order_id: id }), 'validation/invalid-body')
    expectProblem(
      await change(trip, { action: 'move', order_id: id, position: 2 }),
      'validation/invalid-body',
    )
  })

  test('lose an order that is cancelled, by the staff or by its client', async () => {
    const [a, b, c] = [await approved(), await approved(), await approved()]
    const trip = await aTrip([a, b, c])
    expect((await act(b, 'cancel', 'Sin stock')).status).toBe(200)
    expect(await read(trip.id)).toMatchObject({ revision: 2 })
    expect(route(await read(trip.id))).toEqual(places(a, c))
    expect((await client.portal.patch(`/orders/${a}`, { action: 'cancel' })).status).toBe(200)
    expect(route(await read(trip.id))).toEqual(places(c))
    expectProblem(await changeNow(trip.id, { action: 'add', order_id: a }), 'trips/orders-not-ready')
  })

  test('do not leave by themselves, until they are removed', async () => {
    const id = await prepared()
    const { id: tripId, number } = await aTrip([id])
    const refused = await act(id, 'dispatch')
    expectProblem(refused, 'orders/on-trip')
    expect(refused.body).toMatchObject({ on_trips: [{ order_id: id, trip_id: tripId, trip_number: number }] })
    await changeNow(tripId, { action: 'remove', order_id: id })
    expect((await act(id, 'dispatch')).status).toBe(200)
  })
})

describe('what the staff say of a trip', () => {
  test('can be changed until it is closed, with a revision for each change', async () => {
    const trip = await aTrip()
    const answer = await change(trip, { plate: 'aa 123 bb', notes: null, cot: '123', driver_name: 'Ana Gil' })
    expect(answer.body).toMatchObject({ plate: 'AA123BB', cot: '123', driver_name: 'Ana Gil', revision: 2 })
    expectProblem(await change(trip, { notes: 'Otra' }), 'trips/changed-meanwhile')
    expect((await changeNow(trip.id, {})).body.revision).toBe(2)
    expect((await changeNow(trip.id, { cot: '123' })).body.revision).toBe(2)
    expectProblem(await changeNow(trip.id, { date: '2000-01-01' }), 'validation/invalid-body')
    await service.db.run(sql`update trips set date = '2000-01-01' where id = ${trip.id}`)
    const kept = await changeNow(trip.id, { date: '2000-01-01', notes: 'Volvió tarde' })
    expect(kept.body).toMatchObject({ date: '2000-01-01', notes: 'Volvió tarde' })
  })

  test('cannot be changed once it is closed, nor deleted, nor can it depart again', async () => {
    const id = await prepared()
    const { id: tripId } = await aDepartedTrip(id)
    await act(id, 'deliver')
    expect((await changeNow(tripId, { action: 'close' })).body.status).toBe('closed')
    expectProblem(await changeNow(tripId, { notes: 'Tarde' }), 'trips/closed')
    expectProblem(await changeNow(tripId, { action: 'depart' }), 'trips/not-draft')
    expectProblem(await changeNow(tripId, { action: 'close' }), 'trips/not-under-way')
    expectProblem(await changeNow(tripId, { action: 'add', order_id: await approved() }), 'trips/not-draft')
    expectProblem(await staff.delete(`/trips/${tripId}`), 'trips/not-draft')
  })
})

describe('departure', () => {
  test('puts every order in transit, and its order tells each client the vehicle and the place', async () => {
    const [a, b] = [await prepared(), await orderThat(other, 'approve', 'prepare', 'dispatch', 'fail')]
    const trip = await aDepartedTrip(a, b)
    expect(trip).toMatchObject({ status: 'departed', departed_at: expect.any(String), revision: 2 })
    const shown = (stop: number) => ({ plate: 'AB123CD', driver_name: 'Raúl Quiroga', stop, stops: 2 })
    expect((await client.portal.get(`/orders/${a}`)).body).toMatchObject({
      status: 'in_transit',
      trip: shown(1),
    })
    expect((await other.portal.get(`/orders/${b}`)).body).toMatchObject({
      status: 'in_transit',
      trip: shown(2),
    })
    expect(await readOrder(a)).toMatchObject({ trip: shown(1), trip_id: trip.id, trip_number: trip.number })
    const events = (await client.portal.get(`/events?object_id=${a}&type=order.in_transit`)).body.data
    expect(events).toHaveLength(1)
    expect(events[0].data.object).toMatchObject({ previous_status: 'in_preparation', trip: shown(1) })
    const [failed] = (await other.portal.get(`/events?object_id=${b}&type=order.in_transit`)).body.data
    expect(failed.data.object).toMatchObject({ previous_status: 'failed_delivery', trip: shown(2) })
  })

  test('is refused while an order is not ready, with all of them and why', async () => {
    const [a, b, c] = [await prepared(), await approved(), await prepared()]
    const held = await warehouse.aStockedClient(5)
    const d = await orderThat(held, 'approve', 'prepare')
    const lotId = (await staff.get(`/lots?client_id=${held.id}`)).body.data[0].id
    await staff.patch(`/lots/${lotId}`, { hold: true, reason: 'Retiro del mercado' })
    const trip = await aTrip([a, b, c, d])
    const answer = await change(trip, { action: 'depart' })
    expectProblem(answer, 'trips/orders-not-ready')
    expect(answer.body).toMatchObject({
      orders: [
        { order_id: b, why: 'not_in_preparation', lots: [] },
        {
          order_id: d,
          why: 'lot_on_hold',
          lots: [{ lot_id: lotId, reason: 'Retiro del mercado', quantity: 1 }],
        },
      ],
    })
    expect(await read(trip.id)).toEqual(trip)
    await act(b, 'prepare')
    await staff.patch(`/lots/${lotId}`, { hold: false })
    expect((await change(trip, { action: 'depart' })).status).toBe(200)
  })

  test('needs a stop', async () => {
    expectProblem(await change(await aTrip(), { action: 'depart' }), 'trips/no-stops')
  })

  test('is not shown to the client while the trip is a draft', async () => {
    const id = await prepared()
    const { id: tripId, number } = await aTrip([id])
    expect((await client.portal.get(`/orders/${id}`)).body.trip).toBeNull()
    expect(await readOrder(id)).toMatchObject({ trip: null, trip_id: tripId, trip_number: number })
  })

  test('keeps what the trip took, whatever its products weigh later', async () => {
    const id = await prepared()
    await weigh(client.productId, 12.5)
    const draft = await aTrip([id])
    expect(draft).toMatchObject({ weight_kg: 12.5, weight_known: true })
    const { id: tripId } = (await change(draft, { action: 'depart' })).body
    await weigh(client.productId, 20)
    expect(await read(tripId)).toMatchObject({
      weight_kg: 12.5,
      stops: [{ weight_kg: 12.5, weight_known: true }],
    })
    await weigh(client.productId, null)
    expect(await aTrip([await prepared()])).toMatchObject({ weight_kg: null, weight_known: false })
  })

  test('tells the client of another vehicle, as a change of the order', async () => {
    const id = await prepared()
    const trip = await aDepartedTrip(id)
    const before = (await client.portal.get(`/orders/${id}`)).body
    await change(trip, { plate: 'AC765ZX' })
    const after = (await client.portal.get(`/orders/${id}`)).body
    expect(after.trip.plate).toBe('AC765ZX')
    expect(after.updated_at > before.updated_at).toBe(true)
  })
})

describe('a stop of a trip that has departed', () => {
  test('has the outcome of its order, and keeps it when the order leaves with another trip', async () => {
    const [a, b] = [await prepared(), await prepared()]
    const trip = await aDepartedTrip(a, b)
    await act(a, 'deliver')
    await act(b, 'fail', 'Estaba cerrado')
    const stops = [
      { outcome: 'delivered', outcome_reason: null, order_status: 'delivered' },
      { outcome: 'failed', outcome_reason: 'Estaba cerrado', outcome_at: expect.any(String) },
    ]
    expect(await read(trip.id)).toMatchObject({ revision: 2, stops })
    const second = await aDepartedTrip(b)
    expect(await readOrder(b)).toMatchObject({ trip: { stop: 1, stops: 1 }, trip_id: second.id })
    await act(b, 'deliver')
    expect(await read(trip.id)).toMatchObject({
      stops: [stops[0], { ...stops[1], order_status: 'delivered' }],
    })
    expect(await read(second.id)).toMatchObject({ stops: [{ outcome: 'delivered' }] })
  })

  test('stays failed when its order is cancelled', async () => {
    const id = await prepared()
    const trip = await aDepartedTrip(id)
    await act(id, 'fail', 'Nadie atendió')
    await act(id, 'cancel', 'No lo quieren')
    expect(await read(trip.id)).toMatchObject({ stops: [{ outcome: 'failed', order_status: 'cancelled' }] })
  })

  test('keeps the trip open until it has an outcome', async () => {
    const [a, b] = [await prepared(), await prepared()]
    const trip = await aDepartedTrip(a, b)
    await act(a, 'deliver')
    const refused = await change(trip, { action: 'close' })
    expectProblem(refused, 'trips/stops-open')
    expect(refused.body).toMatchObject({ stops: [{ position: 2, order_id: b }] })
    await act(b, 'fail', 'Estaba cerrado')
    const closed = await change(trip, { action: 'close' })
    expect(closed.body).toMatchObject({ status: 'closed', closed_at: expect.any(String), revision: 3 })
  })

  test('cannot be on a further trip while it is under way', async () => {
    const id = await prepared()
    const { number } = await aDepartedTrip(id)
    const answer = await post({ order_ids: [id] })
    expectProblem(answer, 'trips/order-on-trip')
    expect(answer.body).toMatchObject({ on_trips: [{ trip_number: number }] })
  })
})

describe('the audit log', () => {
  test('tells the life of a trip, under its number, and of no client', async () => {
    const [a, b] = [await prepared(), await prepared()]
    const { id, number } = await aTrip([a])
    await changeNow(id, { plate: 'AC765ZX' })
    await changeNow(id, { action: 'add', order_id: b })
    await changeNow(id, { action: 'move', order_id: b, position: 1 })
    await changeNow(id, { action: 'remove', order_id: b })
    await changeNow(id, { action: 'depart' })
    await act(a, 'deliver')
    await changeNow(id, { action: 'close' })
    const { data } = (await staff.get('/audit?limit=30')).body
    type Entry = { action: string; subject_id: string; client_id: string | null; subject: { label: string } }
    const told = data.filter(({ subject_id }: Entry) => subject_id === id).toReversed()
    expect(told.map(({ action }: Entry) => action)).toEqual(
      ['create', 'update', 'add', 'move', 'remove', 'depart', 'close'].map((verb) => `trips.${verb}`),
    )
    const { order_number } = await readOrder(b)
    expect(told.slice(1, 5)).toMatchObject([
      { before: { plate: 'AB123CD' }, after: { plate: 'AC765ZX' } },
      { after: { order_number, position: 2 } },
      { before: { order_number, position: 2 }, after: { order_number, position: 1 } },
      { before: { order_number, position: 1 }, after: null },
    ])
    for (const entry of told) {
      expect(entry).toMatchObject({ client_id: null, subject: { type: 'trip', id, label: number } })
    }
    const ofOrder = data.filter(({ subject_id }: Entry) => subject_id === a)
    expect(ofOrder[1]).toMatchObject({
      action: 'orders.dispatch',
      client_id: client.id,
      before: { status: 'in_preparation' },
      after: { status: 'in_transit' },
    })
  })
})

const numberOf = ({ number }: Trip) => Number(number.slice(4))
const many = (count: number) => Array.from({ length: count }, () => uuidv7())
const weigh = (productId: string, weight: number | null) =>
  service.db.run(sql`update products set weight_kg = ${weight} where id = ${productId}`)
