import { portalScopes } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { sendCount } from '../../tests/harness/counts.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { fold, sql } from '../db/sql.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

type Found = Record<string, string>
type Results = Record<'orders' | 'products' | 'lots' | 'remitos' | 'destinatarios', Found[]>
async function search({ portal }: TestClient, q: string): Promise<Results> {
  const { status, body, text } = await portal.get(`/search?q=${encodeURIComponent(q)}`)
  expect(status, text).toBe(200)
  return body
}
const staffSearch = async (q: string) => (await staff.get(`/search?q=${encodeURIComponent(q)}`)).body
const names = async (client: TestClient, q: string) =>
  (await search(client, q)).destinatarios.map(({ name }) => name)
const skus = async (client: TestClient, q: string) => (await search(client, q)).products.map(({ sku }) => sku)

const aProduct = async ({ id }: TestClient, name: string, sku: string): Promise<string> =>
  (await staff.post(`/clients/${id}/products`, { name, sku, unit_type: 'caja' })).body.id
const aDestinatario = async ({ portal }: TestClient, name: string, more = {}): Promise<string> =>
  (await portal.post('/destinatarios', { name, ...more })).body.id

test('a result has what a line about it shows', async () => {
  const client = await service.aClient()
  const product = await aProduct(client, 'Malbec Reserva', 'LUNA-1')
  const remito_number = ['R 0003-00001821', 'X 00004-00000007']
  const items = [{ product_id: product, quantity: 8, lot_number: 'Luna-7', expiry_date: '2030-01-31' }]
  const received = await staff.post('/remitos', {
    client_id: client.id,
    type: 'ingreso',
    remito_number,
    items,
  })
  const destinatario = await aDestinatario(client, 'Luna Sur', { address: 'Av. 1', city: 'Mendoza' })
  const { body: placed } = await order({ ...client, destinatarioId: destinatario, productId: product }, 1)
  expect(await search(client, 'luna')).toEqual({
    orders: [],
    products: [{ id: product, sku: 'LUNA-1', name: 'Malbec Reserva', unit_type: 'caja', archived: false }],
    lots: [
      {
        id: expect.any(String),
        product_id: product,
        lot_number: 'Luna-7',
        quantity: 8,
        expiry_date: '2030-01-31',
        products: { name: 'Malbec Reserva', sku: 'LUNA-1' },
      },
    ],
    remitos: [],
    inbound: [],
    returns: [],
    destinatarios: [{ id: destinatario, name: 'Luna Sur', address: 'Av. 1', city: 'Mendoza' }],
  })
  const { id, order_number, status, created_at } = placed
  expect((await search(client, '1')).orders).toEqual([
    { id, order_number, reference: null, status, created_at },
  ])
  const { date } = received.body
  const remito = { id: received.body.id, type: 'ingreso', status: 'issued', date }
  for (const q of ['1821', '00001821', 'r 3-00001821', '7', 'x 00004-0'])
    expect((await search(client, q)).remitos).toEqual([
      { ...remito, remito_number: ['R 00003-00001821', 'X 00004-00000007'] },
    ])
})

describe('names', () => {
  test('are found by the beginning of any word, ignoring case and accents', async () => {
    const client = await service.aClient()
    await aDestinatario(client, 'Vinoteca Doña Ñata (Centro)')
    for (const q of ['vino', 'VINOTECA doña', 'dona n', 'ÑATA', 'centro', ' Centro)  '])
      expect([q, await names(client, q)]).toEqual([q, ['Vinoteca Doña Ñata (Centro)']])
    for (const q of ['inoteca', 'vinoteca nata', 'centros', '(centro) x'])
      expect([q, await names(client, q)]).toEqual([q, []])
  })

  test('are sorted: the exact name first, then by what follows the match', async () => {
    const client = await service.aClient()
    for (const name of ['La Vinoteca', 'Vinoteca Sur', 'Vinoteca', 'Vinoteca Norte', 'Vinotecas'])
      await aDestinatario(client, name)
    expect(await names(client, 'vinoteca')).toEqual([
      'Vinoteca',
      'La Vinoteca',
      'Vinoteca Norte',
      'Vinoteca Sur',
      'Vinotecas',
    ])
  })

  test('are shown once however many of their words match, and at most five of them', async () => {
    const client = await service.aClient()
    await aDestinatario(client, 'Bar Bodega Bazar Balcón Barrio Bis')
    for (let i = 1; i <= 6; i++) await aDestinatario(client, `Bistró ${i}`)
    expect(await names(client, 'b')).toHaveLength(5)
    expect(await names(client, 'bi')).toEqual([
      'Bar Bodega Bazar Balcón Barrio Bis',
      'Bistró 1',
      'Bistró 2',
      'Bistró 3',
      'Bistró 4',
    ])
  })

  test('have no wildcards', async () => {
    const client = await service.aClient()
    await aDestinatario(client, 'Ana')
    await aDestinatario(client, '100% Malbec_')
    for (const q of ['%', '_', '%na', 'a%', 'A__']) expect([q, await names(client, q)]).toEqual([q, []])
    for (const q of ['100%', 'malbec_', '100% m'])
      expect([q, await names(client, q)]).toEqual([q, ['100% Malbec_']])
  })

  test('follow changes, and disappear with the recipient', async () => {
    const client = await service.aClient()
    const id = await aDestinatario(client, 'Almacén Viejo')
    await client.portal.patch(`/destinatarios/${id}`, { name: 'Almacén Nuevo' })
    expect(await names(client, 'viejo')).toEqual([])
    expect(await names(client, 'nuevo')).toEqual(['Almacén Nuevo'])
    expect(await names(client, 'almacen')).toEqual(['Almacén Nuevo'])
    await client.portal.patch(`/destinatarios/${id}`, { city: 'Maipú' })
    expect(await names(client, 'nuevo')).toEqual(['Almacén Nuevo'])
    await client.portal.delete(`/destinatarios/${id}`)
    expect(await names(client, 'nuevo')).toEqual([])
  })
})

describe('products', () => {
  test('are found by SKU, by a part of it and by name, also after a change', async () => {
    const client = await service.aClient()
    const id = await aProduct(client, 'Torrontés Añejo', 'TOR-750')
    for (const q of ['tor-7', 'TOR', '750', 'anejo', 'torrontes a'])
      expect([q, await skus(client, q)]).toEqual([q, ['TOR-750']])
    await staff.patch(`/products/${id}`, { sku: 'ÑU-1', name: 'Bonarda' })
    for (const q of ['tor', '750', 'anejo']) expect([q, await skus(client, q)]).toEqual([q, []])
    for (const q of ['nu', 'ñu-1', 'bona']) expect([q, await skus(client, q)]).toEqual([q, ['ÑU-1']])
    await staff.patch(`/products/${id}`, { archived: true })
    expect((await search(client, 'bona')).products).toMatchObject([{ archived: true }])
  })

  test('and their lots are found after a count by CSV', async () => {
    const client = await service.aClient()
    const lines = ['sku,quantity,lot_number,name,unit_type', 'CSV-1,3,Lote-É9,Criolla Grande,caja']
    expect((await sendCount(staff, client.id, lines)).status).toBe(201)
    expect(await skus(client, 'grande')).toEqual(['CSV-1'])
    expect((await search(client, 'lote-e')).lots).toMatchObject([{ quantity: 3 }])
    expect((await search(client, 'e9')).lots).toEqual([])
  })
})

test('orders are found by number, with or without its letters and zeros', async () => {
  const client = await warehouse.aStockedClient()
  for (let i = 0; i < 12; i++) await order(client, 1)
  const numbers = async (q: string) =>
    (await search(client, q)).orders.map(({ order_number = '' }) => Number(order_number.slice(4)))
  for (const q of ['12', 'ped-12', 'PED-000012', '000012']) expect([q, await numbers(q)]).toEqual([q, [12]])
  expect(await numbers('00001')).toEqual([10, 11, 12])
  expect(await numbers('p')).toEqual([1, 2, 3, 4, 5])
  expect(await numbers('13')).toEqual([])
})

test('a client finds nothing of another client', async () => {
  const [client, other] = [await warehouse.aStockedClient(), await warehouse.aStockedClient()]
  await order(other, 1)
  await aDestinatario(other, 'Quincho')
  await aProduct(other, 'Quincho', 'QUI')
  const found = await search(client, 'q')
  expect(Object.values(found).flat()).toEqual([])
  expect((await search(client, 'ped')).orders).toEqual([])
  expect((await search(client, 'sin-lote')).lots).toHaveLength(1)
})

describe('the staff', () => {
  test('finds what all clients have, with its owner, and the clients themselves', async () => {
    const clients = [await warehouse.aStockedClient(), await warehouse.aStockedClient()]
    for (const client of clients) await aDestinatario(client, 'Zaguán')
    for (const client of clients) await order(client, 1)
    const { body: named } = await staff.post('/clients', { name: 'Zárate Hnos.', email: 'z@z.example' })
    const found = await staffSearch('za')
    expect(found.destinatarios.map(({ client }: { client: { id: string } }) => client.id).sort()).toEqual(
      clients.map(({ id }) => id).sort(),
    )
    expect(found.clients).toEqual([{ id: named.id, name: 'Zárate Hnos.', cuit_dni: null, status: 'active' }])
    await staff.patch(`/clients/${named.id}`, { name: 'Yerbal' })
    expect((await staffSearch('zar')).clients).toEqual([])
    expect((await staffSearch('yerb')).clients).toMatchObject([{ id: named.id }])
    const { body: lots } = await staff.get(`/search?q=sin`)
    expect(lots.lots[0]).toMatchObject({ lot_number: 'SIN-LOTE', client: { name: expect.any(String) } })
  })

  test('finds the newest orders with the number first, then those whose number is longer', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => warehouse.aStockedClient()))
    for (const client of clients) await order(client, 1)
    const { orders } = await staffSearch('PED-000001')
    const newest = clients.slice(1).reverse()
    expect(orders.map(({ client }: { client: { id: string } }) => client.id)).toEqual(
      newest.map(({ id }) => id),
    )
  })

  test('finds orders by reference behind those by number, the exact ones first and each once', async () => {
    const [client, other] = [await warehouse.aStockedClient(), await warehouse.aStockedClient()]
    const place = async (of: typeof client, reference: string) => (await order(of, 1, { reference })).body
    const longer = await place(other, 'ZZ-41-B')
    const first = await place(client, 'ZZ-41')
    const second = await place(other, 'zz-41')
    const found = (await staffSearch('Zz-41')).orders
    expect(found.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id, longer.id])
    expect(found[1]).toMatchObject({ reference: 'ZZ-41', client: { id: client.id } })
    const both = await place(client, 'PED-000777')
    const named = await place(other, both.order_number)
    const ofNumber = (await staffSearch(both.order_number)).orders.map(({ id }: { id: string }) => id)
    expect(ofNumber.filter((id: string) => id === both.id)).toHaveLength(1)
    expect((await staffSearch('ped-000777')).orders).toMatchObject([{ id: both.id }])
    expect(ofNumber.length < 5 ? ofNumber : [named.id]).toContain(named.id)
  })
})

test('each group needs the scope of what it shows', async () => {
  const groups = {
    'read:orders': ['orders'],
    'read:stock': ['products', 'lots'],
    'read:remitos': ['remitos', 'returns'],
    'read:inbound': ['inbound'],
    'read:destinatarios': ['destinatarios'],
  }
  for (const scope of portalScopes) {
    const { portal } = await service.aClient({ scopes: [scope] })
    const { body } = await portal.get('/search?q=a')
    const shown = Object.entries(body).flatMap(([name, found]) => (found === null ? [] : [name]))
    expect([scope, shown]).toEqual([scope, groups[scope as keyof typeof groups] ?? []])
  }
})

test.each(['', 'q=', 'q=%20', `q=${'a'.repeat(81)}`])('refuses the query %s', async (query) => {
  const { portal } = await service.aClient()
  const { errors } = expectProblem(await portal.get(`/search?${query}`), 'validation/invalid-parameter')
  expect(errors).toMatchObject([{ pointer: 'q' }])
})

test('takes 80 characters of any kind', async () => {
  const client = await service.aClient()
  for (const one of ['ñ', '😀', "'", '\\', '\u{10FFFF}', 'İ']) await search(client, one.repeat(80))
  const long = 'Ü'.repeat(200)
  await aDestinatario(client, long)
  expect(await names(client, 'u'.repeat(80))).toEqual([long])
})

test('the fold of the database is that of the service', async () => {
  const letters = Array.from({ length: 0x450 - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).filter(
    (one) =>
      /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|[ -~]/u.test(one) &&
      /[\0-\u017f\u0391-\u03a9\u03b1-\u03c9\u0400-\u044f]/.test(one),
  )
  const folded = await service.db.rows(sql<{ letter: string; folded: string }>`
    select letter, search_fold(letter) as folded from unnest(${letters}::text[]) as letter`)
  expect(folded.filter((row) => row.folded !== fold(row.letter))).toEqual([])
})

test('clients are found by the beginning of a word of their name; without text they are the newest', async () => {
  const { body: one } = await staff.post('/clients', { name: 'Quilmes Hnos.', email: 'q@q.example' })
  const { body: two } = await staff.post('/clients', { name: 'Viñas de Quilmes', email: 'v@q.example' })
  const found = async (query: string) => (await staff.get(`/clients/names${query}`)).body.clients
  const name = ({ id, name }: { id: string; name: string }) => ({ id, name })
  expect(await found('?q=QUILM')).toEqual([name(two), name(one)])
  expect(await found('?q=vinas')).toEqual([name(two)])
  expect((await found('')).slice(0, 2)).toEqual([name(two), name(one)])
  expect((await staff.get(`/clients/${one.id}/name`)).body).toEqual(name(one))
})

describe('trips', () => {
  const trip = (given: object) =>
    staff.post('/trips', { date: new Date().toISOString().slice(0, 10), driver_name: 'Zoe Yáñez', ...given })
  const found = async (q: string) => (await staffSearch(q)).trips.map(({ number }: Found) => number)

  test('are found by their number, by the words of the driver, and by plates, for the staff only', async () => {
    const client = await service.aClient()
    const { id, number, revision } = (await trip({ plate: 'XY 987 ZW', trailer_plate: 'ABC 321' })).body
    for (const q of [
      number,
      number.slice(4),
      number.replace(/-0+/, ' '),
      'zoe',
      'YANEZ',
      'xy 98',
      'XY987ZW',
      'abc 321',
    ])
      expect([q, await found(q)]).toEqual([q, [number]])
    expect((await staffSearch('yanez')).trips).toEqual([
      {
        id,
        number,
        date: expect.any(String),
        status: 'draft',
        driver_name: 'Zoe Yáñez',
        plate: 'XY987ZW',
        stops_count: 0,
      },
    ])
    expect(await search(client, 'yanez')).not.toHaveProperty('trips')
    await staff.patch(`/trips/${id}`, { if_revision: revision, driver_name: 'Ema Xul', plate: null })
    expect([await found('yanez'), await found('xy987'), await found('xul')]).toEqual([[], [], [number]])
    await staff.delete(`/trips/${id}`)
    expect(await found('xul')).toEqual([])
  })
})
