// A client announces goods, and changes or cancels the notice until they arrive.
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { announce, announcement } from '../../tests/harness/inbound-data.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { sql } from '../db/sql.ts'

const clock = controlledClock('2026-11-16T12:00:00.000Z')
const { service, warehouse } = await useWarehouse({ clock: clock.now })
const { staff } = warehouse
const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
const today = '2026-11-16'

const whole = {
  reference: 'OC-2026-0117',
  expected_on: '2026-11-20',
  carrier: 'Expreso Cuyo',
  remito_number: ['R 0003-00001821'],
  packages: 12,
  notes: 'Entra por el portón 2',
}

const aClient = () => warehouse.aStockedClient(0)
const skuOf = async (productId: string) => (await staff.get(`/products/${productId}`)).body.sku

describe('POST /inbound', () => {
  test('keeps every field, finds products by id and SKU, and gives the client its own numbers', async () => {
    const client = await aClient()
    const kilos = await warehouse.aProduct(client.id, 'kg')
    const lot = { lot_number: 'L2409-A', expiry_date: '2027-03-31', vintage_year: 2021 }
    const items = [
      { product_id: client.productId, quantity: 120, ...lot },
      { sku: await skuOf(kilos), quantity: 2.125 },
    ]
    const answer = await client.portal.post('/inbound', { ...whole, items })
    expect(answer.status, answer.text).toBe(201)
    const line = { announced: true, received: 0, difference_reason: null, difference_note: null, gtin: null }
    expect(answer.body).toEqual({
      ...whole,
      id: expect.any(String),
      number: 'AVI-000001',
      status: 'announced',
      revision: 1,
      remito_number: ['R 00003-00001821'],
      lines: 2,
      lines_received: 0,
      created_at: moment,
      updated_at: moment,
      arrived_at: null,
      closed_at: null,
      cancel_reason: null,
      items: [
        {
          id: expect.any(String),
          product_id: client.productId,
          sku: await skuOf(client.productId),
          name: expect.any(String),
          unit_type: 'caja',
          quantity: 120,
          difference: -120,
          ...lot,
          ...line,
        },
        {
          id: expect.any(String),
          product_id: kilos,
          sku: await skuOf(kilos),
          name: expect.any(String),
          unit_type: 'kg',
          quantity: 2.125,
          difference: -2.125,
          lot_number: null,
          expiry_date: null,
          vintage_year: null,
          ...line,
        },
      ],
      remito_ids: [],
    })
    expect(answer.headers.get('location')).toBe(`${service.url}/api/v1/portal/inbound/${answer.body.id}`)
    expect((await client.portal.get(`/inbound/${answer.body.id}`)).body).toEqual(answer.body)
    const { client_id, client_name: _, ...shown } = (await staff.get(`/inbound/${answer.body.id}`)).body
    expect([client_id, shown]).toEqual([client.id, answer.body])
    expect((await announce(client.portal, client.productId)).number).toBe('AVI-000002')
    const other = await aClient()
    expect((await announce(other.portal, other.productId)).number).toBe('AVI-000001')
  })

  test('refuses a reference that another notice has, in any case, and names that notice', async () => {
    const { portal, productId } = await aClient()
    const { id, number } = await announce(portal, productId, { reference: 'OC-1' })
    const again = await portal.post('/inbound', announcement(productId, { reference: 'oc-1' }))
    expectProblem(again, 'inbound/duplicate-reference')
    expect(again.body.existing).toEqual({ id, number })
    await portal.patch(`/inbound/${id}`, { action: 'cancel', reason: 'No sale' })
    // The refused one took no number.
    expect((await announce(portal, productId, { reference: 'OC-1' })).number).toBe('AVI-000002')
    const other = await aClient()
    await announce(other.portal, other.productId, { reference: 'OC-1' })
  })

  test.each([
    ['inbound/unknown-product', { items: [{ sku: 'NADA', quantity: 1 }] }],
    ['inbound/unknown-product', { items: [{ product_id: uuidv7(), quantity: 1 }] }],
    ['validation/invalid-body', { items: [{ quantity: 1 }] }],
    ['validation/invalid-body', { items: [] }],
    ['validation/invalid-body', { expected_on: '2026-10-16' }],
    ['validation/invalid-body', { expected_on: '2027-11-18' }],
    ['validation/invalid-body', { remito_number: ['R 0001-00000001', 'R 0001-00000001'] }],
    ['validation/invalid-body', { packages: 0 }],
    ['validation/invalid-body', { reference: '' }],
  ] as const)('refuses with %s: %j', async (code, more) => {
    const { portal, productId } = await aClient()
    const answer = await portal.post('/inbound', announcement(productId, { expected_on: today, ...more }))
    expectProblem(answer, code)
  })

  test('refuses products of others, archived ones, and fractions of what is counted whole', async () => {
    const client = await aClient()
    const other = await aClient()
    const archived = await warehouse.aProduct(client.id)
    await staff.patch(`/products/${archived}`, { archived: true })
    for (const product_id of [other.productId, archived]) {
      const given = announcement('', { expected_on: today, items: [{ product_id, quantity: 1 }] })
      const answer = await client.portal.post('/inbound', given)
      expectProblem(answer, 'inbound/unknown-product')
      expect(answer.body.errors).toMatchObject([{ pointer: '/items/0/product_id' }])
    }
    const items = [{ product_id: client.productId, quantity: 1.5 }]
    const answer = await client.portal.post('/inbound', announcement('', { expected_on: today, items }))
    expectProblem(answer, 'validation/invalid-body')
    expect(answer.body.errors).toMatchObject([{ code: 'fraction_of_unit' }])
  })

  test('takes 500 lines', async () => {
    const { portal, productId } = await aClient()
    const items = Array.from({ length: 500 }, () => ({ product_id: productId, quantity: 1 }))
    const { lines, items: stored } = await announce(portal, productId, { expected_on: today, items })
    expect([lines, stored.length]).toEqual([500, 500])
    const answer = await portal.post('/inbound', announcement('', { items: [...items, ...items.slice(499)] }))
    expectProblem(answer, 'validation/invalid-body')
  })
})

describe('PATCH /inbound/:id of a client', () => {
  const aNotice = async () => {
    const client = await aClient()
    const notice = await announce(client.portal, client.productId, { ...whole, reference: uuidv7() })
    const patch = (change: object) => client.portal.patch(`/inbound/${notice.id}`, change)
    return { client, notice, patch }
  }

  test('lets a day stay that has become too old', async () => {
    const { notice, patch } = await aNotice()
    const expected_on = '2000-01-01'
    await service.db.run(sql`update inbound_notices set expected_on = ${expected_on} where id = ${notice.id}`)
    const kept = await patch({ action: 'update', if_revision: 1, expected_on, notes: 'Viene tarde' })
    expect(kept.body).toMatchObject({ expected_on, notes: 'Viene tarde' })
    expectProblem(
      await patch({ action: 'update', if_revision: 2, expected_on: '2000-01-02' }),
      'validation/invalid-body',
    )
  })

  test('replaces what is given and keeps the rest', async () => {
    const { client, notice, patch } = await aNotice()
    const one = await patch({ action: 'update', if_revision: 1, notes: null, expected_on: '2026-11-25' })
    expect(one.body).toEqual({
      ...notice,
      notes: null,
      expected_on: '2026-11-25',
      revision: 2,
      updated_at: moment,
    })
    const second = await warehouse.aProduct(client.id)
    const items = [{ product_id: second, quantity: 7 }]
    const two = await patch({ action: 'update', if_revision: 2, items, reference: 'OTRA', remito_number: [] })
    expect(two.body).toMatchObject({
      reference: 'OTRA',
      remito_number: [],
      carrier: 'Expreso Cuyo',
      revision: 3,
    })
    expect(two.body.items).toMatchObject([{ product_id: second, quantity: 7 }])
  })

  test('is refused for an older revision, which changes nothing', async () => {
    const { client, notice, patch } = await aNotice()
    await patch({ action: 'update', if_revision: 1, notes: 'Uno' })
    const answer = await patch({ action: 'update', if_revision: 1, notes: 'Dos' })
    expectProblem(answer, 'inbound/changed-meanwhile')
    expect(answer.body.revision).toBe(2)
    expectProblem(await patch({ action: 'update', notes: 'Tres' }), 'validation/invalid-body')
    expect((await client.portal.get(`/inbound/${notice.id}`)).body.notes).toBe('Uno')
  })

  test('does not take the reference of another notice', async () => {
    const { client, notice, patch } = await aNotice()
    const other = await announce(client.portal, client.productId)
    const answer = await patch({ action: 'update', if_revision: 1, reference: other.reference.toUpperCase() })
    expectProblem(answer, 'inbound/duplicate-reference')
    expect(answer.body.existing).toEqual({ id: other.id, number: other.number })
    const own = await patch({ action: 'update', if_revision: 1, reference: notice.reference })
    expect(own.status).toBe(200)
  })

  test('cancels once, with a reason that the warehouse reads', async () => {
    const { notice, patch } = await aNotice()
    expectProblem(await patch({ action: 'cancel' }), 'validation/invalid-body')
    const { body } = await patch({ action: 'cancel', reason: 'El camión no salió' })
    expect(body).toMatchObject({ status: 'cancelled', cancel_reason: 'El camión no salió', revision: 2 })
    expect((await patch({ action: 'cancel', reason: 'Otra vez' })).body).toEqual(body)
    expect((await staff.get(`/inbound/${notice.id}`)).body.cancel_reason).toBe('El camión no salió')
    const update = await patch({ action: 'update', if_revision: 2, notes: 'x' })
    expectProblem(update, 'inbound/not-changeable')
  })

  test('is refused once the goods have arrived', async () => {
    const { notice, patch } = await aNotice()
    await staff.patch(`/inbound/${notice.id}`, { action: 'arrive' })
    for (const change of [
      { action: 'cancel', reason: 'x' },
      { action: 'update', if_revision: 2, notes: 'x' },
    ]) {
      const answer = await patch(change)
      expectProblem(answer, 'inbound/not-changeable')
      expect(answer.body.current_status).toBe('arrived')
    }
  })
})

describe('GET /inbound', () => {
  test('lists by expected day, the latest first, with every filter, on both APIs', async () => {
    const client = await aClient()
    const days = ['2026-11-18', '2026-11-20', '2026-11-20', '2026-11-25']
    const made: { id: string; reference: string }[] = []
    for (const expected_on of days)
      made.push(await announce(client.portal, client.productId, { expected_on }))
    const ids = made.map(({ id }) => id)
    await staff.patch(`/inbound/${ids[0]}`, { action: 'arrive' })
    await client.portal.patch(`/inbound/${ids[3]}`, { action: 'cancel', reason: 'x' })
    const found = async (query: string) => {
      const lists = [
        (await client.portal.get(`/inbound?${query}`)).body,
        (await staff.get(`/inbound?client_id=${client.id}&${query}`)).body,
      ]
      const [one, other] = lists.map(({ data }) => data.map(({ id }: { id: string }) => ids.indexOf(id)))
      expect(one).toEqual(other)
      return one
    }
    expect(await found('')).toEqual([3, 2, 1, 0])
    expect(await found('status=announced')).toEqual([2, 1])
    expect(await found('status=announced,arrived')).toEqual([2, 1, 0])
    expect(await found('status=received')).toEqual([])
    expect(await found('expected_from=2026-11-20')).toEqual([3, 2, 1])
    expect(await found('expected_to=2026-11-20')).toEqual([2, 1, 0])
    expect(await found('expected_from=2026-11-20&expected_to=2026-11-20&status=announced,arrived')).toEqual([
      2, 1,
    ])
    expect(await found(`reference=${made[1]?.reference.toUpperCase()}`)).toEqual([1])
    expect(await found(`reference=${made[1]?.reference}&status=arrived`)).toEqual([])
    const first = await client.portal.get('/inbound?limit=2&status=announced,arrived')
    const second = await client.portal.get(
      `/inbound?limit=2&status=announced,arrived&cursor=${first.body.next_cursor}`,
    )
    const pages = [first, second].map(({ body }) =>
      body.data.map(({ id }: { id: string }) => ids.indexOf(id)),
    )
    expect(pages).toEqual([[2, 1], [0]])
    expect((await staff.get('/inbound?limit=100')).body.data.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(ids),
    )
    const csv = await client.portal.get('/inbound?status=announced', { accept: 'text/csv' })
    expect(csv.text.trim().split('\r\n')).toHaveLength(3)
  })

  test('as files for people, one row per notice or per line', async () => {
    const client = await aClient()
    const notice = await announce(client.portal, client.productId, whole)
    await staff.patch(`/inbound/${notice.id}`, { action: 'arrive' })
    const items = [{ item_id: notice.items[0].id, quantity: 10 }]
    await staff.patch(`/inbound/${notice.id}`, { action: 'receive', items })
    const differences = [{ item_id: notice.items[0].id, reason: 'damaged', note: 'Mojadas' }]
    await staff.patch(`/inbound/${notice.id}`, { action: 'close', differences })
    const file = async (query: string) => {
      const url = `${service.url}/api/v1/portal/inbound/export?format=csv&language=es${query}`
      const answer = await fetch(url, { headers: { authorization: `Bearer ${client.token}` } })
      return (await answer.text()).trim().split('\r\n')
    }
    const [, row] = await file('')
    expect(row).toContain('AVI-000001;OC-2026-0117;Recibido con diferencias;')
    expect(row).toContain('Expreso Cuyo;R 00003-00001821;12;1;1;12 cajas ')
    const [, line] = await file('&rows=lines')
    expect(line).toContain(';12;10;-2;cajas;Dañado;Mojadas')
  })
})

test('are found by number and by the beginning of the reference', async () => {
  const client = await aClient()
  const { id } = await announce(client.portal, client.productId, { reference: 'Camión-77' })
  const found = async (api: typeof staff, q: string) =>
    (await api.get(`/search?q=${encodeURIComponent(q)}`)).body.inbound.map((row: { id: string }) => row.id)
  for (const q of ['AVI-000001', 'avi 1', 'av-1', '1', 'camión'])
    expect([q, await found(client.portal, q)]).toEqual([q, [id]])
  expect(await found(client.portal, 'PED-000001')).toEqual([])
  expect(await found(staff, 'AVI-000001')).toEqual(expect.any(Array))
  const limited = await service.aClient({ scopes: ['read:orders'] })
  expect((await limited.portal.get('/search?q=AVI')).body.inbound).toBeNull()
})

test('keys have neither scope unless it is given to them', async () => {
  const { portal } = await service.aClient({ scopes: ['read:orders', 'write:orders', 'read:remitos'] })
  expectProblem(await portal.get('/inbound'), 'auth/insufficient-scope')
  expectProblem(await portal.post('/inbound', announcement(uuidv7())), 'auth/insufficient-scope')
})
