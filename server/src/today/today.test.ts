import { expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { deliver } from '../../tests/harness/return-data.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { addEndpoint } from '../../tests/harness/webhook-data.ts'
import { sql } from '../db/sql.ts'
import { enqueue } from '../mail/queue.ts'

const clock = controlledClock('2026-11-16T12:00:00.000Z')
const { service, warehouse } = await useWarehouse({ clock: clock.now })
const today = async () => (await warehouse.staff.get('/today')).body
const numbers = async () =>
  Object.fromEntries(
    (await today()).orders.map((row: { status: string; orders: number }) => [row.status, row.orders]),
  )

test('GET /today counts the open orders of all clients by status, and says since when the oldest waits', async () => {
  const before = await numbers()
  const [one, other] = [await warehouse.aStockedClient(10), await warehouse.aStockedClient(10)]
  const { body: oldest } = await order(one, 1)
  await order(other, 1)
  const { body: approved } = await order(other, 1)
  await warehouse.act(approved.id, 'approve')
  expect(await numbers()).toEqual({
    ...before,
    pending: (before['pending'] ?? 0) + 2,
    approved: (before['approved'] ?? 0) + 1,
  })
  const pending = (await today()).orders.find((row: { status: string }) => row.status === 'pending')
  expect(pending.oldest_at).toBe(oldest.created_at)
})

test('GET /today counts the returns that are expected, and says since when', async () => {
  const before = (await today()).returns
  const client = await warehouse.aStockedClient(5)
  const order_id = await deliver(warehouse, client, [{ product_id: client.productId, quantity: 3 }])
  const [{ remito_item_id }] = (await warehouse.staff.get(`/orders/${order_id}/returnable`)).body.items
  const items = [{ remito_item_id, quantity: 1, reason: 'damaged' }]
  const { body: made } = await warehouse.staff.post('/returns', { order_id, items })
  expect((await today()).returns).toEqual({
    expected: before.expected + 1,
    oldest_at: before.oldest_at ?? made.created_at,
  })
  await warehouse.staff.patch(`/returns/${made.id}`, { action: 'close', reason: 'x' })
  expect((await today()).returns).toEqual(before)
})

test('GET /today names the clients whose lots have expired or expire within 7 days', async () => {
  const client = await warehouse.aStockedClient(0)
  const days = ['2026-11-15', '2026-11-16', '2026-11-23', '2026-11-24']
  const lots = days.map((expiry_date) => ({
    product_id: client.productId,
    quantity: 1,
    lot_number: expiry_date,
    expiry_date,
  }))
  await warehouse.receive(client.id, ...lots)
  const { expiring } = await today()
  expect(expiring.find((row: { client_id: string }) => row.client_id === client.id)).toEqual({
    client_id: client.id,
    client_name: expect.any(String),
    expired: 1,
    expiring: 2,
  })
})

test('GET /today names the endpoints that are paused, and no others', async () => {
  const client = await service.aClient()
  const paused = await addEndpoint(service.db, client.id)
  await addEndpoint(service.db, client.id)
  await service.db.run(sql`update webhook_endpoints set status = 'paused' where id = ${paused}`)
  const { paused_endpoints } = await today()
  const own = paused_endpoints.filter((row: { client_id: string }) => row.client_id === client.id)
  expect(own).toEqual([
    {
      id: paused,
      client_id: client.id,
      client_name: expect.any(String),
      url: `https://8.8.8.8/${paused}`,
      last_failure_at: null,
      last_failure_reason: null,
      last_failure: null,
    },
  ])
})

test('GET /today counts the mails that wait, and those that were given up', async () => {
  const of = async (name: string) =>
    (await today()).jobs.find(({ job }: { job: string }) => job === name) as Record<string, unknown>
  expect(await of('retention')).toEqual({ job: 'retention', last_run_at: null, waiting: 0, failed: 0 })
  const before = await of('mail')
  const mail = { to: 'nobody@cliente.example', subject: 'x', text: 'x', aboutClient: null }
  await service.db.transaction(async (tx) => {
    await enqueue(tx, 'mail', mail)
    await enqueue(tx, 'mail', mail)
    await enqueue(tx, 'password-reset', { email: 'nobody@cliente.example', base_url: service.url })
    await tx.run(sql`
      update graphile_worker._private_jobs set attempts = max_attempts
      where id = (select max(id) from graphile_worker._private_jobs)`)
  })
  expect(await of('mail')).toEqual({ ...before, waiting: 2, failed: 1 })
})

test('GET /today says which CAI egresos are issued under, what is left, and that there is none', async () => {
  const books = async () => {
    const { remito_cai, remito_books } = await today()
    return { remito_cai, ...remito_books }
  }
  const enter = (given: object) =>
    warehouse.staff.post('/remito-books', { point_of_sale: 3, cai: '71234567890123', ...given })
  const none = { remito_cai: null, state: 'none', days_left: null, numbers_left: null }
  expect(await books()).toEqual(none)
  const { body: first } = await enter({ from: 1, to: 500, cai_expires_on: '2026-12-01' })
  const remito_cai = { number: '71234567890123', expires_on: '2026-12-01' }
  // 15 days are left.
  expect(await books()).toEqual({ remito_cai, state: 'running_out', days_left: 15, numbers_left: 500 })
  await enter({ from: 501, to: 600, cai: '72222222222222', cai_expires_on: '2027-11-16' })
  // In 15 days there will be 100 numbers left.
  expect(await books()).toEqual({ remito_cai, state: 'running_out', days_left: 365, numbers_left: 600 })
  const { body: third } = await enter({ from: 601, to: 601, cai_expires_on: '2027-11-16' })
  expect(await books()).toMatchObject({ state: 'enough', numbers_left: 601 })
  const all = (await warehouse.staff.get('/remito-books')).body.data
  for (const { id } of all) await warehouse.staff.patch(`/remito-books/${id}`, { closed: true })
  expect([first.id, third.id].every((id) => all.some((book: { id: string }) => book.id === id))).toBe(true)
  expect(await books()).toEqual({ remito_cai: null, state: 'stopped', days_left: 365, numbers_left: 0 })
})
