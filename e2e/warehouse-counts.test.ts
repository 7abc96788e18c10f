import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ExcelRows, excelFile } from '../server/tests/harness/excel-file.ts'
import type { Caller } from '../server/tests/harness/http.ts'
import { isPopplerMissing, pdfPages } from '../server/tests/harness/pdf-text.ts'
import { sizes } from '../server/tests/harness/sizes.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { staff } = world.warehouse

/** A client with 50 of its product in one lot, and the SKU by which a file names it. */
async function aCountedClient() {
  const client = await world.warehouse.aStockedClient(50)
  const [row] = (await client.portal.get('/stock')).body.data
  const [lot] = (await client.portal.get('/stock/lots')).body.data
  return { ...client, sku: row.products.sku as string, lot: lot.lot_number as string }
}

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

const excel = (rows: ExcelRows) => ({
  name: 'conteo.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(excelFile(rows)),
})

async function choose(page: Page, button: string, file: ReturnType<typeof csv>) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles(file)
}

const invalid = '422 /api/v1/backoffice/stock/imports'
const quantityOf = async (client: { portal: Caller }) =>
  (await client.portal.get('/stock')).body.data.map(({ quantity }: { quantity: number }) => quantity)

test('a count with a fault is corrected, checked and applied, and the client sees it', async () => {
  const client = await aCountedClient()
  const { page, expectAnswers } = await visit(`/warehouse/counts?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  expectAnswers(invalid)
  const header = 'sku;quantity;lot_number'
  await choose(page, 'Elegir un archivo', csv('conteo.csv', [header, `${client.sku};uno;${client.lot}`]))
  const faults = page.getByRole('table', { name: 'Errores' })
  await faults.getByText('Un número como 12 o 12,5, sin separador de miles').waitFor()
  expect(await faults.getByRole('row').nth(1).textContent()).toMatch(/^2quantity/)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar los errores' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('conteo-errores.csv')
  expect((await buffer(await download.createReadStream())).toString('utf8')).toContain('2;quantity;')

  const corrected = csv('conteo.csv', [header, `${client.sku};44;${client.lot}`, `${client.sku};3;NUEVO`])
  await choose(page, 'Elegir un archivo', corrected)
  const changes = page.getByRole('table', { name: 'Diferencias' })
  await changes.getByText('−6 ').waitFor()
  expect(await changes.getByRole('row').count()).toBe(3)
  expect(await quantityOf(client)).toEqual([50])
  await page.getByLabel('Mostrar').selectOption('Lotes nuevos')
  await expect.poll(() => changes.getByRole('row').count()).toBe(2)

  await page.getByRole('button', { name: 'Aplicar…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('cambia 1 lote y 1 lote es nuevo').waitFor()
  await dialog.getByRole('button', { name: 'Aplicar el recuento' }).click()
  await page.getByText('Se aplicó conteo.csv').waitFor()
  expect(await quantityOf(client)).toEqual([47])
  await page.getByRole('link', { name: 'Ver qué cambió' }).click()
  await page.getByRole('table', { name: 'Qué cambió' }).getByText('NUEVO').waitFor()

  const theirs = await visit('/stock/lots', { as: await client.aUser('reader'), language: 'es' })
  await theirs.page.getByText('NUEVO').first().waitFor()
})

test('a count in an Excel file is checked with its dates, and says which cell is wrong', async () => {
  const client = await aCountedClient()
  const { page, expectAnswers } = await visit(`/warehouse/counts?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  expectAnswers(invalid)
  const header = ['SKU', 'Cantidad', 'Lote', 'Vencimiento']
  const rows = [header, [client.sku, 44, client.lot], [client.sku, 2, 'NUEVO', { day: 46_477 }]]
  await choose(page, 'Elegir un archivo', excel([...rows, [client.sku, 1, 'OTRO', null, 'falta']]))
  const faults = page.getByRole('table', { name: 'Errores' })
  await faults.getByText('E4 está en una columna sin nombre').waitFor()
  await choose(page, 'Elegir un archivo', excel(rows))
  const changes = page.getByRole('table', { name: 'Diferencias' })
  await changes.getByText('−6 ').waitFor()
  await changes.getByText('31/03/2027').waitFor()
  expect(await quantityOf(client)).toEqual([50])
})

test('a lot that moves after the check stops the count, and the new difference is shown', async () => {
  const client = await aCountedClient()
  const { page, expectAnswers } = await visit(`/warehouse/counts?client_id=${client.id}`, {
    as: await world.aStaffUser(),
  })
  expectAnswers('409 /api/v1/backoffice/stock/imports')
  const file = csv('count.csv', ['sku,quantity,lot_number', `${client.sku},44,${client.lot}`])
  await choose(page, 'Choose a file', file)
  const changes = page.getByRole('table', { name: 'Differences' })
  await changes.getByText('−6 ').waitFor()
  const moved = { product_id: client.productId, delta: -5, reason: 'Breakage', lot_number: client.lot }
  expect((await staff.post('/stock/adjustments', moved)).status).toBe(201)
  const apply = async () => {
    await page.getByRole('button', { name: 'Apply…' }).click()
    await page.getByRole('button', { name: 'Apply the count' }).click()
  }
  await apply()
  await page.getByText('The stock has moved since the check').waitFor()
  expect(await quantityOf(client)).toEqual([45])
  await page.getByRole('button', { name: 'Check again' }).click()
  await changes.getByText('−1 ').waitFor()
  await apply()
  await page.getByText('count.csv was applied').waitFor()
  expect(await quantityOf(client)).toEqual([44])
})

/** A browser script that drops a file with this many lots onto the page. */
const dropFile = (sku: string, lines: number) => `{
  const rows = Array.from({ length: ${lines} }, (_, i) => '${sku},' + (1 + i % 9) + ',L-' + i)
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([['sku,quantity,lot_number', ...rows].join('\\n')], 'many.csv'))
  const target = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Choose a file')
  for (const type of ['dragenter', 'dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
}`

test('a file of many lines is dropped, and the page stays responsive while it is checked', async () => {
  const client = await aCountedClient()
  const { page } = await visit(`/warehouse/counts?client_id=${client.id}`, { as: await world.aStaffUser() })
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  const lines = sizes.importLines
  await page.evaluate(dropFile(client.sku, lines))
  await page.getByText(/^(Sending|Comparing)/).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  const changes = page.getByRole('table', { name: 'Differences' })
  await changes.waitFor({ timeout: 300_000 })
  expect(await changes.getAttribute('aria-rowcount')).toBe(String(lines + 1))
  expect(await changes.getByRole('row').count()).toBeLessThan(200)
  await page.getByLabel('Show').selectOption('New lots')
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  await changes.getByText(`L-${lines - 1}`, { exact: true }).waitFor()
}, 600_000)

test.skipIf(isPopplerMissing())('the remitos of a selection are printed as one file', async () => {
  const numbers: string[] = []
  for (let index = 0; index < 3; index++) {
    const { id, productId } = await world.warehouse.aStockedClient(10)
    const items = [{ product_id: productId, quantity: 1 }]
    const { body } = await staff.post('/remitos', { client_id: id, type: 'egreso', items })
    numbers.push(body.remito_number[0])
  }
  const { page } = await visit('/warehouse/remitos?type=egreso', { as: await world.aStaffUser() })
  for (const number of numbers) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print 3 remitos' }).click()
  const pages = await pdfPages(await buffer(await (await downloading).createReadStream()))
  expect(pages).toHaveLength(3)
  for (const [index, number] of numbers.entries()) expect(pages[index]).toContain(number)
})

test.skipIf(isPopplerMissing())('all remitos of a list are selected and printed at once', async () => {
  const client = await world.warehouse.aStockedClient(10)
  const numbers: string[] = []
  for (let index = 0; index < 3; index++) {
    const items = [{ product_id: client.productId, quantity: 1 }]
    const { body } = await staff.post('/remitos', { client_id: client.id, type: 'egreso', items })
    numbers.push(body.remito_number[0])
  }
  const { page } = await visit(`/warehouse/remitos?type=egreso&client_id=${client.id}`, {
    as: await world.aStaffUser(),
  })
  const all = page.getByRole('checkbox', { name: 'Select all: Remitos' })
  const selected = () => page.getByRole('checkbox', { name: /^Select .*\d/, checked: true }).count()
  await page.getByRole('checkbox', { name: `Select ${numbers[1]}` }).check()
  expect(await all.evaluate((box: { indeterminate: boolean }) => box.indeterminate)).toBe(true)
  await all.check()
  expect(await selected()).toBe(3)
  await all.uncheck()
  expect(await selected()).toBe(0)
  expect(await page.getByRole('button', { name: /^Print/ }).count()).toBe(0)
  await all.focus()
  await page.keyboard.press('Space')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print 3 remitos' }).click()
  const pages = await pdfPages(await buffer(await (await downloading).createReadStream()))
  expect(pages).toHaveLength(3)
  // In the order of the list, whose newest is first.
  for (const [index, number] of numbers.toReversed().entries()) expect(pages[index]).toContain(number)
})

test('a user who may not change the stock finds neither the page nor a link to it', async () => {
  const { page } = await visit('/warehouse', { as: await world.aStaffUser(['staff:read']) })
  await page.getByRole('link', { name: 'Remitos' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Counts', exact: true }).count()).toBe(0)
  await page.goto('/warehouse/counts')
  await page.getByRole('heading', { name: 'Your role does not allow this' }).waitFor()
})
