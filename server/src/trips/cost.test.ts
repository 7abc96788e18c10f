// A departure takes as many statements as one order would, whatever the number of its stops. Each order has its event and each of
// its client's endpoints its delivery all the same.
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { times } from '../../tests/harness/race.ts'
import { tripsIn } from '../../tests/harness/trips.ts'
import { sql } from '../db/sql.ts'

const { service, warehouse } = await useWarehouse()
const { orderThat, aTrip, change } = tripsIn(warehouse)
const clients = await Promise.all(times(2, () => warehouse.aStockedClient(1_000)))
for (const { portal } of clients) {
  for (const url of ['https://8.8.8.8/one', 'https://8.8.8.8/two'])
    await portal.post('/webhooks', { url, events: ['order.*'] })
}

async function prepared(count: number): Promise<string[]> {
  const ids: string[] = []
  for (const index of times(count, (one) => one))
    ids.push(await orderThat(clients[index % 2] as (typeof clients)[number], 'approve', 'prepare'))
  return ids
}

/** Those of the request, with the lookup of its key. */
async function statementsOf(send: () => Promise<{ status: number }>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const { status } = await send()
  const { length } = spy.mock.calls
  spy.mockRestore()
  expect(status).toBe(200)
  return length
}

async function departureOf(count: number) {
  const trip = await aTrip(await prepared(count))
  return { id: trip.id, statements: await statementsOf(() => change(trip, { action: 'depart' })) }
}

test('a departure of 50 orders takes the statements of one, and those are about as many as of one dispatch', async () => {
  const [alone = ''] = await prepared(1)
  const dispatch = await statementsOf(() => warehouse.act(alone, 'dispatch'))
  await departureOf(1)
  const one = await departureOf(1)
  const fifty = await departureOf(50)
  expect(dispatch).toBeGreaterThan(5)
  expect(fifty.statements).toBe(one.statements)
  expect(fifty.statements).toBeLessThanOrEqual(1.5 * dispatch)
  expect(
    await service.db.one(sql`
      select count(distinct events.id) as events, count(deliveries.id) as deliveries,
        count(distinct deliveries.endpoint_id) as endpoints
      from trip_stops stop
      join events on events.client_id = stop.client_id and events.object_id = stop.order_id
        and events.type = 'order.in_transit'
      left join deliveries on deliveries.event_id = events.id
      where stop.trip_id = ${fifty.id}`),
  ).toEqual({ events: 50, deliveries: 100, endpoints: 4 })
}, 60_000)
