// The feed is ordered by transaction and shows only events that no running transaction can still precede, in any
// database on the same server: a large import in another test delays it. So these tests poll it, as clients do,
// with a long timeout.

import type { EventEnvelope } from '@anden/contract'
import { describe, expect, test, vi } from 'vitest'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { until } from '../../tests/harness/until.ts'
import { publish } from './publish.ts'

const timeoutMs = 240_000
vi.setConfig({ testTimeout: timeoutMs + 60_000 })

let now = Date.now
const service = await useService({ clock: () => now() })
const staff = await service.aStaffMember()

type Page = { data: EventEnvelope[]; next_cursor: string; has_more: boolean }
const page = async ({ portal }: TestClient, query: string): Promise<Page> =>
  (await portal.get(`/events?${query}`)).body

/** Reads page by page from a cursor until `count` events have arrived. */
async function follow(client: TestClient, count: number, given: { cursor?: string; query?: string } = {}) {
  const events: EventEnvelope[] = []
  let cursor = given.cursor
  await until(
    `${count} events have arrived`,
    async () => {
      const read = await page(
        client,
        `order=asc&limit=2${given.query ?? ''}${cursor ? `&cursor=${cursor}` : ''}`,
      )
      events.push(...read.data)
      cursor = read.next_cursor
      return events.length >= count && !read.has_more
    },
    timeoutMs,
  )
  return { events, cursor }
}

/** One event, in a transaction of its own. */
async function pay({ id }: TestClient, amount: number) {
  const body = { client_id: id, amount, payment_method: 'qr' }
  expect((await staff.post('/payments', body)).status).toBe(201)
}
/** Goods received, and an order for some of them approved: one event of each kind, and two changes of stock. */
async function anOrderOnItsWay() {
  const client = await service.aClient()
  const create = async (path: string, body: object) => (await staff.post(path, body)).body
  const product = await create(`/clients/${client.id}/products`, {
    sku: 'A',
    name: 'Malbec',
    unit_type: 'caja',
  })
  const items = [{ product_id: product.id, quantity: 5, lot_number: 'L1' }]
  const received = { client_id: client.id, type: 'ingreso', remito_number: ['R 0001-00000001'], items }
  const remito = await create('/remitos', received)
  const { body: destinatario } = await client.portal.post('/destinatarios', { name: 'Vinoteca' })
  const { body: order } = await client.portal.post(
    '/orders',
    { destinatario_id: destinatario.id, items: [{ product_id: product.id, quantity: 2 }] },
    { 'idempotency-key': client.id },
  )
  expect((await staff.patch(`/orders/${order.id}`, { action: 'approve' })).status).toBe(200)
  const { body: lots } = await client.portal.get('/stock/lots')
  return {
    client,
    productId: product.id,
    lotId: lots.data[0].id as string,
    orderId: order.id,
    remitoId: remito.id,
  }
}

const amounts = (events: readonly EventEnvelope[]) => events.map((event) => event.data.object['amount'])

/** Publishes one event in a transaction that stays open until released. */
async function publishHeld({ id }: TestClient, amount: number) {
  const [published, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const object = {
    id: 'pay_01990000-0000-7000-8000-000000000000',
    type: 'payment',
    amount,
    payment_method: 'qr',
    number: null,
    description: null,
    reverses: null,
    paid_on: '2026-11-02',
    created_at: '2026-11-02T12:00:00.000Z',
  } as const
  const done = service.db.transaction(async (tx) => {
    publish(tx, [{ clientId: id, type: 'payment.received', object }])
    await tx.flush()
    published.resolve()
    await release.promise
  })
  await published.promise
  return { commit: () => release.resolve(), abandon: () => release.reject(new Error('abandoned')), done }
}

describe('GET /events?order=asc', () => {
  test('can be polled indefinitely: each event once, oldest first, and a cursor even on the last page', async () => {
    const client = await service.aClient()
    const start = await page(client, 'order=asc')
    expect(start).toEqual({ data: [], next_cursor: expect.any(String), has_more: false })
    for (const amount of [1, 2, 3, 4, 5]) await pay(client, amount)
    const first = await follow(client, 5, { cursor: start.next_cursor })
    expect(amounts(first.events)).toEqual([1, 2, 3, 4, 5])
    expect((await follow(client, 0, first)).events).toEqual([])
    for (const amount of [6, 7]) await pay(client, amount)
    expect(amounts((await follow(client, 2, first)).events)).toEqual([6, 7])
    expect(amounts((await follow(client, 7)).events)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('never inserts a late commit before an issued cursor', async () => {
    const client = await service.aClient()
    await pay(client, 1)
    const early = await follow(client, 1)
    const late = await publishHeld(client, 2)
    for (const amount of [3, 4]) await pay(client, amount)
    const meanwhile = await follow(client, 0, early)
    expect(meanwhile.events).toEqual([])
    expect(amounts((await page(client, 'order=desc')).data)).toEqual([4, 3, 1])
    late.commit()
    await late.done
    await pay(client, 5)
    const rest = await follow(client, 4, meanwhile)
    expect(amounts(rest.events)).toEqual([2, 3, 4, 5])
    expect((await follow(client, 0, rest)).events).toEqual([])
  })

  test('continues after a transaction that delayed it rolls back', async () => {
    const client = await service.aClient()
    const held = await publishHeld(client, 1)
    await pay(client, 2)
    expect((await page(client, 'order=asc')).data).toEqual([])
    held.abandon()
    await expect(held.done).rejects.toThrow('abandoned')
    expect(amounts((await follow(client, 1)).events)).toEqual([2])
  })

  test('contains no events of other clients', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    await pay(other, 1)
    await pay(client, 2)
    expect(amounts((await follow(client, 1)).events)).toEqual([2])
    const { cursor } = await follow(other, 1)
    expectProblem(await client.portal.get(`/events?order=asc&cursor=${cursor}`), 'validation/invalid-cursor')
  })
})

describe.each(['asc', 'desc'])('GET /events?order=%s', (order) => {
  const inOrder = <Item>(items: readonly Item[]) => (order === 'asc' ? [...items] : items.toReversed())

  test('filters by type and time: from is inclusive, to is exclusive', async () => {
    const client = await service.aClient()
    for (const amount of [1, 2, 3, 4]) await pay(client, amount)
    const body = { client_id: client.id, amount: 9, number: '1' }
    await staff.post('/credit-notes', body)
    const { events } = await follow(client, 5)
    const [, second, , fourth] = events.map((event) => event.created_at)
    const read = async (query: string) => amounts((await page(client, `order=${order}${query}`)).data)
    expect(await read('&type=credit_note.issued')).toEqual([9])
    expect(await read('&type=payment.received')).toEqual(inOrder([1, 2, 3, 4]))
    expect(await read(`&from=${second}&to=${fourth}`)).toEqual(inOrder([2, 3]))
    expect(await read(`&type=payment.received&from=${fourth}`)).toEqual([4])
    expect(await read(`&to=${second}`)).toEqual([1])
    expect(await read(`&from=${second}&to=${second}`)).toEqual([])
  })

  test('shows events of the last 30 days', async () => {
    const client = await service.aClient()
    await pay(client, 1)
    const [event] = (await follow(client, 1)).events
    const end = Date.parse(event?.created_at ?? '') + 30 * 86_400_000
    try {
      now = () => end
      expect(amounts((await page(client, `order=${order}`)).data)).toEqual([1])
      now = () => end + 1
      expect((await page(client, `order=${order}`)).data).toEqual([])
      expect((await page(client, `order=${order}&from=2020-01-01T00:00:00Z`)).data).toEqual([])
    } finally {
      now = Date.now
    }
  })

  test('binds its cursor to the order and the filters', async () => {
    const client = await service.aClient()
    for (const amount of [1, 2]) await pay(client, amount)
    await follow(client, 2)
    const { next_cursor } = await page(client, `order=${order}&limit=1`)
    for (const query of [`order=${order === 'asc' ? 'desc' : 'asc'}`, `order=${order}&type=lot.created`]) {
      const answer = await client.portal.get(`/events?${query}&cursor=${next_cursor}`)
      expectProblem(answer, 'validation/invalid-cursor')
    }
    expect((await page(client, `order=${order}&cursor=${next_cursor}`)).data).toHaveLength(1)
  })
})

test.each(['type=order.lost', 'type=webhook.test', 'order=up', 'from=yesterday', 'object_id=7'])(
  'GET /events?%s is refused',
  async (query) => {
    const { portal } = await service.aClient()
    const { errors } = expectProblem(await portal.get(`/events?${query}`), 'validation/invalid-parameter')
    expect(errors[0].pointer).toBe(query.split('=')[0])
  },
)

test('GET /events?object_id finds the events that carry the object', async () => {
  const { client, productId, lotId, orderId, remitoId } = await anOrderOnItsWay()
  const found = async (query: string) => (await page(client, query)).data.map(({ type }) => type)
  expect(await found(`object_id=${orderId}`)).toEqual(['order.approved', 'order.created'])
  expect(await found(`object_id=${orderId}&type=order.approved`)).toEqual(['order.approved'])
  expect(await found(`object_id=${orderId}&type=stock.changed`)).toEqual([])
  expect(await found(`object_id=${remitoId}`)).toEqual(['remito.created'])
  expect(await found(`object_id=${productId}`)).toEqual(['stock.changed', 'stock.changed'])
  expect(await found(`object_id=${productId}&type=lot.created`)).toEqual([])
  expect(await found(`object_id=${lotId}`)).toEqual(['lot.created'])
  expect(await found(`object_id=${lotId.toUpperCase()}&type=lot.created`)).toEqual(['lot.created'])
  expect((await page(await service.aClient(), `object_id=${orderId}`)).data).toEqual([])
})

test('GET /events?object_id&order=asc is the timeline of the object: oldest first, and it ends', async () => {
  const { client, orderId } = await anOrderOnItsWay()
  const timeline = `object_id=${orderId}&order=asc`
  const first = await page(client, `${timeline}&limit=1`)
  expect(first).toMatchObject({ data: [{ type: 'order.created' }], has_more: true })
  const rest = await page(client, `${timeline}&cursor=${first.next_cursor}`)
  expect(rest).toMatchObject({ data: [{ type: 'order.approved' }], has_more: false, next_cursor: null })
  const approved = (await page(client, `${timeline}&type=order.approved`)).data
  expect(approved).toEqual(rest.data)
  const later = await page(client, `${timeline}&from=${approved[0]?.created_at}`)
  expect(later.data).toEqual(rest.data)
  const earlier = await page(client, `${timeline}&to=${approved[0]?.created_at}`)
  expect(earlier.data).toEqual(first.data)
})
