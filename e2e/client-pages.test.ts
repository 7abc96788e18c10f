// What a client's people look for on their pages: vintages, availability, duplicates, documents, and what happened.

import { expect, test } from 'vitest'
import { aPdf } from '../server/tests/harness/uploads.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

test('the vintages of a product are offered with their quantities, and the chosen one is ordered', async () => {
  const client = await warehouse.aStockedClient(0)
  const { productId: product_id } = client
  await warehouse.receive(
    client.id,
    { product_id, quantity: 30, lot_number: 'V20', vintage_year: 2020 },
    { product_id, quantity: 12, lot_number: 'V21', vintage_year: 2021 },
    { product_id, quantity: 8, lot_number: 'V21B', vintage_year: 2021 },
  )
  const { page } = await visit(`/orders/new?product_id=${product_id}`, { as: await client.aUser() })
  await page.getByLabel('Recipient').fill('Vino')
  await page.getByRole('option', { name: /Vinoteca/ }).click()
  const vintage = page.getByLabel(/^Vintage of Producto/)
  await expect
    .poll(() => vintage.locator('option').allTextContents())
    .toEqual(['Any vintage', '2020 · 30\u00a0cases', '2021 · 20\u00a0cases'])
  const line = page.getByRole('listitem').filter({ has: vintage })
  await line.getByText('50 cases', { exact: true }).waitFor()
  await vintage.selectOption('2021')
  await line.getByText('20 cases', { exact: true }).waitFor()
  await page.getByPlaceholder('Quantity').fill('25')
  await page.getByText('only 20 cases available').waitFor()
  await page.getByPlaceholder('Quantity').fill('15')
  await page.getByRole('list', { name: 'Lots' }).getByText('V21B').waitFor()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('heading', { level: 1, name: /^PED-/ }).waitFor()
  const { body } = await client.portal.get(`/orders/${page.url().split('/').at(-1)}`)
  expect(body.distribution_order_items).toMatchObject([{ product_id, quantity: 15, vintage_year: 2021 }])
})

test.each([1440, 1024, 390])(
  'availability stays in sight while a quantity is typed: %s px',
  async (width) => {
    const client = await warehouse.aStockedClient(30)
    const { page } = await visit(`/orders/new?product_id=${client.productId}`, {
      as: await client.aUser(),
      width,
    })
    const search = page.getByPlaceholder('SKU or name')
    const quantity = page.getByPlaceholder('Quantity')
    const available = page
      .getByRole('listitem')
      .filter({ has: quantity })
      .getByText('30 cases', { exact: true })
    for (const key of ['1', '12', '120']) {
      await quantity.fill(key)
      await available.waitFor()
      const [field, figure] = [await quantity.boundingBox(), await available.boundingBox()]
      expect(Math.abs((figure?.y ?? 0) - (field?.y ?? 0))).toBeLessThan(100)
      expect((figure?.x ?? 0) + (figure?.width ?? 0)).toBeLessThanOrEqual(width)
    }
    // So does that of the products that a text finds.
    await search.fill('Producto')
    await page.getByRole('option', { name: /30 cases/ }).waitFor()
  },
)

test('a recipient with the same CUIT or name is pointed out before it is saved, and can be saved nevertheless', async () => {
  const client = await world.aClient()
  await client.portal.post('/destinatarios', {
    name: 'Vinoteca Ñandú',
    cuit_dni: '30707770704',
    city: 'Maipú',
  })
  const { page } = await visit('/destinatarios/new', { as: await client.aUser() })
  await page.getByLabel('Name').pressSequentially('vinoteca  nandu')
  await page.getByText('You already have a recipient with this name').waitFor()
  const existing = page.getByRole('main').getByRole('link', { name: 'Vinoteca Ñandú' })
  await existing.waitFor()
  await page.getByLabel('Name').fill('Sucursal Norte')
  await page.getByText('You already have a recipient').waitFor({ state: 'hidden' })
  await page.getByLabel('CUIT / DNI').pressSequentially('30-70777070-4')
  await page.getByText('You already have a recipient with this CUIT or DNI').waitFor()
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sucursal Norte' }).waitFor()
  const { body } = await client.portal.get('/destinatarios')
  expect(body.data.map(({ cuit_dni }: { cuit_dni: string }) => cuit_dni)).toEqual([
    '30707770704',
    '30707770704',
  ])
  // A recipient is not its own duplicate.
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Vinoteca Ñandú' }).waitFor()
  expect(await page.getByText('You already have a recipient').count()).toBe(1)
})

test('while ordering, the existing recipient is chosen instead of adding it again', async () => {
  const client = await world.aClient()
  await warehouse.aDestinatario(client)
  const { page } = await visit('/orders/new', { as: await client.aUser() })
  await page.getByRole('button', { name: 'Add a recipient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a recipient' })
  await dialog.getByLabel('Name').pressSequentially('VINOTECA')
  await dialog.getByRole('button', { name: 'Choose it' }).click()
  await expect.poll(() => page.getByLabel('Recipient').inputValue()).toBe('Vinoteca')
  expect((await client.portal.get('/destinatarios')).body.data).toHaveLength(1)
})

test('a province is chosen from a list, and a text from before stays until another is chosen', async () => {
  const client = await world.aClient()
  const { body } = await client.portal.post('/destinatarios', { name: 'Feria', province: 'Prov. de Mza.' })
  const { page } = await visit(`/destinatarios/${body.id}/edit`, { as: await client.aUser() })
  const province = page.getByLabel('Province')
  await expect.poll(() => province.inputValue()).toBe('Prov. de Mza.')
  const stored = async () => (await client.portal.get(`/destinatarios/${body.id}`)).body.province
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Feria', exact: true }).waitFor()
  }
  await page.getByLabel('City').fill('Maipú')
  await save()
  expect(await stored()).toBe('Prov. de Mza.')
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect.poll(() => province.inputValue()).toBe('Prov. de Mza.')
  await province.selectOption('Tucumán')
  // No jurisdiction twice, the empty one beside the 24.
  expect(new Set(await province.locator('option').allTextContents()).size).toBe(25)
  await save()
  expect(await stored()).toBe('Tucumán')
})

test('a new order begins on the page of its recipient', async () => {
  const client = await warehouse.aStockedClient(10)
  const { page } = await visit(`/destinatarios/${client.destinatarioId}`, { as: await client.aUser() })
  await page.getByRole('link', { name: 'New order' }).click()
  await expect.poll(() => page.getByLabel('Recipient').inputValue()).toBe('Vinoteca')
  await expect.poll(() => page.evaluate(`document.activeElement?.placeholder`)).toBe('SKU or name')
  await page.keyboard.type('SKU')
  await page.getByRole('option', { name: /Producto/ }).click()
  await page.getByPlaceholder('Quantity').fill('2')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByRole('heading', { level: 1, name: /^PED-/ }).waitFor()
  const { body } = await client.portal.get('/orders')
  expect(body.data).toMatchObject([{ destinatario_id: client.destinatarioId }])
})

test('an attached PDF is removed while its order is pending, and the page says who placed the order', async () => {
  const client = await warehouse.aStockedClient(10)
  const { body } = await order(client, 1)
  const { page } = await visit(`/orders/${body.id}`, { as: await client.aUser() })
  await page.getByRole('list', { name: 'Progress of the order' }).getByText('by test').waitFor()
  const attach = async (name: string) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach PDF' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/pdf', buffer: aPdf() })
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  }
  await attach('equivocado.pdf')
  await attach('orden.pdf')
  await page.getByRole('button', { name: 'Remove equivocado.pdf' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove equivocado.pdf?' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('equivocado.pdf').first().waitFor({ state: 'hidden' })
  const files = async () =>
    (await client.portal.get(`/orders/${body.id}`)).body.distribution_order_attachments.map(
      ({ file_name }: { file_name: string }) => file_name,
    )
  expect(await files()).toEqual(['orden.pdf'])
  await page.getByText('live', { exact: true }).waitFor()
  await warehouse.act(body.id, 'approve')
  await page.getByRole('button', { name: 'Remove orden.pdf' }).waitFor({ state: 'hidden' })
  expect(await page.getByRole('link', { name: 'Open orden.pdf' }).count()).toBe(1)
})

test('the start page names the oldest open order and what failed, and has no card of webhooks without endpoints', async () => {
  const client = await warehouse.aStockedClient(20)
  const { body: oldest } = await order(client, 1)
  const { body: failed } = await order(client, 1)
  for (const action of ['approve', 'prepare', 'dispatch', 'fail'])
    await warehouse.act(failed.id, action, action === 'fail' ? 'Domicilio cerrado' : undefined)
  const { page } = await visit('/', { as: await client.aUser() })
  await page.getByRole('link', { name: `${failed.order_number} not delivered: Domicilio cerrado` }).waitFor()
  expect(await page.getByText('Webhooks delivered').count()).toBe(0)
  await page.getByRole('link', { name: `Oldest open order ${oldest.order_number}` }).click()
  await page.getByRole('heading', { level: 1, name: oldest.order_number }).waitFor()
  await client.portal.post('/webhooks', { url: 'https://8.8.8.8/x', events: ['order.created'] })
  await page.goto('/')
  await page.getByText('Webhooks delivered').waitFor()
})

test('what happened is told in words on a page of its own, and codes only under Developers', async () => {
  const client = await warehouse.aStockedClient(20)
  const { body } = await client.portal.post(
    '/orders',
    { destinatario_id: client.destinatarioId, items: [{ product_id: client.productId, quantity: 1 }] },
    { 'idempotency-key': crypto.randomUUID() },
  )
  await warehouse.act(body.id, 'approve')
  const { page } = await visit('/', { as: await client.aUser(), language: 'es' })
  await page.getByRole('link', { name: 'ver todo' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Actividad' }).waitFor()
  await page.getByRole('link', { name: `Pedido ${body.order_number} aprobado` }).waitFor()
  const shown = async () => (await page.getByRole('main').innerText()) ?? ''
  const code = /\b(order|remito|stock|lot|payment|credit_note)\.[a-z_]+\b/
  expect(await shown()).not.toMatch(code)
  await page.getByRole('combobox', { name: 'Qué pasó' }).selectOption('order.created')
  await page.getByRole('link', { name: `Pedido ${body.order_number} aprobado` }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: new RegExp(`^Pedido ${body.order_number}`) }).click()
  await page.getByRole('heading', { level: 1, name: body.order_number }).waitFor()
  await page.getByText(`Pedido ${body.order_number} aprobado`).waitFor()
  expect(await shown()).not.toMatch(code)
  await page.goto('/developers/events')
  await page.getByRole('link', { name: 'order.approved' }).waitFor()
})
