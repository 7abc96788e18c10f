import { type OrderAction, type OrderStatus, orderActions } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../tests/harness/http.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()

/** How each state is reached, the actions staff may take in it, and whether the client may still cancel. */
const states: [OrderStatus, OrderAction[], OrderAction[], boolean][] = [
  ['pending', [], ['approve', 'reject', 'update', 'cancel'], true],
  ['approved', ['approve'], ['prepare', 'cancel'], true],
  ['in_preparation', ['approve', 'prepare'], ['dispatch', 'pack', 'cancel'], false],
  ['in_transit', ['approve', 'prepare', 'dispatch'], ['deliver', 'fail'], false],
  ['delivered', ['approve', 'prepare', 'dispatch', 'deliver'], [], false],
  ['failed_delivery', ['approve', 'prepare', 'dispatch', 'fail'], ['dispatch', 'cancel'], false],
  ['rejected', ['reject'], [], false],
  ['cancelled', ['cancel'], [], false],
]
const reasons: readonly string[] = ['reject', 'update', 'fail', 'cancel']
const act = (id: string, action: OrderAction) =>
  action === 'pack'
    ? warehouse.staff.patch(`/orders/${id}`, { action, packages: 3 })
    : warehouse.act(id, action, reasons.includes(action) ? `Por ${action}` : undefined)

async function anOrderIn(path: readonly OrderAction[]) {
  const client = await warehouse.aStockedClient(10)
  const { body } = await order(client, 4)
  for (const action of path) expect((await act(body.id, action)).status).toBe(200)
  return { ...client, orderId: body.id as string }
}
const eventTypes = async ({ portal }: { portal: Caller }) =>
  (await portal.get('/events?limit=100')).body.data.map((event: { type: string }) => event.type)

describe.each(states)('an order that is %s', (status, path, allowed, clientMayCancel) => {
  test(`lets staff ${allowed.join(', ') || 'do nothing more'}, and refuses everything else`, async () => {
    const { orderId, portal } = await anOrderIn(path)
    const before = await portal.get(`/orders/${orderId}`)
    for (const action of orderActions.filter((one) => !allowed.includes(one))) {
      if (status === 'cancelled' && action === 'cancel') continue
      const answer = await act(orderId, action)
      const { detail } =
        action === 'update'
          ? expectRefusal(answer, 'orders/not-changeable', { current_status: status })
          : expectRefusal(answer, 'orders/invalid-transition', {
              current_status: status,
              allowed_actions: allowed,
            })
      expect(detail).toContain(status)
    }
    expect((await portal.get(`/orders/${orderId}`)).text).toBe(before.text)
  })

  if (clientMayCancel || status === 'cancelled') return
  test('can no longer be cancelled by the client', async () => {
    const { orderId, portal } = await anOrderIn(path)
    const answer = await portal.patch(`/orders/${orderId}`, { action: 'cancel' })
    const { detail } = expectRefusal(answer, 'orders/not-cancellable', { current_status: status })
    expect(detail).toContain(status)
  })
})

describe('PATCH /orders/{id} by staff', () => {
  test.each(reasons)('needs a reason to %s', async (action) => {
    const path = action === 'fail' ? (['approve', 'prepare', 'dispatch'] as const) : []
    const { orderId } = await anOrderIn(path)
    for (const reason of [{}, { reason: null }]) {
      expectRefusal(
        await warehouse.staff.patch(`/orders/${orderId}`, { action, ...reason }),
        'validation/invalid-body',
        { errors: [{ pointer: '/reason', detail: `is required to ${action} an order` }] },
      )
    }
    for (const reason of ['', '  ', 7]) {
      const { status } = await warehouse.staff.patch(`/orders/${orderId}`, { action, reason })
      expect(status).toBe(422)
    }
  })

  test('stores the reason of the last reject, fail or cancel, and shows it to the client', async () => {
    const { orderId, portal } = await anOrderIn(['approve', 'prepare', 'dispatch', 'fail', 'dispatch'])
    const read = async () => (await portal.get(`/orders/${orderId}`)).body
    expect(await read()).toMatchObject({ status: 'in_transit', status_reason: 'Por fail' })
    await warehouse.act(orderId, 'fail', 'Dirección cerrada')
    await warehouse.act(orderId, 'cancel', 'No responde')
    expect(await read()).toMatchObject({ status: 'cancelled', status_reason: 'No responde' })
    expect((await portal.get('/orders')).body.data[0]).toMatchObject({ status_reason: 'No responde' })
  })

  test('releases the reservation of a rejected or cancelled order', async () => {
    for (const action of ['reject', 'cancel'] as const) {
      const { orderId, portal, productId } = await anOrderIn([])
      await act(orderId, action)
      const { body } = await portal.get(`/stock/${productId}`)
      expect(body).toMatchObject({ quantity: 10, reserved_quantity: 0, available_quantity: 10 })
    }
  })

  test.each([['in_preparation'], ['failed_delivery']] as const)(
    'voids the egreso and returns the goods when an order %s is cancelled',
    async (status) => {
      const path = states.find(([one]) => one === status)?.[1] ?? []
      const { orderId, portal, productId } = await anOrderIn(path)
      expect((await act(orderId, 'cancel')).body).toMatchObject({ status: 'cancelled' })
      expect((await portal.get(`/stock/${productId}`)).body.quantity).toBe(10)
      expect((await portal.get('/remitos?type=egreso')).body.data).toMatchObject([{ status: 'voided' }])
    },
  )

  test('cancelling a cancelled order changes nothing and publishes nothing', async () => {
    const client = await anOrderIn(['cancel'])
    const [before, events] = [await client.portal.get(`/orders/${client.orderId}`), await eventTypes(client)]
    const again = await warehouse.act(client.orderId, 'cancel', 'Otra vez')
    expect([again.status, again.body.status_reason]).toEqual([200, 'Por cancel'])
    const { body } = await client.portal.patch(`/orders/${client.orderId}`, { action: 'cancel' })
    expect(body).toEqual(before.body)
    expect(await eventTypes(client)).toEqual(events)
  })

  test('does not approve an order that can no longer be picked: it stays pending, and can be cancelled', async () => {
    const { orderId, portal, productId } = await anOrderIn([])
    const { staff } = warehouse
    await staff.post('/stock/adjustments', { product_id: productId, delta: -9, reason: 'Rotura' })
    expect((await portal.get(`/stock/${productId}`)).body).toMatchObject({
      quantity: 1,
      reserved_quantity: 4,
      available_quantity: 0,
    })
    expectRefusal(await warehouse.act(orderId, 'approve'), 'orders/insufficient-stock', {
      status: 409,
      detail: expect.stringContaining('stays pending'),
      shortages: [
        {
          product_id: productId,
          products: expect.anything(),
          requested: 4,
          available: 1,
          in_stock: 1,
          reasons: [],
        },
      ],
    })
    expect((await portal.get(`/orders/${orderId}`)).body.status).toBe('pending')
    expect((await portal.get('/remitos?type=egreso')).body.data).toEqual([])
    expect((await act(orderId, 'cancel')).status).toBe(200)
  })

  test("sums the lines of a product in an approval's shortage too", async () => {
    const client = await warehouse.aStockedClient(10)
    const items = [4, 5].map((quantity) => ({ product_id: client.productId, quantity }))
    const { body } = await order(client, 1, { items })
    await warehouse.staff.post('/stock/adjustments', {
      product_id: client.productId,
      delta: -3,
      reason: 'Rotura',
    })
    expectRefusal(await warehouse.act(body.id, 'approve'), 'orders/insufficient-stock', {
      status: 409,
      shortages: [
        {
          product_id: client.productId,
          products: expect.anything(),
          requested: 9,
          available: 7,
          in_stock: 7,
          reasons: [],
        },
      ],
    })
  })

  test('answers 404 for a nonexistent order', async () => {
    expectRefusal(await warehouse.act(uuidv7(), 'approve'), 'orders/not-found')
    expectRefusal(await warehouse.staff.get(`/orders/${uuidv7()}`), 'orders/not-found')
  })
})
