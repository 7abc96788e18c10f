// Goods and money of a sandbox, which move without the staff and by their rules.
import { describe, expect, test } from 'vitest'
import { announcement } from '../../tests/harness/inbound-data.ts'
import { expectFaults, expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { sql } from '../db/sql.ts'

const { service, warehouse } = await useWarehouse()

/** The sandbox of a client with one product, of which nothing is in stock. */
async function aSandbox() {
  const live = await warehouse.aStockedClient(10)
  const sandbox = await service.aSandboxOf(live)
  const [row] = (await sandbox.portal.get('/stock')).body.data
  const typesOf = async () =>
    (await sandbox.portal.get('/events?limit=100')).body.data
      .toReversed()
      .map(({ type }: { type: string }) => type)
  return { ...sandbox, live, productId: row.product_id as string, typesOf }
}

const lotOf = async ({ portal }: { portal: Awaited<ReturnType<typeof aSandbox>>['portal'] }) =>
  (await portal.get('/stock/lots')).body.data[0]

describe('POST /sandbox/receive', () => {
  test('enters an ingreso with lots and events, as the staff does', async () => {
    const { portal, productId, typesOf, live } = await aSandbox()
    const items = [{ product_id: productId, quantity: 24, lot_number: 'L1', expiry_date: '2099-12-31' }]
    const answer = await portal.post('/sandbox/receive', { remito_number: ['R 0001-00000077'], items })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ type: 'ingreso', remito_number: ['R 00001-00000077'] })
    expect(await lotOf({ portal })).toMatchObject({ lot_number: 'L1', quantity: 24, hold: null })
    expect((await typesOf()).toSorted()).toEqual(['lot.created', 'remito.created', 'stock.changed'])
    const again = await portal.post('/sandbox/receive', { remito_number: ['R 0001-00000077'], items })
    expectProblem(again, 'remitos/duplicate-number')
    expect((await live.portal.get('/stock')).body.data[0].quantity).toBe(10)
  })

  test('is recorded as the work of the simulator, in the name of the request', async () => {
    const { portal, id, productId } = await aSandbox()
    const answer = await portal.post('/sandbox/receive', { items: [{ product_id: productId, quantity: 1 }] })
    const [entry] = await service.db.rows(
      sql`select actor, action, request_id from audit_entries where client_id = ${id}`,
    )
    const request_id = answer.headers.get('x-request-id')
    expect(entry).toEqual({ actor: 'simulator', action: 'remitos.ingreso', request_id })
  })
})

describe('POST /sandbox/inbound/{id}/receive', () => {
  test('lets announced goods arrive, and closes the notice', async () => {
    const { portal, productId, typesOf } = await aSandbox()
    const { body: notice } = await portal.post('/inbound', announcement(productId))
    const { status, body } = await portal.post(`/sandbox/inbound/${notice.id}/receive`)
    expect([status, body.status]).toEqual([200, 'received'])
    expect(body.items[0]).toMatchObject({ received: notice.items[0].quantity, difference: 0 })
    expect(await typesOf()).toEqual(expect.arrayContaining(['inbound.arrived', 'inbound.received']))
    expectProblem(await portal.post(`/sandbox/inbound/${notice.id}/receive`), 'inbound/invalid-transition')
  })

  test('closes it with the reasons of what differs', async () => {
    const { portal, productId } = await aSandbox()
    const { body: notice } = await portal.post('/inbound', announcement(productId))
    const [line] = notice.items
    const items = [{ item_id: line.id, quantity: line.quantity - 1 }]
    const { body } = await portal.post(`/sandbox/inbound/${notice.id}/receive`, { items })
    expect(body).toMatchObject({
      status: 'received_with_differences',
      items: [{ difference: -1, difference_reason: 'missing' }],
    })
  })
})

describe('POST /sandbox/adjustments and /sandbox/lots/{id}/hold', () => {
  test('correct the stock, use up a lot, hold it and release it', async () => {
    const { portal, productId, typesOf } = await aSandbox()
    const adjust = (delta: number) =>
      portal.post('/sandbox/adjustments', { product_id: productId, delta, reason: 'Conteo' })
    expect((await adjust(5)).status).toBe(201)
    const { id } = await lotOf({ portal })
    const hold = await portal.post(`/sandbox/lots/${id}/hold`, { hold: true, reason: 'Retiro' })
    expect([hold.status, hold.body.hold]).toEqual([200, { reason: 'Retiro', since: expect.any(String) }])
    expect((await portal.post(`/sandbox/lots/${id}/hold`, { hold: false })).body.hold).toBeNull()
    expect((await adjust(-5)).status).toBe(201)
    expectProblem(await adjust(-1), 'stock/insufficient-stock')
    expect(await typesOf()).toEqual(expect.arrayContaining(['lot.held', 'lot.released', 'lot.depleted']))
  })
})

describe('POST /sandbox/payments and /sandbox/credit-notes', () => {
  test('move the account of the sandbox, and not the real one', async () => {
    const { portal, live, typesOf } = await aSandbox()
    const { day } = (await portal.get('/sandbox')).body
    const payment = await portal.post('/sandbox/payments', { amount: 1500.5, payment_method: 'qr' })
    expect(payment.body).toMatchObject({ type: 'payment', amount: 1500.5, paid_on: day })
    const note = { amount: 250, number: 'A-1' }
    expect((await portal.post('/sandbox/credit-notes', note)).body).toMatchObject({ number: 'A-1' })
    expectProblem(await portal.post('/sandbox/credit-notes', note), 'account/duplicate-number')
    expect((await portal.get('/balance')).body.saldo).toBe(-1750.5)
    expect((await live.portal.get('/balance')).body.saldo).toBe(0)
    expect(await typesOf()).toEqual(['payment.received', 'credit_note.issued'])
  })
})

describe('the simulator', () => {
  test('knows products and lots of the sandbox only, not those of its own live client', async () => {
    const { portal, live } = await aSandbox()
    const item = { product_id: live.productId, quantity: 1 }
    const received = await portal.post('/sandbox/receive', { items: [item] })
    expect(expectFaults(received)).toEqual(['unknown_product'])
    const adjustment = { product_id: live.productId, delta: 1, reason: 'Conteo' }
    const adjusted = await portal.post('/sandbox/adjustments', adjustment)
    expect(expectFaults(adjusted)).toEqual(['unknown_product'])
    const { id } = await lotOf(live)
    const hold = { hold: true, reason: 'Retiro' }
    expectProblem(await portal.post(`/sandbox/lots/${id}/hold`, hold), 'lots/not-found')
    expect((await lotOf(live)).hold).toBeNull()
  })

  test('works with a switched session, and never with a live key', async () => {
    const { aUser, live, productId } = await aSandbox()
    const body = { items: [{ product_id: productId, quantity: 1 }] }
    const { api } = await live.aUser('operator')
    expect((await api.post('/sandbox/receive', body, { 'anden-environment': 'sandbox' })).status).toBe(201)
    expect((await (await aUser('operator')).api.post('/sandbox/receive', body)).status).toBe(201)
    expectProblem(await api.post('/sandbox/receive', body), 'sandbox/live-key')
    expectProblem(await live.portal.post('/sandbox/receive', body), 'sandbox/live-key')
  })
})
