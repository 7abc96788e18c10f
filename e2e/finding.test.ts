// Lists find what people type, and say at the field which value they cannot take.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sql } from '../server/src/db/sql.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { chooseClient } from './harness/client-field.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const { staff } = warehouse

const linksIn = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('row').getByRole('link').allTextContents()
const type = async (page: Page, label: string, text: string) => {
  const field = page.getByLabel(label, { exact: true })
  await field.fill('')
  await field.pressSequentially(text)
}

/** Two orders: Malbec from lot L2409 for the Vinoteca, which is approved, and Bonarda for the Almacén. */
async function aClientWithOrders() {
  const client = await world.aClient()
  const product = async (name: string, sku: string) =>
    (await staff.post(`/clients/${client.id}/products`, { name, sku, unit_type: 'caja' })).body.id
  const [malbec, bonarda] = [await product('Gran Malbec', 'MAL-1'), await product('Bonarda', 'BON-1')]
  await product('Malbec Reserva', 'RES-1')
  await warehouse.receive(
    client.id,
    { product_id: malbec, quantity: 9, lot_number: 'L2409', expiry_date: '2090-01-31' },
    { product_id: bonarda, quantity: 9 },
  )
  const recipient = async (name: string, more = {}) =>
    (await client.portal.post('/destinatarios', { name, ...more })).body.id
  const vinoteca = await recipient('Vinoteca Sur', { cuit_dni: '30707770704' })
  const almacen = await recipient('Almacén Norte')
  const first = (await order({ ...client, destinatarioId: vinoteca, productId: malbec }, 1)).body
  await order({ ...client, destinatarioId: almacen, productId: bonarda }, 1)
  await warehouse.act(first.id, 'approve')
  return client
}

test('a client finds orders by number, product, lot and recipient, remitos, stock, lots and recipients', async () => {
  const client = await aClientWithOrders()
  const { page } = await visit('/orders', { as: await client.aUser() })
  for (const [text, found] of [
    ['2', ['PED-000002']],
    ['ped-1', ['PED-000001']],
    ['malbec', ['PED-000001']],
    ['L2409', ['PED-000001']],
    ['almacen', ['PED-000002']],
    ['PED-', ['PED-000002', 'PED-000001']],
  ] as const) {
    await type(page, 'Number, reference, product, lot or recipient', text)
    await expect.poll(() => linksIn(page, 'Orders')).toEqual(expect.arrayContaining([...found]))
    await expect
      .poll(async () => (await linksIn(page, 'Orders')).filter((link) => link.startsWith('PED-')))
      .toEqual(found)
  }
  await page.goto(new URL('/stock', page.url()).href)
  await type(page, 'SKU or name', 'malbec')
  await expect.poll(() => linksIn(page, 'Stock')).toEqual(['Gran Malbec', 'Malbec Reserva'])
  await page.goto(new URL('/stock/lots', page.url()).href)
  await type(page, 'Lot number', 'l24')
  await expect.poll(() => linksIn(page, 'Lots')).toEqual(['L2409', 'Gran Malbec'])
  await page.goto(new URL('/destinatarios', page.url()).href)
  for (const text of ['30-7077', '30707770704', 'vinoteca']) {
    await type(page, 'Name or CUIT', text)
    await expect.poll(() => linksIn(page, 'Recipients')).toEqual(['Vinoteca Sur'])
  }
})

test('the staff finds clients by CUIT, with what they owe, and remitos by a part of the number', async () => {
  const { page } = await visit('/warehouse/clients', { as: await world.aStaffUser() })
  const given = { name: 'Bodega Ñandubay', email: 'n@n.example', cuit_dni: '30-71999999-5' }
  const { status, body } = await staff.post('/clients', given)
  expect(status, JSON.stringify(body)).toBe(201)
  await staff.post('/credit-sales', { client_id: body.id, amount: 1234.5 })
  for (const text of ['30-71999999', '3071999', 'ñandu']) {
    await type(page, 'Name or CUIT', text)
    await expect
      .poll(() => linksIn(page, 'Clients'))
      .toEqual(['Bodega Ñandubay', expect.stringContaining('1,234.50')])
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).pressSequentially('30-71999999-5')
  await page.getByRole('option', { name: /Ñandubay/ }).waitFor()
  await page.keyboard.press('Escape')

  const client = await world.aClient()
  const productId = await warehouse.aProduct(client.id)
  const items = [{ product_id: productId, quantity: 1 }]
  const remito_number = ['R 0007-00061392']
  await staff.post('/remitos', { client_id: client.id, type: 'ingreso', remito_number, items })
  await page.goto(new URL('/warehouse/remitos', page.url()).href)
  for (const text of ['61392', 'r 7-61392', 'R 0007-00061392']) {
    await type(page, 'Number', text)
    await expect.poll(() => linksIn(page, 'Remitos')).toEqual(['R 00007-00061392'])
  }
})

test('a value that a filter cannot take is said at the filter, typed or from a link, and the list stays', async () => {
  const client = await aClientWithOrders()
  const { page } = await visit('/orders?from=2026-12-01T03:00:00.000Z&to=2030-02-01T03:00:00.000Z', {
    as: await client.aUser(),
  })
  await page
    .getByText('Nothing matches these filters')
    .or(page.getByRole('table', { name: 'Orders' }))
    .waitFor()
  await page.goto(
    new URL('/orders?from=2031-02-01T03:00:00.000Z&to=2030-02-01T03:00:00.000Z', page.url()).href,
  )
  await page.getByText('“From” is after “Until”').waitFor()
  await expect.poll(async () => (await linksIn(page, 'Orders')).length).toBeGreaterThan(1)
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByText('“From” is after “Until”').waitFor({ state: 'detached' })
  await page.getByLabel('Until').fill('2025-12-01')
  await page.getByText('“From” is after “Until”').waitFor()

  await page.goto(new URL(`/orders?from=ayer&destinatario_id=7&q=${'x'.repeat(81)}`, page.url()).href)
  for (const label of ['From', 'Number, reference, product, lot or recipient', 'Recipient'])
    await expect.poll(() => page.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await expect.poll(async () => (await linksIn(page, 'Orders')).length).toBeGreaterThan(1)
  await page.goto(new URL('/stock?at=2999-01-01T00:00:00.000Z', page.url()).href)
  await page.getByText('That day is still to come').waitFor()
  await expect.poll(async () => (await linksIn(page, 'Stock')).length).toBeGreaterThan(1)
  expect(await page.getByText(/req_/).count()).toBe(0)
})

test('receiving takes SKUs in any case, words, and what a GS1 code says; a wrong check digit is said as that', async () => {
  const client = await world.aClient()
  const product = (name: string, sku: string, more: object) =>
    staff.post(`/clients/${client.id}/products`, { name, sku, unit_type: 'caja', ...more })
  await product('Malbec Reserva', 'Mal-Res', { gtin: '7795550001234' })
  await product('Malbec Joven', 'Mal-Jov', {})
  await product('Queso', 'QUE-1', { unit_type: 'kg', gtin: '7790895000997' })
  const { page } = await visit('/warehouse/receive', { as: await world.aStaffUser() })
  await chooseClient(page, client)
  const line = page.getByRole('group', { name: 'New line' })
  const code = line.getByLabel('SKU or bar code')
  const scan = async (text: string) => {
    await code.fill(text)
    await code.press('Enter')
  }
  await scan('mal-res')
  await line.getByText('Malbec Reserva').waitFor()
  await scan('joven')
  await line.getByText('Malbec Joven').waitFor()
  await scan('malbec')
  await line.getByText(/^Several products match/).waitFor()
  await scan('7795550001237')
  await line.getByText('The check digit of this bar code is wrong. Scan it again.').waitFor()
  await scan('0107795550001237')
  await line.getByText('The check digit of this bar code is wrong. Scan it again.').waitFor()
  await scan('7795550001234')
  await line.getByText('Malbec Reserva').waitFor()
  await scan('(01)07795550001234(8008)261101(15)270331(37)24(10)L-9')
  await line.getByText('Malbec Reserva').waitFor()
  await expect.poll(() => line.getByLabel('Expires').inputValue()).toBe('2027-03-31')
  await expect.poll(() => line.getByLabel('Quantity').inputValue()).toBe('24')
  await line.getByLabel('Quantity').press('Enter')
  await expect.poll(() => code.inputValue()).toBe('')
  await scan('(01)07790895000997(3103)012750(10)Q1')
  await line.getByText('Queso').waitFor()
  await expect.poll(() => line.getByLabel('Quantity').inputValue()).toBe('12.75')
  await line.getByLabel('Quantity').press('Enter')
  await expect.poll(() => code.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Save as one ingreso' }).click()
  const stored = async () =>
    (await staff.get(`/lots?client_id=${client.id}`)).body.data.map((lot: Record<string, unknown>) => [
      lot['lot_number'],
      lot['quantity'],
      lot['expiry_date'],
    ])
  await expect.poll(stored).toEqual([
    ['L-9', 24, '2027-03-31'],
    ['Q1', 12.75, null],
  ])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).pressSequentially('7795550001234')
  await page.getByRole('option', { name: /Malbec Reserva/ }).waitFor()
})

test('the audit log names person and thing, and is searched by both', async () => {
  const client = await aClientWithOrders()
  const person = await client.aUser()
  await person.api.post('/destinatarios', { name: 'Quincho' })
  const { page } = await visit(`/warehouse/audit?client_id=${client.id}`, { as: await world.aStaffUser() })
  const { body } = await staff.get(`/audit?client_id=${client.id}&action=destinatarios.create&limit=1`)
  const name = body.data[0].actor_name
  expect(name).not.toContain('@')
  const row = page.getByRole('row', { name: /Added a recipient.*Quincho/ })
  await row.getByText(name, { exact: true }).waitFor()
  await type(page, 'Order, remito or client', 'PED-000001')
  await expect.poll(() => linksIn(page, 'Audit log')).toEqual(['PED-000001', 'PED-000001'])
  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Approved an order' })
  await expect.poll(() => linksIn(page, 'Audit log')).toEqual(['PED-000001'])
  await page.getByRole('link', { name: 'PED-000001' }).click()
  await page.getByRole('heading', { level: 1, name: /PED-000001/ }).waitFor()
})

test('the staff see by name who approved an order: on its page, on its remito and in the ledger', async () => {
  const client = await aClientWithOrders()
  const leo = await world.aStaffUser()
  const [placed] = (await staff.get(`/orders?client_id=${client.id}&status=pending`)).body.data
  await leo.api.patch(`/orders/${placed.id}`, { action: 'approve' })
  await world.db.run(sql`update users set name = 'Leo Ñandú' where id = ${leo.id}`)
  const { page } = await visit(`/warehouse/orders/${placed.id}`, { as: leo })
  const named = page.getByRole('main').getByTitle(`user ${leo.email}`)
  await expect.poll(() => named.textContent()).toBe('Leo Ñandú')
  const [remito] = (await staff.get(`/remitos?source_order_id=${placed.id}`)).body.data
  await page.goto(new URL(`/warehouse/remitos/${remito.id}`, page.url()).href)
  await expect.poll(() => named.textContent()).toBe('Leo Ñandú')
  const { distribution_order_items: lines } = (await staff.get(`/orders/${placed.id}`)).body
  await page.goto(new URL(`/warehouse/stock/${lines[0].product_id}`, page.url()).href)
  await expect.poll(() => named.textContent()).toBe('Leo Ñandú')
})
