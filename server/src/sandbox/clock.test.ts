// The day of a sandbox moves forward at the request of its client, and takes with it what depends on the day.
import { describe, expect, test } from 'vitest'
import { expectFaults, expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { addLots } from '../../tests/harness/stock-data.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { sql } from '../db/sql.ts'
import { dayAfter } from '../stock/warehouse-day.ts'

const { service, warehouse } = await useWarehouse()

async function aSandbox() {
  const live = await warehouse.aStockedClient(10)
  const sandbox = await service.aSandboxOf(live)
  const { portal } = sandbox
  const day: string = (await portal.get('/sandbox')).body.day
  const productId: string = (await portal.get('/stock')).body.data[0].product_id
  const advance = (advance_to: string) => portal.post('/sandbox/clock', { advance_to })
  const expiring = async (of = portal): Promise<{ days_until_expiry: number; lot_number: string }[]> =>
    (await of.get('/events?type=lot.expiring&limit=100')).body.data
      .toReversed()
      .map(({ data }: { data: { object: object } }) => data.object)
  const receive = (lot_number: string, expiry_date: string) =>
    portal.post('/sandbox/receive', {
      items: [{ product_id: productId, quantity: 5, lot_number, expiry_date }],
    })
  return { ...sandbox, live, day, productId, advance, expiring, receive }
}

describe('POST /sandbox/clock', () => {
  test('moves the day of this sandbox, and of no one else', async () => {
    const { advance, day, portal, live } = await aSandbox()
    const { status, body } = await advance(dayAfter(day, 10))
    expect([status, body]).toEqual([200, { day: dayAfter(day, 10) }])
    expect((await portal.get('/sandbox')).body.day).toBe(body.day)
    const payment = await portal.post('/sandbox/payments', { amount: 1, payment_method: 'qr' })
    expect(payment.body.paid_on).toBe(dayAfter(day, 10))
    const other = await service.aSandboxOf(await service.aClient())
    expect((await other.portal.get('/sandbox')).body.day).toBe(day)
    const refused = { client_id: live.id, amount: 1, payment_method: 'qr', paid_on: dayAfter(day, 1) }
    expect(expectFaults(await warehouse.staff.post('/payments', refused))).toEqual(['day_out_of_range'])
  })

  test('lets goods expire, which cannot be ordered then', async () => {
    const { advance, day, portal, productId, receive } = await aSandbox()
    await receive('L1', dayAfter(day, 2))
    await advance(dayAfter(day, 3))
    const { body } = await portal.get(`/stock/${productId}`)
    expect(body).toMatchObject({ quantity: 5, available_quantity: 0 })
    const { body: recipient } = await portal.post('/destinatarios', { name: 'Vinoteca' })
    const placed = await order({ portal, productId, destinatarioId: recipient.id }, 1)
    expectProblem(placed, 'orders/insufficient-stock')
  })

  test('reports each expiring lot on each day that passes, once', async () => {
    const { advance, day, receive, expiring, live } = await aSandbox()
    await receive('L1', dayAfter(day, 32))
    await receive('L2', dayAfter(day, 90))
    await advance(dayAfter(day, 1))
    expect(await expiring()).toEqual([])
    await advance(dayAfter(day, 4))
    await advance(dayAfter(day, 4))
    const told = (await expiring()).map(({ lot_number, days_until_expiry }) => [
      lot_number,
      days_until_expiry,
    ])
    expect(told).toEqual([
      ['L1', 30],
      ['L1', 29],
      ['L1', 28],
    ])
    await advance(dayAfter(day, 200))
    expect(await expiring()).toHaveLength(31 + 31)
    expect(await expiring(live.portal)).toEqual([])
  })

  test('lets no webhook wait any longer for its next attempt', async () => {
    const { advance, day, portal, receive, id } = await aSandbox()
    await portal.post('/webhooks', { url: 'https://8.8.8.8/x', events: ['*'] })
    await receive('L1', dayAfter(day, 300))
    const later = sql`update deliveries set attempts = 3, next_attempt_at = now() + interval '6 hours'
      where client_id = ${id} and status = 'pending'`
    expect(await service.db.run(later)).toBeGreaterThan(0)
    await advance(day)
    const waiting = sql`select id from deliveries where client_id = ${id} and next_attempt_at > now()`
    expect(await service.db.rows(waiting)).toEqual([])
  })

  test('never goes back, and not further than a year at once', async () => {
    const { advance, day } = await aSandbox()
    expect((await advance(dayAfter(day, 5))).status).toBe(200)
    const problem = expectProblem(await advance(dayAfter(day, 4)), 'sandbox/clock-backwards')
    expect(problem.detail).toContain(dayAfter(day, 5))
    expect((await advance(dayAfter(day, 5))).status).toBe(200)
    expect(expectFaults(await advance(dayAfter(day, 372)))).toEqual(['day_out_of_range'])
    expect((await advance(dayAfter(day, 371))).body.day).toBe(dayAfter(day, 371))
  })

  test('ends a hundred years ahead, and says so', async () => {
    const { advance, day, id } = await aSandbox()
    await service.db.run(sql`update clients set days_ahead = 36499 where id = ${id}`)
    const last = dayAfter(day, 36_500)
    expect((await advance(last)).body).toEqual({ day: last })
    expect(expectFaults(await advance(dayAfter(last, 1)))).toEqual(['day_out_of_range'])
    expect((await advance(last)).status).toBe(200)
  })

  test('sends at most ten thousand events at once, and then moves by single days', async () => {
    const { advance, day, portal, id, productId } = await aSandbox()
    const expiry_date = dayAfter(day, 60)
    const lots = Array.from({ length: 400 }, () => ({ product_id: productId, expiry_date, quantity: 1 }))
    await addLots(service.db, id, lots)
    const refused = expectProblem(await advance(dayAfter(day, 60)), 'sandbox/limit-reached')
    expect(refused.detail).toContain('smaller steps')
    expect((await portal.get('/sandbox')).body.day).toBe(day)
    expect((await portal.get('/events?type=lot.expiring&limit=1')).body.data).toEqual([])
    expect((await advance(dayAfter(day, 50))).status).toBe(200)
    expect((await advance(dayAfter(day, 51))).status).toBe(200)
  })
})
