import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { isPopplerMissing, pdfPages } from '../../tests/harness/pdf-text.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse
const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })

const queryOf = (ids: readonly string[]) => ids.map((id) => `order_id=${id}`).join('&')
const listOf = (...ids: string[]) => staff.get(`/pick-list?${queryOf(ids)}`)

async function pdfOf(ids: readonly string[], headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/v1/backoffice/pick-list/pdf?${queryOf(ids)}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return {
    headers: response.headers,
    status: response.status,
    pdf: Buffer.from(await response.arrayBuffer()),
  }
}

/** A client with these products in stock, 100 of each, by their places. */
async function aClientWith(...places: (string | null)[]) {
  const client = await warehouse.aStockedClient(0)
  const products: string[] = []
  for (const [index, location] of places.entries()) {
    const { body } = await staff.post(`/clients/${client.id}/products`, {
      name: `Ñandú ${index}`,
      sku: `SKU-${String(index).padStart(2, '0')}`,
      unit_type: 'caja',
      location,
    })
    await warehouse.receive(client.id, {
      product_id: body.id,
      quantity: 100,
      lot_number: `L-${index}`,
      expiry_date: '2099-03-31',
    })
    products.push(body.id)
  }
  const place = async (quantities: readonly (readonly [number, number])[], more: object = {}) => {
    const items = quantities.map(([product, quantity]) => ({ product_id: products[product], quantity }))
    const { body } = await order({ ...client, productId: '' }, 0, { items, ...more })
    expect((await warehouse.act(body.id, 'approve')).status).toBe(200)
    return body as { id: string; order_number: string }
  }
  return { ...client, products, place }
}

describe('GET /pick-list', () => {
  test('has each lot once, with its total and its share for each order, and no prices', async () => {
    const client = await aClientWith('A-1')
    const lots = { product_id: client.products[0] ?? '', lot_number: 'L-1', expiry_date: '2098-01-31' }
    await warehouse.receive(client.id, { ...lots, quantity: 5, vintage_year: 2021 })
    const first = await client.place([
      [0, 4],
      [0, 3],
    ])
    const second = await client.place([[0, 10.0]], { notes: 'Por el portón verde' })
    await warehouse.act(second.id, 'prepare')
    const { status, body } = await listOf(second.id, first.id)
    expect(status).toBe(200)
    const goods = {
      client_id: client.id,
      client_name: expect.any(String),
      location: 'A-1',
      product_id: client.products[0],
      sku: 'SKU-00',
      name: 'Ñandú 0',
      gtin: null,
      unit_type: 'caja',
      lot_id: expect.any(String),
    }
    const share = ({ id, order_number }: typeof first, quantity: number) => ({
      order_id: id,
      order_number,
      quantity,
      notes: null,
    })
    expect(body).toEqual({
      rows: [
        {
          ...goods,
          lot_number: 'L-0',
          expiry_date: '2099-03-31',
          vintage_year: null,
          quantity: 12,
          orders: [share(second, 10), share(first, 2)],
        },
        {
          ...goods,
          lot_number: 'L-1',
          expiry_date: '2098-01-31',
          vintage_year: 2021,
          quantity: 5,
          orders: [share(first, 5)],
        },
      ],
      orders: [
        {
          id: second.id,
          order_number: second.order_number,
          status: 'in_preparation',
          client_name: expect.any(String),
          destinatario_name: 'Vinoteca',
          notes: 'Por el portón verde',
        },
        {
          id: first.id,
          order_number: first.order_number,
          status: 'approved',
          client_name: expect.any(String),
          destinatario_name: 'Vinoteca',
          notes: null,
        },
      ],
    })
  })

  test('is in the order in which one walks along the shelves; goods without a place are last', async () => {
    const client = await aClientWith('A-10-1', null, 'B-1-1', 'A-2-10', 'A-2-9', 'A-2-9', null)
    const { id } = await client.place([0, 1, 2, 3, 4, 5, 6].map((product) => [product, 1] as const))
    const read = async () =>
      (await listOf(id)).body.rows.map(({ location, sku }: Record<string, string>) => [location, sku])
    expect(await read()).toEqual([
      ['A-2-9', 'SKU-04'],
      ['A-2-9', 'SKU-05'],
      ['A-2-10', 'SKU-03'],
      ['A-10-1', 'SKU-00'],
      ['B-1-1', 'SKU-02'],
      [null, 'SKU-01'],
      [null, 'SKU-06'],
    ])
    await staff.patch(`/products/${client.products[6]}`, { location: 'A-0' })
    expect((await read())[0]).toEqual(['A-0', 'SKU-06'])
  })

  test('can be of several clients, whose goods stay apart', async () => {
    const [one, other] = [await aClientWith('A-1'), await aClientWith('A-1')]
    const ids = [(await one.place([[0, 1]])).id, (await other.place([[0, 2]])).id]
    const { rows } = (await listOf(...ids)).body
    expect(rows).toHaveLength(2)
    expect(new Set(rows.map(({ client_id }: { client_id: string }) => client_id))).toEqual(
      new Set([one.id, other.id]),
    )
  })

  test('is refused as a whole with every order that has no goods to pick, by position', async () => {
    const client = await aClientWith('A-1')
    const ready = await client.place([[0, 1]])
    const cancelled = await client.place([[0, 1]])
    await warehouse.act(cancelled.id, 'cancel', 'Duplicado')
    const items = [{ product_id: client.products[0], quantity: 1 }]
    const { body: pending } = await order({ ...client, productId: '' }, 0, { items })
    const unknown = uuidv7()
    for (const path of ['/pick-list', '/pick-list/pdf']) {
      const answer = await staff.get(`${path}?${queryOf([pending.id, ready.id, unknown, cancelled.id])}`)
      expectRefusal(answer, 'orders/not-to-pick', {
        errors: [
          {
            pointer: 'order_id/0',
            detail: `${pending.order_number} is pending, and has no goods to pick`,
          },
          { pointer: 'order_id/2', detail: `${unknown} is not an order` },
          {
            pointer: 'order_id/3',
            detail: `${cancelled.order_number} is cancelled, and has no goods to pick`,
          },
        ],
      })
    }
  })

  test('takes 1 to 50 different orders, and ids in any case', async () => {
    const client = await aClientWith('A-1')
    const { id } = await client.place([[0, 3]])
    expect((await listOf(id.toUpperCase())).body.rows).toMatchObject([{ quantity: 3 }])
    const refused: [string, RegExp][] = [
      ['/pick-list', /required/],
      [`/pick-list?${queryOf([id, id.toUpperCase()])}`, /same item twice/],
      [`/pick-list?${queryOf(Array.from({ length: 51 }, () => uuidv7()))}`, /at most 50/],
    ]
    for (const [path, detail] of refused)
      expectRefusal(await staff.get(path), 'validation/invalid-parameter', {
        detail: expect.any(String),
        errors: [{ pointer: 'order_id', detail: expect.stringMatching(detail) }],
      })
  })
})

describe.skipIf(isPopplerMissing())('the pick list on paper', () => {
  test('has the totals first, then a block for each order', async () => {
    const client = await aClientWith('A-10', 'A-2', null)
    const first = await client.place([
      [0, 2],
      [1, 3],
    ])
    const second = await client.place(
      [
        [0, 4],
        [2, 1],
      ],
      { notes: 'Frágil' },
    )
    const [page = ''] = await pdfPages((await pdfOf([first.id, second.id])).pdf)
    const shown = [
      'Lista de preparación',
      '2 pedidos',
      'Todo lo que hay que juntar',
      'Ubicación',
      'A-2',
      '3 cajas',
      'A-10',
      '6 cajas',
      `${first.order_number}: 2 · ${second.order_number}: 4`,
      '–',
      '1 caja',
      first.order_number,
      'Destinatario: Vinoteca',
      'A-2',
      '3 cajas',
      'A-10',
      '2 cajas',
      'Bultos',
      second.order_number,
      'Observaciones: Frágil',
      'A-10',
      '4 cajas',
      '31/03/2099',
      'Página 1 de 1',
    ]
    let from = 0
    for (const text of shown) {
      const at = page.indexOf(text, from)
      expect(at, `${text} after ${page.slice(0, from)}`).toBeGreaterThanOrEqual(0)
      from = at + text.length
    }
  })

  test('of one order has its block alone, and is in English for who prefers it', async () => {
    const client = await aClientWith('A-1')
    const { id } = await client.place([[0, 2]])
    const { headers, pdf } = await pdfOf([id], { 'accept-language': 'en' })
    const [page = ''] = await pdfPages(pdf)
    expect(page).toContain('Pick list')
    expect(page).toContain('2 cases')
    expect(page).not.toContain('Everything to take')
    expect(headers.get('content-disposition')).toMatch(
      /^inline; filename="lista-de-preparacion-[\d-]+\.pdf"$/,
    )
  })

  test('is current until something that it shows changes', async () => {
    const client = await aClientWith('A-1')
    const { id } = await client.place([[0, 2]])
    const etag = (await pdfOf([id])).headers.get('etag') ?? ''
    expect((await pdfOf([id], { 'if-none-match': etag })).status).toBe(304)
    await staff.patch(`/products/${client.products[0]}`, { location: 'A-2' })
    expect((await pdfOf([id], { 'if-none-match': etag })).status).toBe(200)
  })
})
