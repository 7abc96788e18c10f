// Two actions at the same moment on one order, or on its goods.

import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { expectOnly, outcome, race, rounds, tally, times } from '../harness/race.ts'
import { order, type Warehouse } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
afterAll(() => expectEventsMatch(service.db))

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const cancel = (client: Client, id: string) => client.portal.patch(`/orders/${id}`, { action: 'cancel' })
const stockOf = async (client: Client) => (await client.portal.get(`/stock/${client.productId}`)).body
const statusOf = async (client: Client, id: string) => (await client.portal.get(`/orders/${id}`)).body.status

const pack = (id: string, packages: number, checked: boolean) =>
  warehouse.staff.patch(`/orders/${id}`, { action: 'pack', packages, checked })

async function inPreparation(client: Client): Promise<string> {
  const { id } = (await order(client, 1)).body
  for (const action of ['approve', 'prepare']) await warehouse.act(id, action)
  return id
}

/** The events about one order, in the order of their transactions. */
async function eventsOf(client: Client, id: string): Promise<string[]> {
  const events = await service.db.rows(sql<{ type: string }>`
    select type from events
    where client_id = ${client.id} and body::json #>> '{data,object,id}' = ${id}
    order by transaction_id, events.id`)
  return events.map(({ type }) => type)
}

describe('of two on one order', () => {
  test('who both approve it, one gets 200 and one 409', async () => {
    const client = await warehouse.aStockedClient(100)
    await rounds(15, async () => {
      const { id } = (await order(client, 1)).body
      const answers = await race(times(2, () => () => warehouse.act(id, 'approve')))
      expect(tally(answers)).toEqual({ '200': 1, '409 orders/invalid-transition': 1 })
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body).toMatchObject({ current_status: 'approved' })
      expect(await eventsOf(client, id)).toEqual(['order.created', 'order.approved'])
      await expectInvariants(service.db)
    })
    expect(await stockOf(client)).toMatchObject({ quantity: 85, reserved_quantity: 0 })
  })

  test("the client's cancellation always succeeds; the order ends cancelled, with its goods back", async () => {
    const seen = new Set<string>()
    const bothWays = () => seen.size === 2
    await rounds(100, async (round) => {
      if (round >= 12 && bothWays()) return
      const client = await warehouse.aStockedClient(10)
      const { id } = (await order(client, 4)).body
      const [cancelled, approved] = await race([() => cancel(client, id), () => warehouse.act(id, 'approve')])
      expect(cancelled?.status).toBe(200)
      if (approved) expectOnly([approved], ['200', '409 orders/invalid-transition'])
      seen.add(`${approved?.status}`)
      expect(await statusOf(client, id)).toBe('cancelled')
      expect(await stockOf(client)).toMatchObject({
        quantity: 10,
        reserved_quantity: 0,
        available_quantity: 10,
      })
      const steps = approved?.status === 200 ? ['order.approved'] : []
      expect(await eventsOf(client, id)).toEqual(['order.created', ...steps, 'order.cancelled'])
      await expectInvariants(service.db)
    })
    expect(bothWays()).toBe(true)
  })

  test('approve and reject exclude each other', async () => {
    const client = await warehouse.aStockedClient(100)
    await rounds(10, async () => {
      const { id } = (await order(client, 1)).body
      const answers = await race([
        () => warehouse.act(id, 'approve'),
        () => warehouse.act(id, 'reject', 'Sin transporte'),
      ])
      expect(tally(answers)).toEqual({ '200': 1, '409 orders/invalid-transition': 1 })
      await expectInvariants(service.db)
    })
  })

  test('prepare and the cancellation by the client exclude each other', async () => {
    const client = await warehouse.aStockedClient(100)
    await rounds(10, async () => {
      const { id } = (await order(client, 1)).body
      await warehouse.act(id, 'approve')
      const [prepared, cancelled] = await race([() => warehouse.act(id, 'prepare'), () => cancel(client, id)])
      if (!prepared || !cancelled) throw new Error('both were asked')
      expect([
        ['200', '409 orders/not-cancellable'],
        ['409 orders/invalid-transition', '200'],
      ]).toContainEqual([outcome(prepared), outcome(cancelled)])
      expect(await statusOf(client, id)).toBe(prepared.status === 200 ? 'in_preparation' : 'cancelled')
      await expectInvariants(service.db)
    })
  })

  test('who both pack it, both get 200, and it is as one of them said', async () => {
    const client = await warehouse.aStockedClient(100)
    await rounds(10, async () => {
      const id = await inPreparation(client)
      const answers = await race([() => pack(id, 2, true), () => pack(id, 5, false)])
      expect(tally(answers)).toEqual({ '200': 2 })
      const { packages, checked, packed_at } = (await warehouse.staff.get(`/orders/${id}`)).body
      expect([
        [2, true],
        [5, false],
      ]).toContainEqual([packages, checked])
      const last = answers.find(({ body }) => body.packages === packages)
      expect(packed_at).toBe(last?.body.packed_at)
      await expectInvariants(service.db)
    })
  })

  test.each(['cancel', 'dispatch'] as const)('packing never changes an order after %s', async (action) => {
    const client = await warehouse.aStockedClient(1000)
    const event = { cancel: 'order.cancelled', dispatch: 'order.in_transit' }[action]
    const seen = new Set<number | undefined>()
    await rounds(100, async (round) => {
      if (round >= 12 && seen.size === 2) return
      const id = await inPreparation(client)
      const [packed, moved] = await race([
        () => pack(id, 3, true),
        () => warehouse.act(id, action, action === 'cancel' ? 'Duplicado' : undefined),
      ])
      expect(moved?.status).toBe(200)
      if (packed) expectOnly([packed], ['200', '409 orders/invalid-transition'])
      seen.add(packed?.status)
      // Whoever was first: the event says what the order says.
      const packages = packed?.status === 200 ? 3 : null
      expect((await client.portal.get(`/orders/${id}`)).body.packages).toBe(packages)
      const { data } = (await client.portal.get(`/events?object_id=${id}&limit=1`)).body
      expect(data).toMatchObject([{ type: event, data: { object: { packages } } }])
      await expectInvariants(service.db)
    })
    expect(seen).toEqual(new Set([200, 409]))
  })

  test('who both cancel it, both get 200, and it is cancelled once', async () => {
    const client = await warehouse.aStockedClient(100)
    await rounds(10, async () => {
      const { id } = (await order(client, 1)).body
      await warehouse.act(id, 'approve')
      const answers = await race([
        () => cancel(client, id),
        () => warehouse.act(id, 'cancel', 'Pedido duplicado'),
        () => cancel(client, id),
      ])
      expect(tally(answers)).toEqual({ '200': 3 })
      expect(await eventsOf(client, id)).toEqual(['order.created', 'order.approved', 'order.cancelled'])
      await expectInvariants(service.db)
    })
    expect(await stockOf(client)).toMatchObject({ quantity: 100, available_quantity: 100 })
  })
})

test('two approvals that compete for the same lot never take more than is there', async () => {
  await rounds(10, async () => {
    const client = await warehouse.aStockedClient(10)
    const ids = [(await order(client, 5)).body.id, (await order(client, 4)).body.id]
    const lost = { product_id: client.productId, delta: -5, reason: 'Rotura' }
    expect((await warehouse.staff.post('/stock/adjustments', lost)).status).toBe(201)
    expect(await stockOf(client)).toMatchObject({ quantity: 5, reserved_quantity: 9, available_quantity: 0 })
    const answers = await race(ids.map((id) => () => warehouse.act(id, 'approve')))
    expect(tally(answers)).toEqual({ '200': 1, '409 orders/insufficient-stock': 1 })
    const late = answers[0]?.status === 409 ? ids[0] : ids[1]
    expect(await statusOf(client, late)).toBe('pending')
    await expectInvariants(service.db)
  })
})
