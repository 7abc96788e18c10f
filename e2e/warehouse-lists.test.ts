// The lists of the staff: the start page, orders and remitos of all clients, and the audit log.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

const openAsStaff = async (path: string) => (await visit(path, { as: await world.aStaffUser() })).page
const numbersIn = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('row').getByRole('link').allTextContents()

test('the start page counts waiting orders live, and links to the queue', async () => {
  const client = await warehouse.aStockedClient()
  const page = await openAsStaff('/warehouse')
  const pending = page.getByRole('main').getByRole('link', { name: /^Pending/ })
  const count = async () => Number(/\d+/.exec((await pending.textContent()) ?? '')?.[0])
  const before = await count()
  await page.getByText('live', { exact: true }).waitFor()
  // Other tests place and approve orders at the same time, so orders are added until the count is higher than before.
  const countAfterOneMore = async () => {
    await order(client, 1)
    return await count()
  }
  await expect.poll(countAfterOneMore, { interval: 1_000 }).toBeGreaterThan(before)
  await page.getByRole('heading', { name: 'In the background' }).waitFor()
  await page.getByText('Removal of old records').waitFor()
  await pending.click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
})

test('an order is found among those of all clients by client, state and number, and its link shows the same', async () => {
  const client = await warehouse.aStockedClient()
  const numbers: string[] = []
  for (let made = 0; made < 3; made += 1) {
    const { body } = await order(client, 1)
    numbers.push(body.order_number)
    if (made === 0) await warehouse.act(body.id, 'approve')
  }
  const [approved = '', ...pending] = numbers
  const page = await openAsStaff(`/warehouse/orders/list?client_id=${client.id}`)
  await expect.poll(() => numbersIn(page, 'Orders')).toEqual(numbers.toReversed())
  await page.getByLabel('State').selectOption({ label: 'Pending' })
  await expect.poll(() => numbersIn(page, 'Orders')).toEqual(pending.toReversed())
  await page.getByLabel('Number, reference, product, lot or recipient').fill(pending[0] ?? '')
  await expect.poll(() => numbersIn(page, 'Orders')).toEqual([pending[0]])
  const again = await openAsStaff(page.url())
  await expect.poll(() => numbersIn(again, 'Orders')).toEqual([pending[0]])
  await again.getByLabel('State').selectOption({ label: 'Approved' })
  await again.getByLabel('Number, reference, product, lot or recipient').fill(approved)
  await again.getByRole('link', { name: approved }).click()
  await again.getByRole('heading', { level: 1, name: approved }).waitFor()
})

test('orders of all clients are found by the name of the recipient and by the city', async () => {
  const client = await warehouse.aStockedClient()
  const name = `Almacén ${crypto.randomUUID().slice(0, 8)}`
  const { body: recipient } = await client.portal.post('/destinatarios', { name })
  const cities = ['San Rafael', 'Godoy Cruz']
  const numbers: string[] = []
  for (const delivery_city of cities) {
    const { body, text } = await order(client, 1, { destinatario_id: recipient.id, delivery_city })
    numbers.push(body?.order_number ?? text)
  }
  await order(client, 1, { delivery_city: 'San Rafael' })
  const page = await openAsStaff('/warehouse/orders/list')
  await page.getByLabel('Number, reference, product, lot or recipient').pressSequentially(name.toLowerCase())
  await expect.poll(() => numbersIn(page, 'Orders')).toEqual(numbers.toReversed())
  await page.getByLabel('City').pressSequentially('san rafael')
  await expect.poll(() => numbersIn(page, 'Orders')).toEqual([numbers[0]])
  const again = await openAsStaff(page.url())
  await expect.poll(() => numbersIn(again, 'Orders')).toEqual([numbers[0]])
})

test('a remito is found by its number as it is written on paper', async () => {
  const client = await warehouse.aStockedClient(0)
  const number = `0042-${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const items = [{ product_id: client.productId, quantity: 7 }]
  const received = await warehouse.staff.post('/remitos', {
    client_id: client.id,
    type: 'ingreso',
    remito_number: [number],
    items,
  })
  expect(received.status, received.text).toBe(201)
  const [stored] = received.body.remito_number
  const page = await openAsStaff('/warehouse/remitos')
  await page.getByLabel('Number', { exact: true }).fill(number)
  await expect.poll(() => numbersIn(page, 'Remitos')).toEqual([stored])
  await page.getByRole('link', { name: stored }).click()
  await page.getByRole('heading', { level: 1, name: stored }).waitFor()
  await page.getByRole('row', { name: /7/ }).first().waitFor()
})

test('the audit log shows who changed what, with the state before', async () => {
  const client = await warehouse.aStockedClient(0)
  const [before, after] = [crypto.randomUUID().slice(0, 8), crypto.randomUUID().slice(0, 8)]
  await warehouse.staff.patch(`/clients/${client.id}`, { name: `Bodega ${before}` })
  await warehouse.staff.patch(`/clients/${client.id}`, { name: `Bodega ${after}` })
  const page = await openAsStaff(`/warehouse/audit?client_id=${client.id}`)
  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Changed a client' })
  const row = page.getByRole('row', { name: new RegExp(after) }).first()
  await row.getByText(`Bodega ${before}`).and(row.locator('del')).waitFor()
  await row.getByText(`Bodega ${after}`).and(row.locator('ins')).waitFor()
  await row.getByText('test', { exact: true }).waitFor()
  await warehouse.staff.patch(`/clients/${client.id}`, { status: 'suspended' })
  await page.reload()
  await page.locator('del').getByText('Active', { exact: true }).waitFor()
  await page.locator('ins').getByText('Suspended', { exact: true }).waitFor()
  // Times are those of the warehouse, with UTC on hover only.
  expect(await page.getByRole('table').textContent()).not.toMatch(/\d{4}-\d\d-\d\dT/)
})
