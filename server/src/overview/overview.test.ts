// The overview shows what a plain count of the client's lists gives.
import { type OpenOrderStatus, openOrderStatuses, portalScopes } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { expectOnly, race, times } from '../../tests/harness/race.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { addDelivery, addEndpoint } from '../../tests/harness/webhook-data.ts'
import { sql } from '../db/sql.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { adoptTimeZone } from './time-zone.ts'

/** A Wednesday in Buenos Aires, three hours behind UTC. */
const clock = controlledClock('2026-11-04T12:00:00.000Z')
const { service, warehouse } = await useWarehouse({ clock: clock.now })
const { db } = service
const { staff } = warehouse

const overviewOf = async ({ portal }: TestClient) => (await portal.get('/overview')).body

/** The database's clock cannot be set, so orders and entries get their time afterwards. */
async function placedAt(client: Parameters<typeof order>[0], moment: string): Promise<string> {
  const { body } = await order(client, 1)
  await db.run(sql`update orders set created_at = ${moment} where id = ${body.id}`)
  return body.id
}

async function bookedAt(moment: string, path: string, entry: object) {
  const { body } = await staff.post(path, entry)
  const id = String(body.id).replace(/^\w+_/, '')
  await db.transaction(async (tx) => {
    await tx.run(sql`alter table account_entries disable trigger account_entries_are_append_only`)
    await tx.run(sql`update account_entries set created_at = ${moment} where id = ${id}`)
    // A table with deferred triggers still to fire cannot be altered.
    await tx.run(sql`set constraints all immediate`)
    await tx.run(sql`alter table account_entries enable trigger account_entries_are_append_only`)
  })
}

test('a new client has an overview of zeros', async () => {
  const client = await service.aClient()
  const body = await overviewOf(client)
  expect(body.orders.open).toEqual(Object.fromEntries(openOrderStatuses.map((status) => [status, 0])))
  expect(body.orders.per_week).toHaveLength(26)
  expect(body.orders.per_week.at(0)).toEqual({ week: '2026-05-11', orders: 0 })
  expect(body.orders.per_week.at(-1)).toEqual({ week: '2026-11-02', orders: 0 })
  expect([body.lots.expired, body.lots.expiring_soon]).toEqual([0, 0])
  expect(body.lots.expiring_per_week).toHaveLength(26)
  expect(body.lots.expiring_per_week.at(0)).toEqual({ week: '2026-11-02', lots: 0 })
  expect(body.lots.expiring_per_week.at(-1)).toEqual({ week: '2027-04-26', lots: 0 })
  expect(body.account.balance_per_month).toHaveLength(12)
  expect(body.account.balance_per_month.at(0)).toEqual({ month: '2025-12', saldo: 0 })
  expect(body.account.balance_per_month.at(-1)).toEqual({ month: '2026-11', saldo: 0 })
  expect(body.webhooks).toEqual({
    endpoints: { active: 0, paused: 0 },
    recent_deliveries: { succeeded: 0, failed: 0 },
    oldest_pending_at: null,
  })
})

test('open orders are counted by their status, whatever happens to them', async () => {
  const client = await warehouse.aStockedClient()
  const paths: Record<string, string[]> = {
    pending: [],
    approved: ['approve'],
    in_preparation: ['approve', 'prepare'],
    in_transit: ['approve', 'prepare', 'dispatch'],
    failed_delivery: ['approve', 'prepare', 'dispatch', 'fail'],
    delivered: ['approve', 'prepare', 'dispatch', 'deliver'],
    rejected: ['reject'],
    cancelled: ['approve', 'cancel'],
  }
  for (const actions of [...Object.values(paths), ['approve']]) {
    const { body } = await order(client, 1)
    for (const action of actions) expect((await warehouse.act(body.id, action, 'x')).status).toBe(200)
  }
  const { open, per_week } = (await overviewOf(client)).orders
  expect(open).toEqual({ pending: 1, approved: 2, in_preparation: 1, in_transit: 1, failed_delivery: 1 })
  for (const status of openOrderStatuses) {
    const { body } = await client.portal.get(`/orders?status=${status}`)
    expect(body.data).toHaveLength(open[status as OpenOrderStatus])
  }
  // They were placed at the database's current time, which is not in the week of this test.
  expect(per_week.every(({ orders }: { orders: number }) => orders === 0 || orders === 9)).toBe(true)
})

test('the oldest open order is named, and the deliveries that failed with their reasons', async () => {
  const client = await warehouse.aStockedClient()
  const watched = async () => {
    const { oldest_open, failed } = (await overviewOf(client)).orders
    return { oldest: oldest_open?.id ?? null, failed: failed.map(({ id }: { id: string }) => id) }
  }
  expect(await watched()).toEqual({ oldest: null, failed: [] })
  const days = ['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']
  const ids: string[] = []
  for (const day of days) ids.push(await placedAt(client, `${day}T12:00:00Z`))
  const [first = '', second = '', ...others] = ids
  expect(await watched()).toEqual({ oldest: first, failed: [] })
  await warehouse.act(first, 'reject', 'Sin reparto')
  for (const [index, id] of others.entries())
    for (const action of ['approve', 'prepare', 'dispatch', 'fail'])
      await warehouse.act(id, action, `Cerrado ${index}`)
  expect(await watched()).toEqual({ oldest: second, failed: others.slice(1).reverse() })
  const { body } = await client.portal.get(`/orders/${others[3]}`)
  const { order_number, destinatario_id, created_at, updated_at } = body
  expect((await overviewOf(client)).orders.failed[0]).toEqual({
    id: others[3],
    order_number,
    status: 'failed_delivery',
    status_reason: 'Cerrado 3',
    destinatario_id,
    created_at,
    updated_at,
  })
  await warehouse.act(others[3] ?? '', 'dispatch')
  expect((await watched()).failed).toEqual(others.slice(0, 3).reverse())
})

test("orders are counted by the warehouse's week, which starts on Monday at its own midnight", async () => {
  const client = await warehouse.aStockedClient()
  for (const moment of [
    '2026-11-02T02:59:59.999Z',
    '2026-11-02T03:00:00.000Z',
    '2026-11-04T12:00:00.000Z',
    '2026-05-11T03:00:00.000Z',
    '2026-05-11T02:59:59.999Z',
  ])
    await placedAt(client, moment)
  const { per_week } = (await overviewOf(client)).orders
  expect(per_week.filter(({ orders }: { orders: number }) => orders > 0)).toEqual([
    { week: '2026-05-11', orders: 1 },
    { week: '2026-10-26', orders: 1 },
    { week: '2026-11-02', orders: 2 },
  ])
})

test('lots in stock are counted by the week of their expiry; those past it, as expired', async () => {
  const client = await warehouse.aStockedClient()
  const expiring = (expiry_date: string, lot_number: string, quantity = 5) =>
    warehouse.receive(client.id, { product_id: client.productId, quantity, lot_number, expiry_date })
  await expiring('2026-11-03', 'past')
  await expiring('2026-11-02', 'past too')
  await expiring('2020-01-01', 'long past')
  await expiring('2026-11-04', 'today')
  await expiring('2026-11-08', 'Sunday')
  await expiring('2026-11-09', 'Monday')
  await expiring('2027-05-02', 'last day')
  await expiring('2027-05-03', 'beyond')
  const voided = await expiring('2026-11-10', 'goes back')
  await staff.post(`/remitos/${voided.id}/void`, { reason: 'x' })
  await expiring('2026-12-04', 'in 30 days')
  await expiring('2026-12-05', 'in 31 days')
  const { expired, expiring_soon, expiring_per_week } = (await overviewOf(client)).lots
  expect(expired).toBe(3)
  expect(expiring_soon).toBe(4)
  expect(expiring_per_week.filter(({ lots }: { lots: number }) => lots > 0)).toEqual([
    { week: '2026-11-02', lots: 2 },
    { week: '2026-11-09', lots: 1 },
    { week: '2026-11-30', lots: 2 },
    { week: '2027-04-26', lots: 1 },
  ])
})

test('the balance at the end of a month is that of all entries up to then, exact to the cent', async () => {
  const client = await service.aClient()
  const money = (amount: number) => ({ client_id: client.id, amount, description: 'x' })
  const payment = (amount: number) => ({ ...money(amount), payment_method: 'qr' })
  await bookedAt('2024-01-15T12:00:00Z', '/credit-sales', money(1000.1))
  await bookedAt('2026-03-01T02:59:59.999Z', '/payments', payment(0.2))
  await bookedAt('2026-03-01T03:00:00.000Z', '/payments', payment(0.3))
  await bookedAt('2026-09-10T12:00:00Z', '/credit-notes', { ...money(99.99), number: '1' })
  await bookedAt('2026-11-01T12:00:00Z', '/credit-sales', money(0.01))
  const { balance_per_month } = (await overviewOf(client)).account
  expect(balance_per_month.map(({ saldo }: { saldo: number }) => saldo)).toEqual([
    1000.1, 1000.1, 999.9, 999.6, 999.6, 999.6, 999.6, 999.6, 999.6, 899.61, 899.61, 899.62,
  ])
  expect((await client.portal.get('/balance')).body.saldo).toBe(899.62)
})

describe('webhook health', () => {
  test('counts endpoints by state, and the newest deliveries by outcome', async () => {
    const client = await service.aClient()
    const [first, second] = [await addEndpoint(db, client.id), await addEndpoint(db, client.id)]
    await db.run(sql`update webhook_endpoints set status = 'paused' where id = ${second}`)
    const statuses = ['succeeded', 'succeeded', 'failed', 'abandoned', 'pending', 'pending']
    for (const [index, status] of statuses.entries()) {
      const id = await addDelivery(db, client.id, index % 2 ? first : second)
      const at = `2026-11-0${index + 1}T00:00:00Z`
      await db.run(sql`update deliveries set status = ${status}, created_at = ${at} where id = ${id}`)
    }
    expect((await overviewOf(client)).webhooks).toEqual({
      endpoints: { active: 1, paused: 1 },
      recent_deliveries: { succeeded: 2, failed: 2 },
      oldest_pending_at: '2026-11-05T00:00:00.000Z',
    })
    await client.portal.delete(`/webhooks/${second}`)
    expect((await overviewOf(client)).webhooks.endpoints).toEqual({ active: 1, paused: 0 })
  })
})

describe('the ETag', () => {
  test('stays while nothing changes, and changes with each part that is shown', async () => {
    const client = await warehouse.aStockedClient()
    const endpoint = await addEndpoint(db, client.id)
    const changes = [
      () => order(client, 1),
      () =>
        warehouse.receive(client.id, {
          product_id: client.productId,
          quantity: 1,
          expiry_date: dayAfter('2026-11-04', 9),
        }),
      () => staff.post('/payments', { client_id: client.id, amount: 1, payment_method: 'qr' }),
      () => addDelivery(db, client.id, endpoint),
    ]
    for (const change of changes) {
      const { headers, text } = await client.portal.get('/overview')
      const since = { 'if-none-match': headers.get('etag') ?? 'none' }
      expect((await client.portal.get('/overview', since)).status).toBe(304)
      expect((await client.portal.get('/overview')).text).toBe(text)
      await change()
      const after = await client.portal.get('/overview', since)
      expect(after.status).toBe(200)
      expect(after.text).not.toBe(text)
    }
  })

  test('changes with the day', async () => {
    const client = await service.aClient()
    const tag = (await client.portal.get('/overview')).headers.get('etag')
    clock.advance(86_400_000)
    const { headers } = await client.portal.get('/overview')
    clock.advance(-86_400_000)
    expect(headers.get('etag')).not.toBe(tag)
  })
})

test('each part needs the scope of what it shows, even on a page cached by another key', async () => {
  const parts: Partial<Record<string, string>> = {
    'read:orders': 'orders',
    'read:stock': 'lots',
    'read:account': 'account',
    'read:webhooks': 'webhooks',
  }
  const client = await service.aClient()
  await overviewOf(client)
  for (const scope of portalScopes) {
    const { body: key } = await staff.post(`/clients/${client.id}/keys`, { name: scope, scopes: [scope] })
    const { body } = await service.portal(key.token).get('/overview')
    const shown = Object.entries(body).flatMap(([name, part]) => (part === null ? [] : [name]))
    expect([scope, shown]).toEqual([scope, parts[scope] ? [parts[scope]] : []])
  }
})

test('totals are exact when many orders of a client are placed and worked at once', async () => {
  const client = await warehouse.aStockedClient(1000)
  const placed = await race(times(6, () => () => order(client, 1)))
  expectOnly(placed, ['201'])
  const ids: string[] = placed.map(({ body }) => body.id)
  const answers = await race([
    ...ids.slice(0, 4).map((id) => () => warehouse.act(id, 'approve')),
    ...ids.slice(4).map((id) => () => warehouse.act(id, 'reject', 'x')),
    ...ids.map((id) => () => client.portal.patch(`/orders/${id}`, { action: 'cancel' })),
    ...times(4, () => () => order(client, 1)),
  ])
  expectOnly(answers, ['200', '201', '409 orders/invalid-transition', '409 orders/not-cancellable'])
  const { open } = (await overviewOf(client)).orders
  const { rows } = { rows: await db.rows(countedByStatus(client.id)) }
  expect(Object.entries(open).filter(([, count]) => count !== 0)).toEqual(
    rows.map(({ status, count }) => [status, count]),
  )
})

const countedByStatus = (clientId: string) => sql<{ status: string; count: number }>`
  select status, count(*) from orders
  where client_id = ${clientId} and status in ('pending', 'approved') group by status
  order by array_position(array['pending', 'approved'], status)`

test('the totals are recounted for another time zone', async () => {
  const client = await warehouse.aStockedClient()
  await placedAt(client, '2026-11-02T02:30:00.000Z')
  const weeks = () =>
    db.rows(sql<{ key: string }>`
      select key from client_totals where client_id = ${client.id} and total = 'orders_by_week'`)
  expect(await weeks()).toEqual([{ key: '2026-10-26' }])
  await adoptTimeZone(db, 'UTC')
  expect(await weeks()).toEqual([{ key: '2026-11-02' }])
  await expect(adoptTimeZone(db, 'Nowhere/Else')).rejects.toThrow(
    'TIME_ZONE: the database does not know Nowhere/Else',
  )
  await adoptTimeZone(db, 'America/Argentina/Buenos_Aires')
  expect(await weeks()).toEqual([{ key: '2026-10-26' }])
})

describe('GET /clients/{id}/overview', () => {
  test('counts the keys and users that act for the client, its endpoints and its open orders', async () => {
    const client = await warehouse.aStockedClient()
    const nothing = Object.fromEntries(openOrderStatuses.map((status) => [status, 0]))
    const read = async () => (await staff.get(`/clients/${client.id}/overview`)).body
    expect(await read()).toEqual({
      keys: 1,
      users: 0,
      webhooks: { active: 0, paused: 0 },
      open_orders: nothing,
    })
    await client.aUser()
    await client.aUser('reader')
    const { body: key } = await staff.post(`/clients/${client.id}/keys`, {
      name: 'x',
      scopes: ['read:stock'],
    })
    await staff.delete(`/clients/${client.id}/keys/${key.id}`)
    await addEndpoint(db, client.id)
    const { body: placed } = await order(client, 1)
    await order(client, 1)
    await warehouse.act(placed.id, 'approve')
    await warehouse.aStockedClient()
    expect(await read()).toEqual({
      keys: 1,
      users: 2,
      webhooks: { active: 1, paused: 0 },
      open_orders: { ...nothing, pending: 1, approved: 1 },
    })
  })
})
