// What the staff do with stock. Each test checks the figures in the ledger and as the client sees them.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { chooseClient } from './harness/client-field.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const { staff } = warehouse

type Client = Awaited<ReturnType<typeof aClientWithLots>>

/** A client with two lots: 20 that expire in 2027 and 30 that expire in 2028. */
async function aClientWithLots() {
  const client = await warehouse.aStockedClient(0)
  const remito = await warehouse.receive(
    client.id,
    { product_id: client.productId, quantity: 30, lot_number: 'L-LATE', expiry_date: '2028-12-31' },
    { product_id: client.productId, quantity: 20, lot_number: 'L-EARLY', expiry_date: '2027-12-31' },
  )
  return { ...client, remito }
}

const figuresOf = async ({ portal, productId }: Client) => {
  const { body } = await portal.get(`/stock/${productId}`)
  return { onHand: body.quantity, reserved: body.reserved_quantity, available: body.available_quantity }
}

const lotsOf = async ({ portal }: Client): Promise<Record<string, number>> => {
  const { body } = await portal.get('/stock/lots')
  return Object.fromEntries(
    body.data.map((lot: { lot_number: string; quantity: number }) => [lot.lot_number, lot.quantity]),
  )
}

/** The newest entries of the ledger, oldest first: cause, lot, quantity and reason. */
async function ledgerOf(productId: string, count: number) {
  const { body } = await staff.get(`/ledger?product_id=${productId}&limit=100`)
  type Entry = { cause: string; lot_number: string; delta: number; reason: string | null }
  const entries: Entry[] = body.entries.slice(-count)
  return {
    closing: body.closing,
    entries: entries.map(({ cause, lot_number, delta, reason }) => [cause, lot_number, delta, reason]),
  }
}

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
/** `name` is the quantity that is compared. */
const expectEffect = (page: Page, name: string, before: number, after: number) =>
  rowOf(page, new RegExp(`^${name} ${before} \\w+ ${after} \\w+$`)).waitFor()

const openProduct = async ({ productId }: Client) =>
  (await visit(`/warehouse/stock/${productId}`, { as: await world.aStaffUser() })).page

test('an adjustment previews its effect, and the ledger and the client show the same figures', async () => {
  const client = await aClientWithLots()
  await order(client, 5)
  const page = await openProduct(client)
  await page.getByRole('link', { name: 'Adjustment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Adjust the stock' }).waitFor()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('24')
  await page.getByLabel('Reason').fill('Rotura en depósito')
  await expectEffect(page, 'On hand', 50, 26)
  await expectEffect(page, 'Lot L-EARLY', 20, 0)
  await expectEffect(page, 'Lot L-LATE', 30, 26)
  await expectEffect(page, 'Available', 45, 21)
  await page.getByRole('button', { name: 'Adjust' }).click()
  await rowOf(page, /Adjustment Rotura en depósito .* L-LATE .* −4 cases 26 cases/).waitFor()
  expect(await ledgerOf(client.productId, 2)).toEqual({
    closing: 26,
    entries: [
      ['adjustment', 'L-EARLY', -20, 'Rotura en depósito'],
      ['adjustment', 'L-LATE', -4, 'Rotura en depósito'],
    ],
  })
  expect(await figuresOf(client)).toEqual({ onHand: 26, reserved: 5, available: 21 })

  await page.getByRole('link', { name: 'Adjustment' }).click()
  await page.getByLabel('Correction').selectOption({ label: 'More than recorded: add' })
  await page.getByRole('textbox', { name: 'Quantity' }).fill('3')
  await page.getByLabel('Lot number').fill('L-NEW')
  await page.getByLabel('Reason').fill('Recuento')
  await rowOf(page, /^Lot L-NEW new 0 cases 3 cases$/).waitFor()
  await page.getByRole('button', { name: 'Adjust' }).click()
  await page.getByRole('link', { name: 'L-NEW' }).first().waitFor()
  expect(await lotsOf(client)).toEqual({ 'L-LATE': 26, 'L-NEW': 3 })
})

test('an adjustment beyond the stock stays on its page and shows the available quantity at the field', async () => {
  const client = await aClientWithLots()
  const { page, expectAnswers } = await visit(`/warehouse/stock/${client.productId}/adjust`, {
    as: await world.aStaffUser(),
  })
  expectAnswers('422 /api/v1/backoffice/stock/adjustments')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('51')
  await page.getByLabel('Reason').fill('Rotura')
  await page.getByRole('button', { name: 'Adjust' }).click()
  await page.getByText('Only 50 cases can be taken').waitFor()
  expect(await figuresOf(client)).toMatchObject({ onHand: 50 })
})

test('a transfer previews both clients, and changes both by the same quantity', async () => {
  const from = await aClientWithLots()
  const to = await warehouse.aStockedClient(7)
  const page = await openProduct(from)
  await page.getByRole('link', { name: 'Transfer' }).click()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('25')
  await chooseClient(page, to)
  const { body: product } = await staff.get(`/products/${to.productId}`)
  await page.getByRole('combobox', { name: 'Product' }).fill(product.sku)
  await page.getByRole('option', { name: product.sku }).click()
  await page.getByLabel('Reason').fill('Venta')
  await expectEffect(page, 'On hand', 50, 25)
  await expectEffect(page, 'Lot L-LATE', 30, 25)
  await rowOf(page, /^Lot L-EARLY new 0 cases 20 cases$/).waitFor()
  await expectEffect(page, 'On hand', 7, 32)
  await page.getByRole('button', { name: 'Transfer the goods' }).click()
  await rowOf(page, /Transfer Venta .* L-LATE .* −5 cases 25 cases/).waitFor()
  expect(await ledgerOf(from.productId, 2)).toEqual({
    closing: 25,
    entries: [
      ['transfer', 'L-EARLY', -20, 'Venta'],
      ['transfer', 'L-LATE', -5, 'Venta'],
    ],
  })
  expect((await ledgerOf(to.productId, 2)).closing).toBe(32)
  expect((await to.portal.get(`/stock/${to.productId}`)).body.quantity).toBe(32)
  expect(await lotsOf(from)).toEqual({ 'L-LATE': 25 })
})

test('a lot on hold is no longer available, says why to the client, and is available again once released', async () => {
  const client = await aClientWithLots()
  await order(client, 30)
  const page = await openProduct(client)
  await page.getByRole('link', { name: 'L-LATE' }).first().click()
  await page.getByRole('heading', { name: 'Lot L-LATE' }).waitFor()
  await page.getByRole('button', { name: 'Put on hold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason, which the client reads').fill('Control de calidad')
  await dialog.getByRole('row', { name: 'Available 20 cases 0 cases' }).waitFor()
  await dialog.getByText('Pending orders have reserved 10 cases more').waitFor()
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Control de calidad').waitFor()
  expect(await figuresOf(client)).toEqual({ onHand: 50, reserved: 30, available: 0 })
  const { page: clients } = await visit(`/stock/${client.productId}`, { as: await client.aUser() })
  await clients.getByText('Control de calidad').waitFor()

  await page.getByRole('button', { name: 'Release' }).click()
  await dialog.getByRole('row', { name: 'Available 0 cases 20 cases' }).waitFor()
  await dialog.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Put on hold' }).waitFor()
  expect(await figuresOf(client)).toMatchObject({ available: 20 })
})

test('goods out preview their lots, and lead to a remito with its PDF', async () => {
  const client = await aClientWithLots()
  const page = await openProduct(client)
  await page.getByRole('main').getByRole('link', { name: 'Goods out' }).click()
  const { body: product } = await staff.get(`/products/${client.productId}`)
  await page.getByLabel(`Quantity of ${product.name}`).fill('60')
  await page.getByText('10 cases short: only 50 cases can be taken').waitFor()
  await page.getByLabel(`Quantity of ${product.name}`).fill('26')
  await page.getByText('on hand 50 → 24; 24 cases remain available').waitFor()
  const lots = page.getByRole('list', { name: 'Lots' }).getByRole('listitem')
  expect(await lots.allTextContents()).toEqual(['L-EARLY 20 → 0', 'L-LATE 30 → 24'])
  await page.getByRole('button', { name: 'Issue the remito' }).click()
  await page.getByRole('button', { name: 'Download PDF' }).waitFor()
  await rowOf(page, /L-EARLY .* 20 cases$/).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)
  expect(await ledgerOf(client.productId, 2)).toEqual({
    closing: 24,
    entries: [
      ['remito_egreso', 'L-EARLY', -20, null],
      ['remito_egreso', 'L-LATE', -6, null],
    ],
  })
  const { page: clients } = await visit(`/stock/${client.productId}`, { as: await client.aUser() })
  await rowOf(clients, /Goods out .* L-LATE −6 cases 24 cases/).waitFor()
})

test('a voided remito takes its goods out again, in the ledger and for the client', async () => {
  const client = await aClientWithLots()
  const { page } = await visit(`/warehouse/remitos/${client.remito.id}`, { as: await world.aStaffUser() })
  await page.getByRole('button', { name: 'Void' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('50 cases are taken out of 2 lots again').waitFor()
  await dialog.getByLabel('Reason').fill('Cargado por error')
  await dialog.getByRole('button', { name: 'Void' }).click()
  await page.getByText('Voided', { exact: true }).waitFor()
  const { closing, entries } = await ledgerOf(client.productId, 2)
  expect(closing).toBe(0)
  expect(entries.toSorted()).toEqual([
    ['remito_void', 'L-EARLY', -20, 'Cargado por error'],
    ['remito_void', 'L-LATE', -30, 'Cargado por error'],
  ])
  const { page: clients } = await visit(`/stock/${client.productId}`, { as: await client.aUser() })
  await clients.getByText('No lot is in stock').waitFor()
})

test('the ledger of a range starts with the opening quantity and ends with the closing quantity', async () => {
  const client = await aClientWithLots()
  await staff.post('/stock/adjustments', { product_id: client.productId, delta: -4, reason: 'Rotura' })
  const page = await openProduct(client)
  await page.getByText('Opening 0 cases · Closing 46 cases').waitFor()
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('From', { exact: true }).fill(tomorrow)
  await page.getByText('No movement in this time').waitFor()
})

test('stock is found by name or SKU among all clients, and can be limited to one client', async () => {
  const [one, other] = [await aClientWithLots(), await aClientWithLots()]
  const { body: product } = await staff.get(`/products/${one.productId}`)
  const { page } = await visit('/warehouse/stock', { as: await world.aStaffUser() })
  await page.getByLabel('SKU or name').fill(product.sku.toLowerCase())
  await rowOf(page, new RegExp(`${product.name} .* 50 cases .* 2 `)).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await chooseClient(page, other)
  await page.getByText('Nothing matches these filters').waitFor()
})

test('a product gets its bar code, and is archived once it is empty', async () => {
  const client = await warehouse.aStockedClient(0)
  const { page } = await visit(`/warehouse/stock/${client.productId}`, { as: await world.aStaffUser() })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Bar code (GTIN)').fill('7790895000997')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('7790895000997').waitFor()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Restore' }).waitFor()
  expect((await staff.get(`/products/${client.productId}`)).body).toMatchObject({
    gtin: '7790895000997',
    archived: true,
  })
})

test('a read-only user sees the stock, but neither the buttons nor the pages that change it', async () => {
  const client = await aClientWithLots()
  const reader = await world.aStaffUser(['staff:read'])
  const { page } = await visit(`/warehouse/stock/${client.productId}`, { as: reader })
  await page.getByRole('link', { name: 'L-EARLY' }).first().waitFor()
  for (const name of ['Adjustment', 'Transfer', 'Goods out', 'Adjust lot L-EARLY'])
    expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(0)
  for (const name of ['Put on hold: lot L-EARLY', 'Edit', 'Archive'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  for (const path of [
    `/warehouse/stock/${client.productId}/adjust`,
    `/warehouse/stock/${client.productId}/transfer`,
    '/warehouse/goods-out',
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Your role does not allow this' }).waitFor()
  }
})
