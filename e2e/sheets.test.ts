import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { excelFile } from '../server/tests/harness/excel-file.ts'
import type { Caller } from '../server/tests/harness/http.ts'
import { visit } from './harness/browser.ts'
import { sendBackTemplate } from './harness/template.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { staff } = world.warehouse

/** A client with 100 cases of one product, 40 kg of another, and two recipients. */
async function aClientWithGoods() {
  const client = await world.aClient()
  const suffix = crypto.randomUUID().slice(-6).toUpperCase()
  const [cases, weighed] = [`MAL-${suffix}`, `ACE-${suffix}`]
  for (const [sku, name, unit_type, quantity] of [
    [cases, 'Malbec', 'caja', 100],
    [weighed, 'Aceitunas', 'kg', 40],
  ] as const) {
    const { body } = await staff.post(`/clients/${client.id}/products`, { sku, name, unit_type })
    await world.warehouse.receive(client.id, { product_id: body.id, quantity })
  }
  for (const name of ['Vinoteca del Centro', 'Almacén Ñandú'])
    await client.portal.post('/destinatarios', { name, address: 'Av. San Martín 1250', phone: '1' })
  return { ...client, cases, weighed }
}

const header = 'Referencia\tDestinatario\tSKU\tCantidad\tCosecha'

/** As Excel puts cells on the clipboard. */
async function copy(page: Page, rows: readonly string[]) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(`${rows.join('\r\n')}\r\n`)})`)
}

const figure = (page: Page, label: string) =>
  page.locator('article div', { has: page.getByText(label, { exact: true }) }).last()

const cell = (page: Page, column: string, line: number) => page.getByLabel(`${column}, renglón ${line}`)

const focusOf = (page: Page, label: string) =>
  expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(label)

async function storedOrders({ portal }: { portal: Caller }) {
  const { body } = await portal.get('/orders?limit=100')
  const details = await Promise.all(body.data.map(({ id }: { id: string }) => portal.get(`/orders/${id}`)))
  return details
    .map(({ body: order }) => ({
      reference: order.reference as string,
      quantities: order.distribution_order_items.map(({ quantity }: { quantity: number }) => quantity),
    }))
    .sort((one, other) => one.reference.localeCompare(other.reference))
}

test('orders pasted from Excel are corrected by keys, and what is stored is what was meant', async () => {
  const client = await aClientWithGoods()
  const { page } = await visit('/orders', { as: await client.aUser(), language: 'es' })
  const { cases, weighed } = client
  const plain = Array.from(
    { length: 16 },
    (_, index) => `OC ${200 + index}\tVinoteca del Centro\t${cases}\t1\t`,
  )
  await copy(page, [
    header,
    `OC 100\tVinoteca del Centro\t${weighed}\t12,750\t`,
    `OC 101\tAlmacén Nandu S\t${cases}\t2\t`,
    `OC 102\tAlmacén Ñandú\t${cases.slice(0, -1)}X\t3\t`,
    `OC 103\tAlmacén Ñandú\t${weighed}\t1.000\t`,
    ...plain,
  ])
  // The keys come before the page and its grid have been loaded.
  await page.getByRole('link', { name: 'Desde una planilla' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+V')
  await page.getByRole('grid', { name: 'Pedidos' }).getByText('OC 215').waitFor()
  await page.getByRole('button', { name: 'Hacer 17 pedidos' }).waitFor()

  // By typing key by key, by what is offered, and by choosing one of two readings.
  await page.keyboard.press('F8')
  await expect.poll(() => cell(page, 'Destinatario', 3).getAttribute('aria-invalid')).toBe('true')
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
    'Destinatario, renglón 3',
  )
  await page.keyboard.type('Almacén Ñandú')
  await page.keyboard.press('F8')
  await page.keyboard.press('Alt+Enter')
  await expect.poll(() => cell(page, 'SKU', 4).inputValue()).toBe(cases)
  await page.keyboard.press('F8')
  await page.getByText('Se puede leer de dos maneras. ¿Cuál?').first().waitFor()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 'Cantidad', 5).inputValue()).toBe('1')
  await page.getByRole('button', { name: 'Hacer 20 pedidos' }).waitFor()

  // A line that is only half done, and a reload.
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.type('OC 300')
  await page.reload()
  await page.getByRole('grid').getByText('OC 215').waitFor()
  await page.getByRole('grid').getByText('OC 300').waitFor()
  await page.getByRole('button', { name: 'Hacer 20 pedidos' }).waitFor()
  expect(await storedOrders(client)).toEqual([])

  await page.getByRole('button', { name: 'Hacer 20 pedidos' }).click()
  await page.getByText('Se hicieron 20 pedidos').waitFor()
  // What was not placed stays, to be corrected.
  await expect.poll(() => cell(page, 'Referencia', 2).inputValue()).toBe('OC 300')
  await page.getByRole('link', { name: /^PED-/ }).first().waitFor()
  const stored = await storedOrders(client)
  expect(stored.slice(0, 4)).toEqual([
    { reference: 'OC 100', quantities: [12.75] },
    { reference: 'OC 101', quantities: [2] },
    { reference: 'OC 102', quantities: [3] },
    { reference: 'OC 103', quantities: [1] },
  ])
  expect(stored).toHaveLength(20)

  // The same again, by mistake.
  await page.goto('/orders/import')
  await copy(page, [header, ...plain])
  await cell(page, 'Referencia', 2).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+V')
  await page
    .getByText(/^Ya es PED-/)
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: 'Hacer los pedidos' }).isDisabled()).toBe(true)
  expect(await figure(page, 'Ya existían').textContent()).toContain('16')
  expect(await storedOrders(client)).toHaveLength(20)
})

test('two orders that together ask for too much are shown, and the others are placed', async () => {
  const client = await aClientWithGoods()
  const { page } = await visit('/orders/import', { as: await client.aUser(), language: 'es' })
  await copy(page, [
    header,
    `OC 1\tVinoteca del Centro\t${client.cases}\t60\t`,
    `OC 2\tAlmacén Ñandú\t${client.cases}\t60\t`,
    `OC 3\tAlmacén Ñandú\t${client.weighed}\t0,5\t`,
  ])
  await focusOf(page, 'Referencia, renglón 2')
  await page.keyboard.press('Control+V')
  await page.getByText('120 de 100 cajas: no alcanza').waitFor()
  await page.getByText('Faltan 20 cajas').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Se hicieron 2 pedidos').waitFor()
  expect(await storedOrders(client)).toEqual([
    { reference: 'OC 1', quantities: [60] },
    { reference: 'OC 3', quantities: [0.5] },
  ])
  // The third is there to be changed.
  await expect.poll(() => cell(page, 'Referencia', 2).inputValue()).toBe('OC 2')
  expect(await page.getByRole('grid').getByText('OC 3').count()).toBe(0)
})

test('what is typed while the orders are placed stays in the sheet, and two presses place them once', async () => {
  const client = await aClientWithGoods()
  const { page } = await visit('/orders/import', { as: await client.aUser(), language: 'es' })
  await copy(page, [header, `OC 1\tVinoteca del Centro\t${client.cases}\t6\t`])
  await focusOf(page, 'Referencia, renglón 2')
  await page.keyboard.press('Control+V')
  const button = page.getByRole('button', { name: 'Hacer 1 pedido' })
  await button.waitFor()
  const held = Promise.withResolvers<void>()
  await page.route('**/orders/imports?**mode=**', async (route) => {
    await held.promise
    await route.continue()
  })
  await button.dblclick()
  await cell(page, 'Referencia', 2).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('OC 2')
  await page.keyboard.press('Enter')
  held.resolve()
  await page.getByText('Se hizo 1 pedido').waitFor()
  await page.getByRole('grid').getByText('OC 2').waitFor()
  expect(await page.getByRole('grid').getByText('OC 1').count()).toBe(0)
  expect(await storedOrders(client)).toEqual([{ reference: 'OC 1', quantities: [6] }])
})

test('a workbook is read, its unknown column is asked about once, and changes can be undone', async () => {
  const client = await aClientWithGoods()
  const { page } = await visit('/orders/import', { as: await client.aUser(), language: 'es' })
  const file = {
    name: 'pedidos.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(
      excelFile([
        ['Referencia', 'Destinatario', 'Código', 'Bultos', 'Cosecha'],
        ['OC 1', 'Vinoteca del Centro', client.weighed, 12.75, null],
        ['OC 2', 'Almacén Ñandú', client.cases, 7, null],
      ]),
    ),
  }
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo…' }).click()
  await (await choosing).setFiles(file)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Todavía falta: Cantidad').waitFor()
  await dialog.getByLabel('Bultos').selectOption({ label: 'Cantidad' })
  await dialog.getByRole('button', { name: 'Usar estas columnas' }).click()
  await page.getByRole('button', { name: 'Hacer 2 pedidos' }).waitFor()
  await page.getByRole('grid').getByText('12,75').waitFor()
  // The file may have been corrected in Excel: the browser would not notice that it is chosen again.
  const choosingAgain = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo…' }).click()
  expect(await (await choosingAgain).element().inputValue()).toBe('')

  await page.getByRole('grid').getByText('OC 2').click()
  await page.keyboard.press('Delete')
  await page.getByText('Completá esta celda').first().waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Hacer 2 pedidos' }).click()
  await page.getByText('Se hicieron 2 pedidos').waitFor()
  expect(await storedOrders(client)).toEqual([
    { reference: 'OC 1', quantities: [12.75] },
    { reference: 'OC 2', quantities: [7] },
  ])
})

test('a template of each page is an Excel file whose headings are understood', async () => {
  const client = await aClientWithGoods()
  const { page } = await visit('/orders/import', { as: await client.aUser(), language: 'es' })
  expect(await sendBackTemplate(page)).toBe('pedidos.xlsx')
  await page.getByRole('grid').getByText('12,5').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto('/destinatarios/import')
  expect(await sendBackTemplate(page)).toBe('destinatarios.xlsx')
  await page.getByRole('button', { name: 'Guardar 2 renglones' }).waitFor()
  await page.getByRole('grid').getByText('30-71234567-1').waitFor()
  const warehouse = await visit(`/warehouse/products/import?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  expect(await sendBackTemplate(warehouse.page)).toBe('productos.xlsx')
  await warehouse.page.getByRole('button', { name: 'Guardar 2 renglones' }).waitFor()
  await warehouse.page.getByRole('grid').getByText('7791234567898').waitFor()
})

test('recipients and products are added and changed from a sheet, and an empty cell changes nothing', async () => {
  const client = await aClientWithGoods()
  const { page } = await visit('/destinatarios/import', { as: await client.aUser(), language: 'es' })
  await copy(page, [
    'Nombre\tCUIT\tDirección\tLocalidad',
    'Almacén Ñandú\t\t\tCórdoba',
    'Restó El Parral\t20-12345678-5\t"Gorriti 512\nLocal 2"\tMendoza',
  ])
  await focusOf(page, 'Nombre, renglón 2')
  await page.keyboard.press('Control+V')
  await page.getByText('Un CUIT de 11 dígitos o un DNI de 7 u 8; revisá el último dígito').first().waitFor()
  await page.keyboard.press('F8')
  await focusOf(page, 'CUIT / DNI, renglón 3')
  await page.keyboard.type('20-12345678-6')
  await page.getByRole('button', { name: 'Guardar 2 renglones' }).click()
  await page.getByText('1 agregado · 1 cambiado · 0 sin cambios').waitFor()
  const { body } = await client.portal.get('/destinatarios?limit=100')
  const shown = ({ name, address, city }: Record<string, string>) => [name, address, city]
  expect(body.data.map(shown).sort()).toEqual([
    ['Almacén Ñandú', 'Av. San Martín 1250', 'Córdoba'],
    ['Restó El Parral', 'Gorriti 512 Local 2', 'Mendoza'],
    ['Vinoteca del Centro', 'Av. San Martín 1250', null],
  ])

  const staffPage = await visit(`/warehouse/products/import?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  await copy(staffPage.page, [
    'SKU\tNombre\tUnidad\tUbicación\tPeso',
    `${client.cases}\t\t\tA-12-3\t7,2`,
    `NUEVO-${client.cases}\tCabernet Franc\tcaja\t\t`,
  ])
  await focusOf(staffPage.page, 'SKU, renglón 2')
  await staffPage.page.keyboard.press('Control+V')
  await staffPage.page.getByRole('button', { name: 'Guardar 2 renglones' }).click()
  await staffPage.page.getByText('1 agregado · 1 cambiado · 0 sin cambios').waitFor()
  const { body: stock } = await staff.get(`/stock?client_id=${client.id}&limit=100`)
  const bySku = (sku: string) =>
    stock.data.find((row: { products: { sku: string } }) => row.products.sku === sku)?.product_id
  const { body: changed } = await staff.get(`/products/${bySku(client.cases)}`)
  expect(changed).toMatchObject({ name: 'Malbec', unit_type: 'caja', location: 'A-12-3', weight_kg: 7.2 })
  expect(bySku(`NUEVO-${client.cases}`)).toBeDefined()
})
