// Back-office lists cover every client, or the one in the filter.

import { describe, expect, test } from 'vitest'
import { expectProblem } from '../harness/problem-answers.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { order } from '../harness/warehouse.ts'

const orders: Record<string, string> = {}
const { warehouse } = await useWarehouse()
const staff = warehouse.staff
const one = await warehouse.aStockedClient(10)
const other = await warehouse.aStockedClient(20)
for (const [name, client] of [
  ['first', one],
  ['second', other],
  ['third', one],
] as const)
  orders[name] = (await order(client, 1)).body.id
await warehouse.act(orders['third'] ?? '', 'approve')

type Row = { id: string; client_id: string; created_at: string }
const idsOf = ({ data }: { data: Row[] }) => data.map(({ id }) => id)
const read = async (path: string) => (await staff.get(path)).body

/** All rows, one per page. */
async function walk(path: string): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const body = await read(`${path}${path.includes('?') ? '&' : '?'}limit=1${cursor}`)
    seen.push(...idsOf(body))
    if (!body.has_more) return seen
    cursor = `&cursor=${body.next_cursor}`
  }
}

describe('GET /orders', () => {
  test('lists the orders of every client, newest first, with their client', async () => {
    const { first, second, third } = orders
    const body = await read('/orders')
    expect(idsOf(body)).toEqual([third, second, first])
    expect(body.data.map((row: Row) => row.client_id)).toEqual([one.id, other.id, one.id])
    expect(await walk('/orders')).toEqual(idsOf(body))
    expect((await read(`/orders/${second}`)).client_id).toBe(other.id)
  })

  test('filters by client, status and time', async () => {
    const { first, second, third } = orders
    const rows: Row[] = (await read('/orders')).data
    const middle = rows[1]?.created_at
    expect(await walk(`/orders?client_id=${one.id}`)).toEqual([third, first])
    expect(await walk('/orders?status=pending')).toEqual([second, first])
    expect(await walk(`/orders?client_id=${one.id}&status=approved`)).toEqual([third])
    expect(await walk(`/orders?client_id=${one.id}&status=approved,pending`)).toEqual([third, first])
    expect(await walk('/orders?status=pending,approved,rejected')).toEqual([third, second, first])
    expect(await walk('/orders?status=pending,rejected')).toEqual([second, first])
    expect(await walk(`/orders?from=${middle}`)).toEqual([third, second])
    expect(await walk(`/orders?to=${middle}`)).toEqual([first])
    expect(await walk(`/orders?client_id=${one.id.toUpperCase()}`)).toEqual([third, first])
    expect(await walk(`/orders?client_id=${orders['first']}`)).toEqual([])
  })
})

test('GET /orders finds every order with a number, newest first, and combines it with every other filter', async () => {
  const { first, second, third } = orders
  const row = async (id = '') => (await read(`/orders/${id}`)) as Row & { order_number: string }
  expect((await row(first)).order_number).toBe((await row(second)).order_number)
  const number = `/orders?order_number=${(await row(first)).order_number}`
  expect(await walk(number)).toEqual([second, first])
  expect(await walk(`${number}&status=pending`)).toEqual([second, first])
  expect(await walk(`${number}&status=approved`)).toEqual([])
  expect(await walk(`${number}&from=${(await row(second)).created_at}`)).toEqual([second])
  expect(await walk(`${number}&client_id=${one.id}`)).toEqual([first])
  expect(await walk(`${number}&client_id=${one.id}&status=approved`)).toEqual([])
  expect(await walk(`/orders?order_number=${(await row(third)).order_number}&status=approved`)).toEqual([
    third,
  ])
})

describe('GET /orders by recipient and city', () => {
  test('names the recipient and the city of each order, and filters by both', async () => {
    const { first, second } = orders
    const { body: at } = await one.portal.post('/destinatarios', { name: 'Vinoteca', city: 'Godoy Cruz' })
    const placed = async (more: Record<string, unknown>) =>
      (await order({ ...one, destinatarioId: at.id }, 1, more)).body as Row & { order_number: string }
    const there = await placed({})
    const elsewhere = await placed({ delivery_address: 'Belgrano 1', delivery_city: ' CÓRDOBA' })
    const collected = await placed({ delivery_type: 'retiro' })
    const rows = (await read('/orders?limit=3')).data
    expect(rows).toMatchObject([
      {
        id: collected.id,
        delivery_city: null,
        destinatario: { id: at.id, name: 'Vinoteca', city: 'Godoy Cruz' },
      },
      { id: elsewhere.id, delivery_city: expect.stringContaining('CÓRDOBA') },
      { id: there.id, delivery_city: 'Godoy Cruz' },
    ])
    const ofRecipient = `/orders?destinatario_id=${at.id}`
    expect(await walk(ofRecipient)).toEqual([collected.id, elsewhere.id, there.id])
    expect(await walk(`${ofRecipient}&client_id=${one.id}&status=pending`)).toEqual([
      collected.id,
      elsewhere.id,
      there.id,
    ])
    expect(await walk(`${ofRecipient}&client_id=${other.id}`)).toEqual([])
    expect(await walk(`${ofRecipient}&city=cordoba`)).toEqual([elsewhere.id])
    for (const city of ['córdoba', 'Cordoba', 'CORDOBA '])
      expect(await walk(`/orders?city=${encodeURIComponent(city)}`)).toEqual([elsewhere.id])
    expect(await walk(`/orders?city=godoy%20cruz&client_id=${one.id}&status=pending`)).toEqual([there.id])
    expect(await walk(`/orders?city=godoy%20cruz&client_id=${other.id}`)).toEqual([])
    expect(await walk(`/orders?city=godoy%20cruz&status=approved`)).toEqual([])
    const number = `/orders?order_number=${there.order_number}&client_id=${one.id}`
    expect(await walk(`${number}&city=godoy%20cruz&destinatario_id=${at.id}`)).toEqual([there.id])
    expect(await walk(`${number}&city=cordoba`)).toEqual([])
    expect(await walk(`/orders?order_number=${there.order_number}&city=godoy%20cruz`)).toEqual([there.id])
    expect((await read(`/orders/${there.id}`)).destinatario).toEqual({
      id: at.id,
      name: 'Vinoteca',
      city: 'Godoy Cruz',
      phone: null,
      delivery_schedule: null,
    })
    for (const { id } of [there, elsewhere, collected]) await warehouse.act(id, 'reject', 'Prueba')
    expect([first, second]).not.toContain(there.id)
  })
})

test('GET /remitos filters by client, type and time', async () => {
  const rows: (Row & { type: string })[] = (await read('/remitos')).data
  expect(rows.map(({ type, client_id }) => [type, client_id])).toEqual([
    ['egreso', one.id],
    ['ingreso', other.id],
    ['ingreso', one.id],
  ])
  const [egreso, second, first] = rows.map(({ id }) => id)
  expect(await walk('/remitos?type=ingreso')).toEqual([second, first])
  expect(await walk(`/remitos?client_id=${one.id}`)).toEqual([egreso, first])
  expect(await walk(`/remitos?client_id=${one.id}&type=ingreso&to=${rows[0]?.created_at}`)).toEqual([first])
  expect((await read(`/remitos/${egreso}`)).distribution_remito_items).toHaveLength(1)
})

test('GET /remitos finds every remito with a number, and combines it with every other filter', async () => {
  const receive = async (client: typeof one) => {
    const items = [{ product_id: client.productId, quantity: 1 }]
    const remito = { client_id: client.id, type: 'ingreso', remito_number: ['X 0007-00000007'], items }
    return (await staff.post('/remitos', remito)).body as Row
  }
  const [old, recent] = [await receive(one), await receive(other)]
  const number = '/remitos?remito_number=x0007-00000007'
  expect(await walk(number)).toEqual([recent.id, old.id])
  expect(await walk(`${number}&client_id=${one.id}&type=ingreso`)).toEqual([old.id])
  expect(await walk(`${number}&type=egreso`)).toEqual([])
  expect(await walk(`${number}&to=${recent.created_at}`)).toEqual([old.id])
})

test('GET /stock and /lots have the rows of the portal', async () => {
  for (const client of [one, other]) {
    const lots = await client.portal.get('/stock/lots')
    expect(await read(`/lots?client_id=${client.id}`)).toEqual(lots.body)
    const { body } = await client.portal.get('/stock')
    expect(await read(`/stock?client_id=${client.id}`)).toEqual({
      ...body,
      data: body.data.map((row: object) => ({
        ...row,
        client_id: client.id,
        client_name: expect.any(String),
        lots: 1,
      })),
    })
  }
  expectProblem(await staff.get('/lots'), 'validation/invalid-parameter')
})

describe('GET /stock', () => {
  type StockOf = { client_id: string; product_id: string }
  const productsIn = async (path: string) => (await read(path)).data.map((row: StockOf) => row.product_id)

  test('lists every client, one after the other, by SKU, on pages of any size', async () => {
    await warehouse.aProduct(one.id)
    const all: StockOf[] = (await read('/stock')).data
    expect(new Set(all.map((row) => row.client_id))).toEqual(new Set([one.id, other.id]))
    expect(all.map((row) => row.client_id)).toEqual(all.map((row) => row.client_id).toSorted())
    const walked: string[] = []
    for (let cursor = ''; ; ) {
      const page = await read(`/stock?limit=1${cursor}`)
      walked.push(...page.data.map((row: StockOf) => row.product_id))
      if (!page.has_more) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(walked).toEqual(all.map((row) => row.product_id))
  })

  test('finds products by part of the name or the beginning of the SKU, without case and accents', async () => {
    const product = { name: 'Torrontés Añejo', sku: 'TOR-7%-x', unit_type: 'caja' }
    const { id } = (await staff.post(`/clients/${other.id}/products`, product)).body
    for (const q of ['torrontes', 'ÑEJO', 'tor-7%', 'TOR-'])
      expect(await productsIn(`/stock?q=${encodeURIComponent(q)}`)).toEqual([id])
    for (const q of ['7%-x', 'or_7', 'nothing'])
      expect(await productsIn(`/stock?q=${encodeURIComponent(q)}`)).toEqual([])
    expect(await productsIn(`/stock?client_id=${one.id}&q=torrontes`)).toEqual([])
    expect(await productsIn(`/stock?q=torrontes&at=${new Date().toISOString()}`)).toEqual([id])
  })

  test('has no lots to count at a past moment', async () => {
    const [row] = (await read(`/stock?client_id=${one.id}&at=${new Date().toISOString()}`)).data
    expect(row).toMatchObject({ lots: null, reserved_quantity: null })
    expect(await read(`/stock/${one.productId}`)).toMatchObject({ client_id: one.id, lots: 1 })
  })
})

test('GET /clients and their keys are listed newest first', async () => {
  const ids = await walk('/clients')
  expect(ids.slice(0, 2)).toEqual([other.id, one.id])
  expect(await walk(`/clients/${one.id}/keys`)).toEqual([one.keyId])
})

test('a cursor is valid only for its own list and filters', async () => {
  const { next_cursor } = await read('/orders?limit=1')
  for (const path of ['/remitos?', `/orders?client_id=${one.id}&`, '/orders?status=pending&'])
    expectProblem(await staff.get(`${path}cursor=${next_cursor}`), 'validation/invalid-cursor')
})
