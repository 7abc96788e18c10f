// What people see whose role does not allow everything: operators and readers of a client, and staff who only receive goods.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { chooseClient } from './harness/client-field.ts'
import { settled } from './harness/settled.ts'
import { visit } from './harness/visit.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

const notAllowed = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Your role does not allow this' }).waitFor()
const mainBar = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })

test('an operator places orders and adds recipients, and sees neither keys nor users', async () => {
  const client = await warehouse.aStockedClient()
  const { page } = await visit('/', { as: await client.aUser('operator') })
  const pages = await mainBar(page).getByRole('link').allTextContents()
  for (const hidden of ['API keys', 'Users']) expect(pages).not.toContain(hidden)
  await page.goto('/destinatarios/new')
  await page.getByLabel('Name').fill('Vinoteca del operador')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vinoteca del operador' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('heading', { level: 1, name: 'New order' }).waitFor()

  await page.goto('/developers/webhooks')
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect(await page.getByRole('link', { name: 'Add an endpoint' }).count()).toBe(0)
  for (const path of [
    '/settings/users',
    '/settings/users/new',
    '/developers/keys',
    '/developers/webhooks/new',
  ]) {
    await page.goto(path)
    await notAllowed(page)
  }
})

test('a reader gets no form and no button that the service would refuse', async () => {
  const client = await warehouse.aStockedClient()
  const placed = (await order(client, 1)).body
  const { page } = await visit('/', { as: await client.aUser('reader') })
  for (const [path, heading] of [
    ['/', /.*/],
    ['/orders', 'Orders'],
    [`/orders/${placed.id}`, placed.order_number],
    ['/destinatarios', 'Recipients'],
    [`/destinatarios/${client.destinatarioId}`, /.*/],
    [`/stock/${client.productId}`, /.*/],
    ['/developers/webhooks', 'Webhooks'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await settled(page)
    const main = page.getByRole('main')
    const change = /^(New|Add|Edit|Cancel|Delete|Attach|Remove|Order|Place|Choose|Repeat|Send)/
    expect(await main.getByRole('button', { name: change }).allTextContents(), path).toEqual([])
    const forms = main.locator('a:is([href*="/new"], [href$="/edit"])')
    expect(await forms.allTextContents(), path).toEqual([])
    expect(await main.locator('input[type=file]').count(), path).toBe(0)
  }
  await page.keyboard.press('n')
  for (const path of [
    '/orders/new',
    `/orders/new?again=${placed.id}`,
    '/destinatarios/new',
    `/destinatarios/${client.destinatarioId}/edit`,
    '/developers/webhooks/new',
    '/settings/users',
    '/developers/keys/new',
  ]) {
    await page.goto(path)
    await notAllowed(page)
    expect(await page.getByRole('main').getByRole('textbox').count(), path).toBe(0)
  }
})

test('somebody who only receives goods sees that page alone, and enters one paper after the other', async () => {
  const client = await world.aClient()
  const { body: malbec } = await warehouse.staff.post(`/clients/${client.id}/products`, {
    name: 'Malbec',
    sku: 'MAL-750',
    unit_type: 'caja',
  })
  const { page } = await visit('/', { as: await world.aStaffUser(['staff:receive']) })
  await page.getByRole('heading', { level: 1, name: 'Receive goods' }).waitFor()
  expect(await mainBar(page).getByRole('link').allTextContents()).toEqual(['Receive', 'Profile'])
  for (const quantity of [24, 12]) {
    await chooseClient(page, client)
    await page.getByLabel('Remito numbers').fill(`R 0003-${String(quantity).padStart(8, '0')}`)
    await page.getByLabel('Code').fill('MAL-750')
    await page.keyboard.press('Enter')
    await page.getByLabel('Lot', { exact: true }).fill('L-1')
    await page.getByLabel('Quantity').fill(String(quantity))
    await page.getByRole('button', { name: 'Add the line' }).click()
    await page.getByRole('row', { name: /MAL-750.*L-1/ }).waitFor()
    await page.getByRole('button', { name: 'Save as one ingreso' }).click()
    await page.getByRole('row', { name: /MAL-750/ }).waitFor({ state: 'detached' })
    await page.getByText('The ingreso was saved.').first().waitFor()
  }
  const { body } = await warehouse.staff.get(`/stock/${malbec.id}`)
  expect(body.quantity).toBe(36)
  for (const path of [
    '/orders',
    '/stock',
    '/clients',
    '/remitos',
    '/account',
    '/audit',
    '/counts',
    '/goods-out',
    '/users',
  ]) {
    await page.goto(`/warehouse${path}`)
    await notAllowed(page)
  }
})
