// Lists with `q` show what the search finds, with their other filters, on both APIs and in files for people.
import { withCheckDigit } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

type Row = Record<string, string>
type Api = { get: typeof staff.get }
async function rows(api: Api, path: string, q: string): Promise<Row[]> {
  const { status, body, text } = await api.get(
    `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`,
  )
  expect(status, text).toBe(200)
  return body.data
}
const file = async (path: string, token: string) =>
  (
    await fetch(`${service.url}/api/v1/${path}&format=csv&language=es`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).text()
const of = (name: string, found: readonly Row[]) => found.map((row) => row[name])

describe('orders', () => {
  test('are found by a part of the number, with or without letters, zeros and hyphens', async () => {
    const client = await warehouse.aStockedClient()
    for (let i = 0; i < 12; i++) await order(client, 1)
    const numbers = async (api: Api, path: string, q: string) =>
      of('order_number', await rows(api, path, q)).map((number = '') => Number(number.slice(4)))
    const lists: [Api, string][] = [
      [client.portal, '/orders'],
      [staff, `/orders?client_id=${client.id}`],
    ]
    for (const [api, path] of lists) {
      for (const q of ['12', 'ped-12', 'PED 12', 'p-12', 'PED-000012', '000012'])
        expect([q, await numbers(api, path, q)]).toEqual([q, [12]])
      expect(await numbers(api, path, '00001')).toEqual([12, 11, 10])
      expect(await numbers(api, path, 'PED-')).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
      expect(await numbers(api, path, '13')).toEqual([])
    }
    expect(of('client_id', await rows(staff, '/orders', 'PED-000012'))).toContain(client.id)
  })

  test('are found by the beginning of the reference, on both APIs', async () => {
    const [client, other] = [await warehouse.aStockedClient(), await warehouse.aStockedClient()]
    const place = async (of: typeof client, reference: string) => (await order(of, 1, { reference })).body.id
    const first = await place(client, 'Compra 7001')
    const theirs = await place(other, 'COMPRA 7001')
    const last = await place(client, 'compra 70019')
    const found = async (api: Api, path: string, q: string) => of('id', await rows(api, path, q))
    for (const q of ['compra 7001', 'Compra 70', 'COMPRA']) {
      expect(await found(client.portal, '/orders', q)).toEqual([last, first])
      expect(await found(staff, `/orders?client_id=${client.id}`, q)).toEqual([last, first])
      expect(await found(staff, '/orders', q)).toEqual([last, theirs, first])
    }
    expect(await found(staff, '/orders?status=approved', 'compra')).toEqual([])
  })

  test('are found by product, lot and recipient, newest first, with the other filters', async () => {
    const client = await service.aClient()
    const product = async (name: string, sku: string) =>
      (await staff.post(`/clients/${client.id}/products`, { name, sku, unit_type: 'caja' })).body.id
    const malbec = await product('Gran Malbec', 'MAL-1')
    const bonarda = await product('Bonarda', 'BON-1')
    await warehouse.receive(
      client.id,
      { product_id: malbec, quantity: 9, lot_number: 'L2409-A', expiry_date: '2090-01-31' },
      { product_id: bonarda, quantity: 9 },
    )
    const recipient = async (name: string) => (await client.portal.post('/destinatarios', { name })).body.id
    const [north, south] = [await recipient('Vinoteca Norte'), await recipient('Almacén Sur')]
    const placed = async (destinatarioId: string, productId: string) =>
      (await order({ ...client, destinatarioId, productId }, 1)).body
    const first = await placed(north, malbec)
    const second = await placed(south, malbec)
    const third = await placed(south, bonarda)
    await warehouse.act(second.id, 'approve')
    const lists: [Api, string][] = [
      [client.portal, '/orders?'],
      [staff, '/orders?'],
      [staff, `/orders?client_id=${client.id}&`],
    ]
    for (const [api, path] of lists)
      for (const [filters, q, found] of [
        ['', 'malbec', [second, first]],
        ['', 'mal-', [second, first]],
        ['', 'L2409', [second]],
        ['', 'almacen', [third, second]],
        ['', 'norte', [first]],
        ['', 'vinoteca sur', []],
        ['status=pending', 'malbec', [first]],
        ['status=approved', 'sur', [second]],
        ['', 'torrontés', []],
        [`destinatario_id=${south}`, 'gran', [second]],
        [`from=${second.created_at}`, 'malbec', [second]],
        [`to=${second.created_at}`, 'malbec', [first]],
        [`order_number=${first.order_number}`, 'malbec', [first]],
        [`order_number=${third.order_number}`, 'malbec', []],
      ] as const) {
        const ids = of('id', await rows(api, path + filters, q))
        const own = filters === '' && path === '/orders?' && api === staff ? ids.slice(0, found.length) : ids
        expect([filters, q, own]).toEqual([filters, q, found.map(({ id }) => id)])
      }
    expect(of('id', await rows(client.portal, '/orders?is_open=true', 'malbec'))).toEqual([
      second.id,
      first.id,
    ])
    const { body: counts } = await client.portal.get('/orders/counts?q=malbec')
    expect(counts).toMatchObject({ pending: 1, approved: 1, in_transit: 0 })
    const page = await client.portal.get('/orders?q=malbec&limit=1')
    expect(page.body.data[0].id).toBe(second.id)
    const next = await client.portal.get(`/orders?q=malbec&limit=1&cursor=${page.body.next_cursor}`)
    expect([of('id', next.body.data), next.body.has_more]).toEqual([[first.id], false])
  })

  test('follow a new name of the product or the recipient at once', async () => {
    const client = await warehouse.aStockedClient()
    const { body: placed } = await order(client, 1)
    const found = async (q: string) => of('id', await rows(client.portal, '/orders', q))
    expect(await found('zonda')).toEqual([])
    await client.portal.patch(`/destinatarios/${client.destinatarioId}`, { name: 'Bar Zonda' })
    expect(await found('zonda')).toEqual([placed.id])
    await client.portal.patch(`/destinatarios/${client.destinatarioId}`, { name: 'Bar' })
    expect(await found('zonda')).toEqual([])
    await staff.patch(`/products/${client.productId}`, { name: 'Zonda' })
    expect(await found('zonda')).toEqual([placed.id])
  })

  test('of another client are not found', async () => {
    const [client, other] = [await warehouse.aStockedClient(), await warehouse.aStockedClient()]
    await order(other, 1)
    for (const q of ['PED', '1', 'producto', 'vinoteca', 'sin-lote'])
      expect([q, await rows(client.portal, '/orders', q)]).toEqual([q, []])
  })
})

describe('remitos', () => {
  test('are found by a part of one of their numbers, with or without letter, zeros and hyphens', async () => {
    const client = await warehouse.aStockedClient(0)
    const items = [{ product_id: client.productId, quantity: 1 }]
    const { body } = await staff.post('/remitos', {
      client_id: client.id,
      type: 'ingreso',
      remito_number: ['R 0003-00000392', 'X 00004-00000007'],
      items,
    })
    await warehouse.receive(client.id, { product_id: client.productId, quantity: 1 })
    const lists: [Api, string][] = [
      [client.portal, '/remitos'],
      [client.portal, '/movements'],
      [staff, `/remitos?client_id=${client.id}`],
      [staff, '/remitos?type=ingreso'],
    ]
    for (const [api, path] of lists)
      for (const q of [
        '392',
        '0392',
        '00000392',
        'R 392',
        'r-392',
        '3-392',
        'R 0003-00000392',
        'r3-0',
        'R 0003',
        'x-7',
      ])
        expect([path, q, of('id', await rows(api, path, q))]).toEqual([path, q, [body.id]])
    expect(await rows(client.portal, '/remitos?type=egreso', '392')).toEqual([])
    expect(await rows(client.portal, '/remitos', '92')).toEqual([])
  })
})

describe('stock, lots and products', () => {
  test('are found by any word, in any case and order, and lots by their number', async () => {
    const client = await service.aClient()
    const gtin = withCheckDigit('779123456789')
    const product = async (name: string, sku: string, more = {}) =>
      (await staff.post(`/clients/${client.id}/products`, { name, sku, unit_type: 'caja', ...more })).body.id
    const gran = await product('Gran Malbec', 'GMA-750', { gtin })
    const reserva = await product('Malbec Reserva', 'MAL-RES')
    const lots = [{ product_id: gran, quantity: 2, lot_number: 'L2409-A' }]
    await warehouse.receive(client.id, ...lots, { product_id: reserva, quantity: 3, lot_number: 'L2410' })
    const stock: [Api, string][] = [
      [client.portal, '/stock'],
      [staff, `/stock?client_id=${client.id}`],
    ]
    for (const [api, path] of stock) {
      const found = async (q: string) => of('product_id', await rows(api, path, q))
      expect(await found('malbec')).toEqual([gran, reserva])
      for (const q of ['reserva malbec', 'mal-res', 'MALBEC RESERVA'])
        expect([q, await found(q)]).toEqual([q, [reserva]])
      expect(await found('malbec bonarda')).toEqual([])
    }
    const lists: [Api, string][] = [
      [client.portal, '/stock/lots'],
      [staff, `/lots?client_id=${client.id}`],
    ]
    for (const [api, path] of lists) {
      expect(of('lot_number', await rows(api, path, 'l24'))).toEqual(['L2409-A', 'L2410'])
      expect(of('lot_number', await rows(api, path, 'L2409'))).toEqual(['L2409-A'])
      const filtered = `${path}${path.includes('?') ? '&' : '?'}include_depleted=true&product_id=${reserva}`
      expect(of('lot_number', await rows(api, filtered, 'l24'))).toEqual(['L2410'])
    }
    const products = `/clients/${client.id}/products`
    for (const [q, ids] of [
      ['mal-res', [reserva]],
      ['malbec', [gran, reserva]],
      [gtin, [gran]],
      [`0${gtin}`, [gran]],
    ] as const)
      expect([q, of('id', await rows(staff, products, q))]).toEqual([q, ids])
    expect(await rows(staff, `${products}?archived=true`, 'malbec')).toEqual([])
  })
})

describe('recipients and clients', () => {
  const cuit = '30707770704'
  const spelt = [cuit, '30-70777070-4', '30-7077', '307077']

  test('are found by CUIT, with and without hyphens, and by words of the name', async () => {
    const { portal } = await service.aClient()
    const { body } = await portal.post('/destinatarios', { name: 'La Vinoteca', cuit_dni: cuit })
    await portal.post('/destinatarios', { name: 'Otro' })
    for (const q of [...spelt, 'vinoteca'])
      expect([q, of('id', await rows(portal, '/destinatarios', q))]).toEqual([q, [body.id]])
    expect((await portal.get(`/search?q=${cuit}`)).body.destinatarios).toMatchObject([{ id: body.id }])
    await portal.patch(`/destinatarios/${body.id}`, { cuit_dni: '20.123.456' })
    expect(await rows(portal, '/destinatarios', cuit)).toEqual([])
    expect(of('id', await rows(portal, '/destinatarios', '20.123.456'))).toEqual([body.id])
    expect(of('id', await rows(portal, '/destinatarios', '20123456'))).toEqual([body.id])
  })

  test('clients alike, with the balance of each', async () => {
    const given = { name: 'Bodega Quebrada', email: 'q@q.example', cuit_dni: cuit }
    const { body } = await staff.post('/clients', given)
    await staff.post('/credit-sales', { client_id: body.id, amount: 150.5 })
    for (const q of [...spelt, 'quebrada'])
      expect(await rows(staff, '/clients', q)).toMatchObject([{ id: body.id, balance: 150.5 }])
    expect((await staff.get('/search?q=30-70777070-4')).body.clients).toMatchObject([{ id: body.id }])
    const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })
    const lines = (await file('backoffice/clients/export?q=30-7077', token)).trim().split('\r\n')
    expect(lines).toMatchObject([expect.any(String), expect.stringContaining('Bodega Quebrada')])
    await staff.patch(`/clients/${body.id}`, { cuit_dni: null })
    expect(await rows(staff, '/clients', cuit)).toEqual([])
  })
})

test('files follow q, for people and for programs', async () => {
  const client = await warehouse.aStockedClient()
  for (let i = 0; i < 3; i++) await order(client, 1)
  const csv = await client.portal.get('/orders?q=PED-2', { accept: 'text/csv' })
  expect(csv.text.trim().split('\r\n')).toHaveLength(2)
  for (const more of ['', '&rows=lines']) {
    const text = await file(`portal/orders/export?q=PED-2${more}`, client.token)
    expect(text).toContain('PED-000002')
    expect(text).not.toContain('PED-000001')
  }
})
