import { type OrderStatus, openOrderStatuses, orderStatuses } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import {
  addAttachments,
  addDestinatario,
  addOrder,
  addOrderItems,
  addOrders,
} from '../../tests/harness/document-data.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { addProduct } from '../../tests/harness/stock-data.ts'
import { fileLinks } from '../attachments/files.ts'

const clock = controlledClock('2026-11-02T12:00:00.900Z')
const service = await useService({ clock: clock.now })

async function listed({ portal }: TestClient, query = ''): Promise<string[]> {
  const { body } = await portal.get(`/orders${query}`)
  return body.data.map((order: { id: string }) => order.id)
}

describe('GET /orders', () => {
  test('returns a row with all its fields, and null for unknown values', async () => {
    const client = await service.aClient()
    const destinatario_id = await addDestinatario(service.db, client.id)
    const [full, bare] = await addOrders(service.db, client.id, [
      {
        destinatario_id,
        order_number: 'PED-000042',
        status: 'rejected',
        status_reason: 'Sin stock',
        reference: 'OC-7',
        delivery_type: 'retiro',
        notes: 'Tocar timbre',
        revision: 3,
        created_at: '2026-11-02T13:45:10.25Z',
        updated_at: '2026-11-02T14:00:00Z',
      },
      {
        destinatario_id,
        order_number: 'PED-000041',
        status: 'pending',
        status_reason: null,
        reference: null,
        delivery_type: 'envio',
        notes: null,
        revision: 1,
        created_at: '2026-11-02T13:45:10Z',
        updated_at: '2026-11-02T13:45:10Z',
      },
    ])
    const { status, body } = await client.portal.get('/orders')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        { ...full, created_at: '2026-11-02T13:45:10.250Z', updated_at: '2026-11-02T14:00:00.000Z' },
        { ...bare, created_at: '2026-11-02T13:45:10.000Z', updated_at: '2026-11-02T13:45:10.000Z' },
      ],
      next_cursor: null,
      has_more: false,
    })
  })

  test('lists the newest first, with ties by descending id', async () => {
    const client = await service.aClient()
    const destinatario_id = await addDestinatario(service.db, client.id)
    const at = (created_at: string) => ({ destinatario_id, created_at })
    const [one, newest, two, old] = await addOrders(service.db, client.id, [
      at('2026-03-01T00:00:00Z'),
      at('2026-03-01T00:00:00.001Z'),
      at('2026-03-01T00:00:00Z'),
      at('2025-03-01T00:00:00Z'),
    ])
    expect(await listed(client)).toEqual([newest?.id, two?.id, one?.id, old?.id])
  })

  test('filters by each status', async () => {
    const client = await service.aClient()
    const destinatario_id = await addDestinatario(service.db, client.id)
    const orders = await addOrders(
      service.db,
      client.id,
      orderStatuses.map((status) => ({ destinatario_id, status })),
    )
    for (const order of orders) expect(await listed(client, `?status=${order.status}`)).toEqual([order.id])
  })

  test('has only open orders, or only those that are not, combined with the other filters', async () => {
    const client = await service.aClient()
    const destinatario_id = await addDestinatario(service.db, client.id)
    const other = await addDestinatario(service.db, client.id)
    const orders = await addOrders(
      service.db,
      client.id,
      orderStatuses.map((status, index) => ({
        destinatario_id: index % 2 === 0 ? destinatario_id : other,
        status,
        created_at: `2026-03-0${index + 1}T00:00:00Z`,
      })),
    )
    const idsOf = (isIncluded: (status: OrderStatus, index: number) => boolean) =>
      orders
        .flatMap(({ id, status }, index) => (isIncluded(status as OrderStatus, index) ? [id] : []))
        .reverse()
    const isOpen = (status: OrderStatus) => openOrderStatuses.some((open) => open === status)
    expect(await listed(client, '?is_open=true')).toEqual(idsOf(isOpen))
    expect(await listed(client, '?is_open=false')).toEqual(idsOf((status) => !isOpen(status)))
    expect(await listed(client, '?is_open=true&status=pending')).toEqual(
      idsOf((status) => status === 'pending'),
    )
    expect(await listed(client, '?is_open=true&status=delivered')).toEqual([])
    expect(await listed(client, `?is_open=true&destinatario_id=${destinatario_id}`)).toEqual(
      idsOf((status, index) => isOpen(status) && index % 2 === 0),
    )
    expect(await listed(client, '?is_open=true&from=2026-03-02T00:00:00Z&to=2026-03-04T00:00:00Z')).toEqual(
      idsOf((_, index) => index === 1 || index === 2),
    )
    const [first] = orders
    const number = `?order_number=${first?.order_number}`
    expect(await listed(client, `${number}&is_open=true`)).toEqual([first?.id])
    expect(await listed(client, `${number}&is_open=false`)).toEqual([])
    const page = (await client.portal.get('/orders?is_open=true&limit=2')).body
    const next = (await client.portal.get(`/orders?is_open=true&limit=100&cursor=${page.next_cursor}`)).body
    expect([...page.data, ...next.data].map(({ id }) => id)).toEqual(idsOf(isOpen))
  })

  test('GET /orders/counts counts the open orders that the same filters list', async () => {
    const client = await service.aClient()
    const destinatario_id = await addDestinatario(service.db, client.id)
    const other = await addDestinatario(service.db, client.id)
    const [wanted] = await addOrders(service.db, client.id, [
      { destinatario_id, status: 'pending', created_at: '2026-03-01T00:00:00Z' },
      { destinatario_id, status: 'pending', created_at: '2026-03-05T00:00:00Z' },
      { destinatario_id: other, status: 'in_transit', created_at: '2026-03-02T00:00:00Z' },
      { destinatario_id, status: 'delivered', created_at: '2026-03-02T00:00:00Z' },
    ])
    const none = Object.fromEntries(openOrderStatuses.map((status) => [status, 0]))
    const counts = async (query: string) => (await client.portal.get(`/orders/counts${query}`)).body
    expect(await counts('')).toEqual({ ...none, pending: 2, in_transit: 1 })
    expect(await counts(`?destinatario_id=${destinatario_id}`)).toEqual({ ...none, pending: 2 })
    expect(await counts('?from=2026-03-02T00:00:00Z')).toEqual({ ...none, pending: 1, in_transit: 1 })
    expect(await counts(`?destinatario_id=${destinatario_id}&to=2026-03-05T00:00:00Z`)).toEqual({
      ...none,
      pending: 1,
    })
    expect(await counts(`?order_number=${wanted?.order_number}`)).toEqual({ ...none, pending: 1 })
    expect((await (await service.aClient()).portal.get('/orders/counts')).body).toEqual(none)
    expectProblem(await client.portal.get('/orders/counts?status=pending'), 'validation/invalid-parameter')
  })

  test('filters by destinatario, even a deleted one, combined with the other filters', async () => {
    const client = await service.aClient()
    const gone = await addDestinatario(service.db, client.id, { deleted_at: '2026-11-01T00:00:00Z' })
    const other = await addDestinatario(service.db, client.id)
    const [pending, delivered, later] = await addOrders(service.db, client.id, [
      { destinatario_id: gone, status: 'pending', created_at: '2026-03-01T00:00:00Z' },
      { destinatario_id: gone, status: 'delivered', created_at: '2026-03-02T00:00:00Z' },
      { destinatario_id: gone, status: 'delivered', created_at: '2026-03-03T00:00:00Z' },
      { destinatario_id: other, status: 'delivered', created_at: '2026-03-02T00:00:00Z' },
    ])
    const of = `?destinatario_id=${gone}`
    expect(await listed(client, of)).toEqual([later?.id, delivered?.id, pending?.id])
    expect(await listed(client, `${of}&status=delivered`)).toEqual([later?.id, delivered?.id])
    const range = '&from=2026-03-01T12:00:00Z&to=2026-03-03T00:00:00Z'
    expect(await listed(client, `${of}&status=delivered${range}`)).toEqual([delivered?.id])
    expect(await listed(client, `?destinatario_id=${uuidv7()}`)).toEqual([])
  })

  test.each([
    ['status=open', 'status', `must be one of ${orderStatuses.join(', ')}`],
    ['status=pending,open', 'status/1', `must be one of ${orderStatuses.join(', ')}`],
    ['status=', 'status', `must be one of ${orderStatuses.join(', ')}`],
    ['status=pending,', 'status/1', `must be one of ${orderStatuses.join(', ')}`],
    ['status=pending,pending', 'status', 'must not have the same item twice'],
    ['destinatario_id=7', 'destinatario_id', 'must be a UUID'],
  ])('refuses %s', async (query, pointer, detail) => {
    const client = await service.aClient()
    const answer = await client.portal.get(`/orders?${query}`)
    expect(expectProblem(answer, 'validation/invalid-parameter').errors).toEqual([{ pointer, detail }])
  })

  test('lists the orders of several statuses together, page by page and with the other filters', async () => {
    const client = await service.aClient()
    const destinatario_id = await addDestinatario(service.db, client.id)
    const rows = await addOrders(
      service.db,
      client.id,
      (['pending', 'delivered', 'approved', 'pending', 'rejected'] as const).map((status, day) => ({
        destinatario_id,
        status,
        order_number: `PED-00000${day}`,
        created_at: `2026-03-0${day + 1}T12:00:00Z`,
      })),
    )
    const ids = rows.map(({ id }) => id)
    const found = (...days: number[]) => days.map((day) => ids[day])
    for (const [query, expected] of [
      ['status=pending,approved', found(3, 2, 0)],
      ['status=approved%2Cpending', found(3, 2, 0)],
      ['status=pending&status=approved', found(3, 2, 0)],
      ['status=delivered,in_transit', found(1)],
      ['status=in_transit,cancelled', []],
      [`status=${orderStatuses.join(',')}`, found(4, 3, 2, 1, 0)],
      ['status=pending,delivered&is_open=true', found(3, 0)],
      ['status=pending,delivered&is_open=false', found(1)],
      [`status=pending,rejected&destinatario_id=${destinatario_id}`, found(4, 3, 0)],
      ['status=pending,approved&from=2026-03-02T00:00:00Z&to=2026-03-04T00:00:00Z', found(2)],
      ['status=pending,approved&order_number=PED-000003', found(3)],
      ['status=delivered,approved&order_number=PED-000003', []],
    ] as const)
      expect([query, await listed(client, `?${query}`)]).toEqual([query, expected])
    const first = await client.portal.get('/orders?status=pending,approved&limit=2')
    const cursor = first.body.next_cursor
    const second = await client.portal.get(`/orders?status=pending,approved&limit=2&cursor=${cursor}`)
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(found(3, 2, 0))
    const other = await client.portal.get(`/orders?status=pending,rejected&limit=2&cursor=${cursor}`)
    expectProblem(other, 'validation/invalid-cursor')
    const csv = await client.portal.get('/orders?status=pending,approved', { accept: 'text/csv' })
    expect(csv.text.trim().split('\r\n')).toHaveLength(1 + 3)
  })

  test('finds an order by its number, combined with every other filter', async () => {
    const client = await service.aClient()
    const destinatario_id = await addDestinatario(service.db, client.id)
    const moment = '2026-11-02T10:00:00.000Z'
    const [wanted] = await addOrders(service.db, client.id, [
      { destinatario_id, order_number: 'PED-000007', status: 'approved', created_at: moment },
      { destinatario_id, order_number: 'PED-000008', status: 'approved', created_at: moment },
    ])
    await addOrder(service.db, (await service.aClient()).id, { order_number: 'PED-000007' })
    const number = '?order_number=PED-000007'
    const found = [wanted?.id]
    for (const [query, ids] of [
      ['', found],
      ['&status=approved', found],
      ['&status=pending', []],
      [`&destinatario_id=${destinatario_id}`, found],
      [`&destinatario_id=${uuidv7()}`, []],
      [`&destinatario_id=${destinatario_id}&status=approved&from=${moment}`, found],
      [`&to=${moment}`, []],
    ] as const)
      expect(await listed(client, number + query)).toEqual(ids)
    expect(await listed(client, '?order_number=PED-00000')).toEqual([])
    expect(await listed(client, '?order_number=ped-000007')).toEqual([])
    expectProblem(await client.portal.get('/orders?order_number='), 'validation/invalid-parameter')
  })

  test('finds orders by their reference for the staff, over all clients or of one, with every other filter', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const destinatario_id = await addDestinatario(service.db, client.id)
    const orderOf = (id: string, day: number, more: object) =>
      addOrder(service.db, id, {
        reference: 'OC-88',
        created_at: `2026-11-0${day}T10:00:00.000Z`,
        delivery_city: 'Luján',
        ...more,
      })
    const first = await orderOf(client.id, 1, { destinatario_id, order_number: 'PED-000088' })
    const theirs = await orderOf(other.id, 2, { reference: 'oc-88', status: 'delivered' })
    const last = await orderOf(client.id, 3, { delivery_city: 'Maipú' })
    await orderOf(client.id, 4, { reference: 'OC-881' })
    const staff = await service.aStaffMember()
    const found = async (query: string) =>
      (await staff.get(`/orders?reference=Oc-88${query}`)).body.data.map(({ id }: { id: string }) => id)
    for (const [query, ids] of [
      ['', [last, theirs, first]],
      [`&client_id=${client.id}`, [last, first]],
      ['&status=delivered', [theirs]],
      ['&status=delivered,pending', [last, theirs, first]],
      ['&city=lujan', [theirs, first]],
      [`&destinatario_id=${destinatario_id}`, [first]],
      [`&client_id=${client.id}&destinatario_id=${destinatario_id}`, [first]],
      ['&order_number=PED-000088', [first]],
      [`&client_id=${client.id}&city=maipu`, [last]],
      ['&from=2026-11-02T00:00:00Z&to=2026-11-03T00:00:00Z', [theirs]],
    ] as const)
      expect([query, await found(query)]).toEqual([query, ids])
    const page = (await staff.get('/orders?reference=Oc-88&limit=2')).body
    expect(await found(`&limit=2&cursor=${page.next_cursor}`)).toEqual([first])
  })

  test('returns nothing of another client, even when filtering by its destinatario', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const destinatario_id = await addDestinatario(service.db, other.id)
    await addOrder(service.db, other.id, { destinatario_id })
    expect(await listed(client)).toEqual([])
    expect(await listed(client, `?destinatario_id=${destinatario_id}`)).toEqual([])
  })
})

describe('GET /orders/{id}', () => {
  test('adds the delivery and the items in order, with null for unknown values', async () => {
    const client = await service.aClient()
    const product = await addProduct(service.db, client.id, { sku: 'QUE-1', name: 'Queso', unit_type: 'kg' })
    const id = await addOrder(service.db, client.id, {
      delivery_address: 'Av. San Martín 1250',
      delivery_city: 'Mendoza',
      delivery_province: null,
      delivery_contact: null,
    })
    const item = { order_id: id, product_id: product.id }
    const [second, first] = await addOrderItems(service.db, client.id, [
      { ...item, position: 2, quantity: '0.3' },
      { ...item, position: 1, quantity: '999999999999.999', vintage_year: 2019, notes: 'Entero' },
    ])
    const { status, body } = await client.portal.get(`/orders/${id}`)
    expect(status).toBe(200)
    const [row] = (await client.portal.get('/orders')).body.data
    const shown = { product_id: product.id, products: { name: 'Queso', sku: 'QUE-1' } }
    expect(body).toEqual({
      ...row,
      packages: null,
      packed_at: null,
      checked: null,
      trip: null,
      acceptance: null,
      delivery_address: 'Av. San Martín 1250',
      delivery_city: 'Mendoza',
      delivery_province: null,
      delivery_contact: null,
      distribution_order_items: [
        { id: first?.id, ...shown, quantity: 999999999999.999, vintage_year: 2019, notes: 'Entero' },
        { id: second?.id, ...shown, quantity: 0.3, vintage_year: null, notes: null },
      ],
      distribution_order_attachments: [],
      timeline: [],
      changes: [],
      placed_by: null,
    })
  })

  test('returns complete attachments, oldest first, each with a signed link valid for an hour', async () => {
    const client = await service.aClient()
    const order_id = await addOrder(service.db, client.id)
    const [newer, half, older] = await addAttachments(service.db, client.id, [
      { order_id, file_name: 'b.pdf', state: 'ready', created_at: '2026-11-02T10:00:00.5Z' },
      { order_id, file_name: 'half.pdf', state: 'uploading', created_at: '2026-11-02T09:30:00Z' },
      { order_id, file_name: 'a.pdf', state: 'ready', created_at: '2026-11-02T09:00:00Z' },
    ])
    const path = `/orders/${order_id}`
    const { body, text } = await client.portal.get(path)
    const shown = (id = '') => ({ id, file_url: fileLinks(service.deps).urlOf(id) })
    expect(body.distribution_order_attachments).toEqual([
      { ...shown(older?.id), file_name: 'a.pdf', created_at: '2026-11-02T09:00:00.000Z' },
      { ...shown(newer?.id), file_name: 'b.pdf', created_at: '2026-11-02T10:00:00.500Z' },
    ])
    expect(text).not.toContain(half?.id)

    const url = new URL(body.distribution_order_attachments[0].file_url)
    expect(url.origin).toBe(service.url)
    expect(url.pathname).toBe(`/files/${older?.id}`)
    expect(Number(url.searchParams.get('expires'))).toBe(Date.parse('2026-11-02T13:00:00Z') / 1000)
  })

  test('signs a new link at each read', async () => {
    const client = await service.aClient()
    const order_id = await addOrder(service.db, client.id)
    await addAttachments(service.db, client.id, [
      { order_id, file_name: 'a.pdf', state: 'ready', created_at: '2026-11-02T10:00:00Z' },
    ])
    const link = async () =>
      (await client.portal.get(`/orders/${order_id}`)).body.distribution_order_attachments[0].file_url
    const first = await link()
    clock.advance(60_000)
    expect(await link()).not.toBe(first)
  })
})
