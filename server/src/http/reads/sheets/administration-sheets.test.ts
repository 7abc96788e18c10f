// The files for people of what is administered rather than moved: users, keys, counts, events and the log of requests.
import { expect, test } from 'vitest'
import { recordsOf } from '../../../../tests/harness/csv.ts'
import { useWarehouse } from '../../../../tests/harness/prologue.ts'
import { order } from '../../../../tests/harness/warehouse.ts'
import { readXlsx, recordsOfXlsx, wallTime } from '../../../../tests/harness/xlsx.ts'
import { issueStaffKey } from '../../../identity/issue-keys.ts'

const { service, warehouse } = await useWarehouse({
  timeZone: 'America/Argentina/Buenos_Aires',
  csvPolicy: { firstPageRows: 2, maxPageRows: 3 },
})
const client = await warehouse.aStockedClient(100)
const ana = await client.aUser()

type Caller = { token?: string; cookie?: string; api?: 'portal' | 'backoffice' }

async function download(path: string, { token, cookie, api = 'portal' }: Caller) {
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(cookie ? { cookie } : {}) }
  const response = await fetch(`${service.url}/api/v1/${api}${path}`, { headers })
  expect(response.status, path).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}
const read = async (path: string, caller: Caller) => recordsOfXlsx(readXlsx(await download(path, caller)))

/** The local time that a file shows of a moment, in Argentina. */
const local = (moment: string) =>
  new Date(Date.parse(moment) - 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

test('users of a client, with their role and their second factor in words', async () => {
  await client.aUser('reader')
  await client.aUser('operator')
  const { body } = await ana.api.get('/users')
  const roles = { administrator: 'Administrador', operator: 'Operador', reader: 'Lector' }
  const records = await read('/users/export?language=es', { cookie: ana.cookie })
  expect(records.map((one) => one['E-mail'])).toEqual(body.data.map((one: { email: string }) => one.email))
  expect(records.map((one) => one['Rol'])).toEqual(
    body.data.map(({ role }: { role: keyof typeof roles }) => roles[role]),
  )
  expect(new Set(records.map((one) => one['Rol'])).size).toBe(3)
  expect(records[0]).toMatchObject({
    Rol: 'Operador',
    Estado: 'invitado',
    'Verificación en dos pasos': 'desactivada',
  })
  expect(wallTime(records[2]?.['Alta'])).toBe(local(body.data[2].created_at))
  const [first] = await read('/users/export?language=en', { cookie: ana.cookie })
  expect(first).toMatchObject({ Role: 'Operator', 'Second factor': 'off' })
})

test('users and keys of the staff, with their rights in words', async () => {
  const admin = await service.aStaffUser()
  const { token } = await issueStaffKey(service.db, {
    name: 'Balanza',
    scopes: ['staff:admin', 'staff:receive'],
  })
  const users = await read('/users/export?language=es', { token, api: 'backoffice' })
  const own = users.find((one) => one['E-mail'] === admin.email)
  expect(own).toMatchObject({ Cliente: null, Rol: null })
  expect(String(own?.['Permisos'])).toMatch(
    /^Ver todo, Pedidos, Recibir mercadería, Mercadería, Cuentas corrientes/,
  )
  const ofClient = await read(`/users/export?language=es&client_id=${client.id}`, {
    token,
    api: 'backoffice',
  })
  expect(ofClient.find((one) => one['E-mail'] === ana.email)).toMatchObject({
    Rol: 'Administrador',
    Permisos: null,
  })
  const keys = await read('/staff-keys/export?language=es', { token, api: 'backoffice' })
  expect(keys.find((one) => one['Nombre'] === 'Balanza')).toMatchObject({
    'Empieza con': token.slice(0, 10),
    Permisos: expect.stringMatching(/^(?=.*Recibir mercadería)(?=.*Administración)/),
    Vence: null,
    Revocada: null,
  })
})

test('keys of a client, with the names of the scopes that its programs know', async () => {
  const expires = '2099-03-01T02:30:00.000Z'
  const made = await ana.api.post('/keys', { name: '=ERP', scopes: ['read:stock'], expires_at: expires })
  expect(made.status, made.text).toBe(201)
  await ana.api.delete(`/keys/${made.body.id}`)
  const records = await read('/keys/export?language=es', { cookie: ana.cookie })
  const key = records.find((one) => one['Empieza con'] === made.body.key_prefix)
  expect(key).toMatchObject({ Nombre: '=ERP', Permisos: 'read:stock' })
  expect(wallTime(key?.['Vence'])).toBe('2099-02-28 23:30')
  expect(key?.['Revocada']).not.toBeNull()
})

test('counts, and the lots that one of them changed', async () => {
  const { token } = await issueStaffKey(service.db, {
    name: 'Recuentos',
    scopes: ['staff:read', 'staff:stock'],
  })
  const { body: lots } = await client.portal.get('/stock/lots')
  const [{ lot_number, products }] = lots.data
  const file = `sku;cantidad;lote\n${products.sku};97,5;${lot_number}\n${products.sku};3;NUEVO\n`
  const response = await fetch(`${service.url}/api/v1/backoffice/stock/imports?client_id=${client.id}`, {
    method: 'POST',
    body: file,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  })
  const text = await response.text()
  // Cases are counted whole.
  expect(response.status, text).toBe(422)
  const again = await fetch(`${service.url}/api/v1/backoffice/stock/imports?client_id=${client.id}`, {
    method: 'POST',
    body: file.replace('97,5', '97'),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  })
  expect(again.status).toBe(201)
  const { id } = (await again.json()) as { id: string }
  const staff = { token, api: 'backoffice' } as const
  const [count] = await read(`/stock/imports/export?language=es&client_id=${client.id}`, staff)
  expect(count).toMatchObject({
    Renglones: 2,
    'Lotes cambiados': 1,
    'Lotes nuevos': 1,
    'Productos nuevos': 0,
  })
  expect(await read(`/stock/imports/${id}/lots/export?language=es`, staff)).toMatchObject([
    { SKU: products.sku, Producto: products.name, Lote: lot_number, Diferencia: -3, Unidad: 'cajas' },
    { SKU: products.sku, Lote: 'NUEVO', Diferencia: 3, Unidad: 'cajas' },
  ])
})

test('events, in words, with the number or the product that they are about', async () => {
  const { body: placed } = await order(client, 5)
  await warehouse.act(placed.id, 'approve')
  await warehouse.staff.post('/payments', { client_id: client.id, amount: 12.5, payment_method: 'efectivo' })
  const records = await read('/events/export?language=es', { token: client.token })
  const { body } = await client.portal.get('/events?limit=100')
  expect(records.map((one) => one['Evento'])).toEqual(body.data.map((one: { type: string }) => one.type))
  const about = (type: string) => records.find((one) => one['Evento'] === type)
  expect(about('order.approved')).toMatchObject({
    'Qué pasó': 'El depósito aprobó un pedido',
    Referencia: placed.order_number,
  })
  const [item] = placed.distribution_order_items
  expect(about('stock.changed')).toMatchObject({ Producto: `${item.products.sku} ${item.products.name}` })
  const changed = records.filter((one) => one['Evento'] === 'stock.changed')
  for (const one of changed) expect(one['Cantidad nueva']).toEqual(expect.any(Number))
  expect(about('payment.received')).toMatchObject({ Importe: 12.5 })
  const [only] = await read('/events/export?language=en&type=order.created&order=asc', {
    token: client.token,
  })
  expect(only).toMatchObject({ 'What happened': 'You placed an order', About: placed.order_number })
})

test('the log of requests, with the error in words and the local time', async () => {
  const refused = await client.portal.post('/destinatarios', { name: '' })
  expect(refused.status).toBe(422)
  await service.deps.requestLog.flush()
  const { body } = await client.portal.get('/requests?status=422&method=POST')
  const bytes = await download('/requests/export?format=csv&language=es&status=422&method=POST', {
    token: client.token,
  })
  const [header = [], ...rows] = recordsOf(new TextDecoder().decode(bytes), ';')
  const record = Object.fromEntries(header.map((heading, index) => [heading, rows[0]?.[index]]))
  const [day = '', time] = local(body.data[0].created_at).split(' ')
  expect(record).toMatchObject({
    Fecha: `${day.split('-').toReversed().join('/')} ${time}`,
    Método: 'POST',
    Ruta: '/api/v1/portal/destinatarios',
    'Código HTTP': '422',
    Error: refused.body.title,
    Veces: '1',
  })
})

test('the audit log, with actions in words, people by their names and what changed', async () => {
  const staff = await service.aStaffUser()
  const { body: placed } = await order(client, 1)
  await warehouse.act(placed.id, 'approve')
  await staff.api.patch(`/clients/${client.id}`, { name: 'Bodega Áurea' })
  const { token } = await issueStaffKey(service.db, { name: 'Control', scopes: ['staff:read'] })
  const path = `/audit/export?language=es&client_id=${client.id}`
  const records = await read(path, { token, api: 'backoffice' })
  expect(records.find((one) => one['Cuenta o clave'] === `user ${staff.email}`)).toMatchObject({
    Qué: 'Cambió un cliente',
    Sobre: 'Bodega Áurea',
    Cliente: 'Bodega Áurea',
    Después: 'name: Bodega Áurea',
  })
  const approved = records.find((one) => one['Qué'] === 'Aprobó un pedido')
  expect(approved).toMatchObject({ Sobre: placed.order_number, Antes: 'status: pending' })
  const english = await read(`/audit/export?language=en&client_id=${client.id}&action=orders.approve`, {
    token,
    api: 'backoffice',
  })
  expect(english[0]).toMatchObject({
    What: 'Approved an order',
    After: expect.stringMatching(/^status: approved/),
  })
})
