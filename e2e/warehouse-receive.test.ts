// Receives goods with a paper remito and a bar-code reader.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './harness/browser.ts'
import { chooseClient } from './harness/client-field.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const gtin = '7791234567898'
/** The content of a label: GTIN, lot of variable length, separator, expiry date. */
const groupSeparator = '\u001d'
const label = (lot: string, yymmdd: string) => `010${gtin}10${lot}${groupSeparator}17${yymmdd}`

/** A reader types as fast as the browser accepts it, sends the separator as Ctrl and ], and ends with Enter. */
async function scan(page: Page, code: string) {
  for (const [index, part] of code.split(groupSeparator).entries()) {
    if (index > 0) await page.keyboard.press('Control+]')
    await page.keyboard.type(part)
  }
  await page.keyboard.press('Enter')
}

async function aClientWithTwoProducts() {
  const client = await world.aClient()
  const product = (sku: string, more = {}) =>
    warehouse.staff.post(`/clients/${client.id}/products`, { name: sku, sku, unit_type: 'caja', ...more })
  const { body: malbec } = await product('MAL-750', { gtin })
  const { body: torrontes } = await product('TOR-750')
  return { ...client, malbecId: malbec.id as string, torrontesId: torrontes.id as string }
}

async function openReceiving(client: { id: string }) {
  const visited = await visit('/warehouse/receive', { as: await world.aStaffUser() })
  await chooseClient(visited.page, client)
  return visited
}

const focusedName = (page: Page) => page.evaluate('document.activeElement?.name')
const totals = (page: Page) => page.getByRole('region', { name: 'Lines' }).getByRole('status').first()

const lotsOf = async (client: { id: string }) => {
  const { body } = await warehouse.staff.get(`/lots?client_id=${client.id}`)
  return body.data.map(
    ({ lot_number, expiry_date, quantity }: Record<string, unknown>) =>
      `${lot_number} ${expiry_date} ${quantity}`,
  )
}

test('a paper is entered with keyboard and reader, survives a reload, and becomes one ingreso', async () => {
  const client = await aClientWithTwoProducts()
  const { page } = await openReceiving(client)
  const type = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  // Moves from field to field with Enter alone.
  await page.getByLabel('Date').focus()
  await page.keyboard.press('Enter')
  await type('R 0003-00012345')
  await type('36')
  await expect.poll(() => focusedName(page)).toBe('code')

  await scan(page, label('L-2231', '310331'))
  await type('24')
  await page.getByRole('row', { name: /MAL-750.*L-2231.*24 cases/ }).waitFor()
  await expect.poll(() => totals(page).textContent()).toBe('1 line · 2412 to go')
  await scan(page, 'TOR-750')
  await type('L-77')
  await page.getByLabel('Expires').fill('2032-03-31')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('quantity')

  // A half-typed line survives a reload, and so do the other lines.
  await page.keyboard.type('13')
  await page.reload()
  await page.getByRole('row', { name: /MAL-750.*L-2231.*24 cases/ }).waitFor()
  const quantity = page.getByLabel('Quantity')
  await expect.poll(() => quantity.inputValue()).toBe('13')
  await quantity.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => totals(page).textContent()).toBe('2 lines · 371 too many')
  await page.getByRole('button', { name: 'Remove TOR-750' }).click()
  await page.getByLabel('SKU or bar code').focus()
  await scan(page, 'TOR-750')
  await type('L-77')
  await page.getByLabel('Expires').fill('2032-03-31')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await type('12')
  await expect.poll(() => totals(page).textContent()).toBe('2 lines · 36as on the paper')

  // Enter on the empty line moves to the button; two quick presses create one ingreso.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /R 00003-00012345/ }).waitFor()
  const { body } = await warehouse.staff.get(`/remitos?client_id=${client.id}`)
  expect(body.data).toHaveLength(1)
  expect(await lotsOf(client)).toEqual(['L-2231 2031-03-31 24', 'L-77 2032-03-31 12'])
  // The next paper starts empty.
  await page.goto('/warehouse/receive')
  await expect.poll(() => totals(page).textContent()).toBe('0 lines · 0')
})

test('likely mistakes are pointed out before saving', async () => {
  const client = await aClientWithTwoProducts()
  const item = { product_id: client.malbecId, quantity: 5, lot_number: 'L-1', expiry_date: '2031-03-31' }
  await warehouse.staff.post('/remitos', {
    client_id: client.id,
    type: 'ingreso',
    remito_number: ['R 0003-00000001'],
    items: [item],
  })
  const { page, expectAnswers } = await openReceiving(client)
  const code = page.getByLabel('SKU or bar code')
  await page.getByLabel('Remito numbers').fill('R 0003-00000001, R 0003-00000002')
  await page.keyboard.press('Enter')
  await page.getByText('R 0003-00000001 has been entered before').waitFor()
  expect(await page.getByText('R 0003-00000002 has been entered before').count()).toBe(0)

  await code.focus()
  await scan(page, 'NO-SUCH-SKU')
  await page.getByText('This client has no product with that code.').waitFor()
  await expect.poll(() => focusedName(page)).toBe('code')
  await code.fill('')
  await scan(page, label('L-1', '200131'))
  await page.getByText('This date is in the past.').waitFor()
  await page.getByText('This lot exists with another expiry date: 31/03/2031.').waitFor()
  // Saving is allowed: the warning stays at the line.
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /L-1 exists with 31\/03\/2031.*expired/ }).waitFor()

  // A number that was already entered is refused when saving, and nothing is lost.
  expectAnswers('409 /api/v1/backoffice/remitos')
  await page.getByRole('button', { name: 'Save as one ingreso' }).click()
  await page.getByText('This client already has an ingreso with this number').waitFor()
  await page.getByLabel('Remito numbers').fill('not a number')
  await page.getByRole('button', { name: 'Save as one ingreso' }).click()
  await page.getByText('Enter a number such as R 0003-00001821').waitFor()
  await page.getByLabel('Remito numbers').fill('R 0003-00000002')
  await page.getByRole('button', { name: 'Save as one ingreso' }).click()
  await page.getByRole('heading', { level: 1, name: /R 00003-00000002/ }).waitFor()
})
