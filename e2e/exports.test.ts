// Files that people export, opened as a spreadsheet opens them and compared with what is stored and shown.
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { readXlsx, recordsOfXlsx } from '../server/tests/harness/xlsx.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

async function exported(page: Page, entry: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  const download = await downloading
  const records = recordsOfXlsx(readXlsx(await buffer(await download.createReadStream())))
  return { name: download.suggestedFilename(), records }
}

test('orders are exported as they are filtered, in Spanish, also with one row per line', async () => {
  const client = await world.warehouse.aStockedClient(30)
  const { body: approved } = await order(client, 12)
  await world.warehouse.act(approved.id, 'approve')
  await order(client, 1)
  const { page } = await visit('/orders?status=approved', { as: await client.aUser(), language: 'es' })
  await page.getByRole('link', { name: approved.order_number }).first().waitFor()
  const { name, records } = await exported(page, 'Excel')
  expect(name).toMatch(/\.xlsx$/)
  const { body: remitos } = await client.portal.get(`/remitos?source_order_id=${approved.id}`)
  expect(records).toMatchObject([
    {
      Pedido: approved.order_number,
      Estado: 'Aprobado',
      Destinatario: 'Vinoteca',
      Remito: remitos.data[0].remito_number.join(', '),
      Cantidad: 12,
      Unidad: 'cajas',
    },
  ])
  const [item] = approved.distribution_order_items
  expect((await exported(page, 'Excel, una fila por renglón')).records).toMatchObject([
    { Pedido: approved.order_number, SKU: item.products.sku, Producto: item.products.name, Cantidad: 12 },
  ])
})

test('the account has the balances that the page shows', async () => {
  const client = await world.aClient()
  const { staff } = world.warehouse
  await staff.post('/credit-sales', { client_id: client.id, amount: 1000.5, description: 'Almacenaje' })
  await staff.post('/payments', { client_id: client.id, amount: 400, payment_method: 'cheque' })
  const { page } = await visit('/account', { as: await client.aUser(), language: 'es' })
  const { records } = await exported(page, 'Excel')
  expect(records.map((one) => [one['Debe'], one['Haber'], one['Saldo']])).toEqual([
    [null, null, 0],
    [1000.5, null, 1000.5],
    [null, 400, 600.5],
  ])
  const balances = page.getByRole('row').filter({ hasText: /600,50/ })
  await balances.first().waitFor()
  await page.getByRole('row', { name: /Almacenaje.*1\.000,50.*1\.000,50/ }).waitFor()
})

test('the users of a client and the audit log of the warehouse are exported in words', async () => {
  const client = await world.aClient({ name: `Bodega ${crypto.randomUUID().slice(0, 6)}` })
  const ana = await client.aUser()
  await client.aUser('reader')
  const { page } = await visit('/settings/users', { as: ana, language: 'es' })
  await page.getByRole('row', { name: ana.email }).waitFor()
  const { records } = await exported(page, 'Excel')
  expect(records.map((one) => one['Rol']).toSorted()).toEqual(['Administrador', 'Lector'])
  expect(records.map((one) => one['E-mail'])).toContain(ana.email)

  await world.warehouse.staff.patch(`/clients/${client.id}`, { email: 'otra@bodega.example' })
  const { page: audit } = await visit(`/warehouse/audit?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  await audit.getByRole('row', { name: /Cambió un cliente/ }).waitFor()
  const { records: entries } = await exported(audit, 'Excel')
  expect(entries.find((one) => one['Qué'] === 'Cambió un cliente')).toMatchObject({
    Después: 'email: otra@bodega.example',
  })
})
