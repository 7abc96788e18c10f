// Packing says that the goods of an order stand ready. It changes no status, and everybody who looks at the order learns of it.
import { afterEach, describe, expect, test } from 'vitest'
import { bearer, type LiveClient, listen } from '../../tests/harness/live-client.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { until } from '../../tests/harness/until.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { backofficePrefix, portalPrefix } from '../app/routes.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'

const { service, warehouse } = await useWarehouse({ live: { pollMs: 20, heartbeatMs: 50 } })
const { staff } = warehouse

const open: LiveClient[] = []
afterEach(() => Promise.all(open.splice(0).map((stream) => stream.leave())))

const pack = (id: string, given: object = { packages: 3 }) =>
  staff.patch(`/orders/${id}`, { action: 'pack', ...given })

/** An order in preparation. */
async function inPreparation() {
  const client = await warehouse.aStockedClient(10)
  const { body } = await order(client, 4)
  for (const action of ['approve', 'prepare']) await warehouse.act(body.id, action)
  return { client, id: body.id as string }
}

describe('an order in preparation', () => {
  test('is packed: both sides see in how many packages, since when, and that it was checked', async () => {
    const { client, id } = await inPreparation()
    const before = (await client.portal.get(`/orders/${id}`)).body
    expect(before).toMatchObject({ packages: null, packed_at: null, checked: null })
    const { status, body } = await pack(id, { packages: 9999, checked: true })
    expect([status, body.status]).toEqual([200, 'in_preparation'])
    const packed = { packages: 9999, checked: true, packed_at: body.updated_at }
    expect(body).toMatchObject(packed)
    expect((await staff.get(`/orders/${id}`)).body).toEqual(body)
    const shown = (await client.portal.get(`/orders/${id}`)).body
    expect(shown).toEqual({ ...before, ...packed, revision: 4, updated_at: body.updated_at })
    expect(shown.updated_at > before.updated_at).toBe(true)
    const { data } = (await staff.get(`/queue?status=in_preparation&client_id=${client.id}`)).body
    expect(data).toMatchObject([{ id, packages: 9999 }])
    const file = await fetch(`${service.url}${portalPrefix}/orders/export?language=es&format=csv`, {
      headers: bearer(client.token),
    })
    const [head = '', row = ''] = (await file.text()).split('\r\n')
    expect(row.split(';')[head.split(';').indexOf('Bultos')]).toBe('9999')
  })

  test('can be packed again, which is not checked unless it says so', async () => {
    const { client, id } = await inPreparation()
    const first = (await pack(id, { packages: 2, checked: true })).body
    const { body } = await pack(id, { packages: 1 })
    expect(body).toMatchObject({ packages: 1, checked: false })
    expect(body.packed_at > first.packed_at).toBe(true)
    const { data } = (await staff.get(`/audit?client_id=${client.id}&action=orders.pack`)).body
    expect(data.map(({ before, after }: Record<string, unknown>) => [before, after])).toEqual([
      [
        { packages: 2, checked: true },
        { packages: 1, checked: false, reason: null },
      ],
      [
        { packages: null, checked: null },
        { packages: 2, checked: true, reason: null },
      ],
    ])
  })

  test('has no event and no step by it; the events that follow carry it, after a failed delivery too', async () => {
    const { client, id } = await inPreparation()
    const events = async () => (await client.portal.get(`/events?object_id=${id}`)).body.data
    const [before, { timeline }] = [await events(), (await client.portal.get(`/orders/${id}`)).body]
    const { packed_at } = (await pack(id, { packages: 3, checked: true })).body
    expect(await events()).toEqual(before)
    expect((await client.portal.get(`/orders/${id}`)).body.timeline).toEqual(timeline)
    await warehouse.act(id, 'dispatch')
    await warehouse.act(id, 'fail', 'Domicilio cerrado')
    const [failed, dispatched, prepared] = await events()
    const packing = { packages: 3, packed_at, checked: true }
    expect([failed.data.object, dispatched.data.object]).toMatchObject([
      { status: 'failed_delivery', ...packing },
      { status: 'in_transit', ...packing },
    ])
    expect(prepared.data.object).toMatchObject({ packages: null, packed_at: null, checked: null })
  })

  test('reports it on the live streams of both sides, and to whoever asks for what has changed', async () => {
    const { client, id } = await inPreparation()
    const { token } = await issueStaffKey(service.db, { name: 'test', scopes: ['staff:read'] })
    const [ofClient, ofStaff] = [
      await listen(service.url + portalPrefix, bearer(client.token)),
      await listen(service.url + backofficePrefix, bearer(token)),
    ]
    open.push(ofClient, ofStaff)
    const heard = ({ changes }: LiveClient) =>
      changes.filter(({ topic, client_id = client.id }) => topic === 'orders' && client_id === client.id)
    const list = await client.portal.get('/orders')
    const before = [heard(ofClient).length, heard(ofStaff).length]
    const { updated_at } = (await pack(id)).body
    await until('both hear of it', () => {
      const now = [heard(ofClient).length, heard(ofStaff).length]
      return now.every((count, side) => count > (before[side] ?? 0))
    })
    const again = await client.portal.get('/orders', { 'if-none-match': list.headers.get('etag') ?? '' })
    expect([again.status, again.body.data[0].updated_at]).toEqual([200, updated_at])
    const since = await client.portal.get(`/orders?updated_since=${updated_at}`)
    expect(since.body.data).toMatchObject([{ id }])
  })

  test('can be dispatched without it', async () => {
    const { id } = await inPreparation()
    expect((await warehouse.act(id, 'dispatch')).body).toMatchObject({ status: 'in_transit', packages: null })
  })

  test.each([
    [{}, '/packages', /is required to pack an order/],
    [{ packages: 0 }, '/packages', /at least 1/],
    [{ packages: 10_000 }, '/packages', /at most 9999/],
    [{ packages: 1.5 }, '/packages', /whole number/],
    [{ packages: '3' }, '/packages', /whole number/],
    [{ packages: null }, '/packages', /whole number/],
    [{ packages: 3, checked: 'sí' }, '/checked', /true or false/],
    [{ packages: 3, override_hold: true }, '/override_hold', /only for dispatch/],
  ])('is not packed by %j', async (given, pointer, detail) => {
    const { id } = await inPreparation()
    expectRefusal(await pack(id, given), 'validation/invalid-body', {
      detail: expect.any(String),
      errors: [{ pointer, detail: expect.stringMatching(detail) }],
    })
    expect((await staff.get(`/orders/${id}`)).body).toMatchObject({ packages: null, packed_at: null })
  })

  test.each([{ packages: 3 }, { checked: true }])('no other action takes %j', async (given) => {
    const { id } = await inPreparation()
    expectRefusal(
      await staff.patch(`/orders/${id}`, { action: 'dispatch', ...given }),
      'validation/invalid-body',
      {
        errors: [{ pointer: `/${Object.keys(given)[0]}`, detail: 'is only for pack' }],
      },
    )
  })
})

test('its client cannot pack it', async () => {
  const { client, id } = await inPreparation()
  const answer = await client.portal.patch(`/orders/${id}`, { action: 'pack', packages: 3 })
  expect([answer.status, (await staff.get(`/orders/${id}`)).body.packages]).toEqual([422, null])
})

describe('what an order weighs', () => {
  test('is the sum of what is known of its products, for the staff alone', async () => {
    const client = await warehouse.aStockedClient(10)
    const other = await warehouse.aProduct(client.id, 'kg')
    await warehouse.receive(client.id, { product_id: other, quantity: 50 })
    const items = [
      { product_id: client.productId, quantity: 3 },
      { product_id: other, quantity: 2.505 },
      { product_id: client.productId, quantity: 1 },
    ]
    const { body } = await order(client, 0, { items })
    const weightOf = async () => {
      const { weight_kg, weight_known } = (await staff.get(`/orders/${body.id}`)).body
      const [queued] = (await staff.get(`/queue?status=pending&client_id=${client.id}`)).body.data
      expect([queued.weight_kg, queued.weight_known]).toEqual([weight_kg, weight_known])
      return [weight_kg, weight_known]
    }
    expect(await weightOf()).toEqual([null, false])
    await staff.patch(`/products/${other}`, { weight_kg: 1.001 })
    expect(await weightOf()).toEqual([2.508, false])
    await staff.patch(`/products/${client.productId}`, { weight_kg: 7.2 })
    expect(await weightOf()).toEqual([31.308, true])
    expect((await client.portal.get(`/orders/${body.id}`)).body).not.toHaveProperty('weight_kg')
  })
})
