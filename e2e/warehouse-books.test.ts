// Books of remitos, entered key by key. The service is one of its own: when a book ends, nobody can approve orders.
import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '../server/tests/harness/prologue.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { faultsByAxe } from './harness/axe.ts'
import { noticesOf, ticket } from './harness/board.ts'
import { visit } from './harness/browser.ts'
import { makeDataDir, startAnden } from './harness/service.ts'
import { openWorld } from './harness/world.ts'

const database = await useDatabase()
const dataDir = await makeDataDir()
const service = await startAnden(database.directUrl, dataDir)
const world = await openWorld(service.url, database.directUrl)
const { staff, aStockedClient } = world.warehouse
afterAll(async () => {
  await world.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const { url } = service
const books = async () => (await staff.get('/remito-books')).body.data
const type = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}
const cai = '71234567890123'

test('a book is entered wrongly, then rightly; it ends, orders wait with the reason, and go on with the next one', async () => {
  const client = await aStockedClient(100)
  const admin = await visit('/warehouse', { as: await world.aStaffUser(), url, language: 'es' })
  const { page } = admin
  // The form checks what the contract says; the service the rest.
  admin.expectAnswers('422 /api/v1/backoffice/remito-books', '409 /api/v1/backoffice/remito-books')
  await page.getByText('No se usa CAI').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Talonarios' }).click()
  await page.getByRole('link', { name: 'Cargar el primero' }).click()

  await page.getByRole('heading', { level: 1, name: 'Cargar un talonario de remitos' }).waitFor()
  await type(page, 'Punto de venta', '00003')
  await type(page, 'Primer número', '1.501')
  await page.getByText('Solo números').waitFor()
  await type(page, 'Primer número', '00001501')
  await type(page, 'Último número', '150')
  await type(page, 'CAI', '7123 4567 8901 2')
  await page.getByLabel('Vence el').fill('2020-01-31')
  await page.keyboard.press('Enter')
  await page.getByText('Un CAI tiene 14 dígitos').waitFor()
  expect(await books()).toEqual([])
  await type(page, 'CAI', '7123 4567 8901 23')
  await page.keyboard.press('Enter')
  await page.getByText('No puede ser menor que el primer número').waitFor()
  await page.getByText('Elegí un día que no haya pasado').waitFor()
  expect(await books()).toEqual([])
  await type(page, 'Último número', '1502')
  await page.getByLabel('Vence el').fill('2099-12-31')
  await page.getByText('R 00003-00001501 a R 00003-00001502: 2 números').waitFor()
  expect(await faultsByAxe(page)).toEqual([])
  await page.getByRole('button', { name: 'Cargar el talonario' }).click()
  await page
    .getByRole('row', { name: /R 00003-00001501/ })
    .getByText('quedan 2 números')
    .waitFor()
  expect(await books()).toMatchObject([
    {
      point_of_sale: 3,
      from: 1501,
      to: 1502,
      next: 1501,
      cai,
      cai_expires_on: '2099-12-31',
      status: 'active',
    },
  ])

  const placed = []
  for (let count = 0; count < 3; count += 1) placed.push((await order(client, 1)).body)
  const [one, two, three] = placed
  const { page: board, expectAnswers } = await visit(`/warehouse/orders?client_id=${client.id}`, {
    as: await world.aStaffUser(['staff:read', 'staff:orders']),
    url,
    language: 'es',
  })
  expectAnswers('409 /api/v1/backoffice/orders/')
  const approve = async ({ order_number }: { order_number: string }) => {
    await ticket(board, 'Pendiente', order_number).click()
    await board.keyboard.press('a')
  }
  for (const approved of [one, two]) {
    await approve(approved)
    await ticket(board, 'Aprobado', approved.order_number).waitFor()
  }
  await approve(three)
  await noticesOf(board, 'es')
    .getByText('Ningún talonario tiene números disponibles y un CAI vigente', { exact: false })
    .waitFor()
  expect((await staff.get(`/orders/${three.id}`)).body.status).toBe('pending')

  // The list of the administrator has followed.
  await page.getByText('No hay ningún talonario disponible', { exact: false }).waitFor()
  await page
    .getByRole('row', { name: /R 00003-00001501/ })
    .getByText('agotado')
    .filter({ visible: true })
    .waitFor()
  await page.getByRole('link', { name: 'Cargar un talonario' }).click()
  await type(page, 'Punto de venta', '3')
  await type(page, 'Primer número', '1502')
  await type(page, 'Último número', '2000')
  await type(page, 'CAI', '72222222222222')
  await page.getByLabel('Vence el').fill('2099-12-31')
  await page.keyboard.press('Enter')
  await page.getByText('Algunos de estos números son de otro talonario', { exact: false }).waitFor()
  await type(page, 'Primer número', '1503')
  await page.keyboard.press('Enter')
  await page
    .getByRole('row', { name: /R 00003-00001503/ })
    .getByText('quedan 498 números')
    .waitFor()

  await approve(three)
  await ticket(board, 'Aprobado', three.order_number).waitFor()
  // The board shows the order as approved while it is being saved.
  const numbers = async () =>
    (await staff.get(`/remitos?source_order_id=${three.id}`)).body.data.map(
      ({ remito_number }: { remito_number: string[] }) => remito_number,
    )
  await expect.poll(numbers).toEqual([['R 00003-00001503']])
})

test('a book with a mistake is closed, and its numbers are entered again', async () => {
  await staff.post('/remito-books', {
    point_of_sale: 9,
    from: 1,
    to: 50,
    cai: '70000000000000',
    cai_expires_on: '2099-12-31',
  })
  const { page } = await visit('/warehouse/remito-books', {
    as: await world.aStaffUser(),
    url,
    language: 'en',
  })
  const row = page.getByRole('row', { name: /R 00009-00000001/ })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Close…' }).click()
  await page.getByRole('dialog').getByText('50 numbers are left.', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the book' }).click()
  await row.getByText('closed').filter({ visible: true }).waitFor()
  expect(await row.getByRole('button', { name: /^Actions/ }).count()).toBe(0)
  const again = { point_of_sale: 9, from: 1, to: 50, cai: '70000000000001', cai_expires_on: '2099-12-31' }
  expect((await staff.post('/remito-books', again)).status).toBe(201)
})

test('on a phone, the list and the form fit', async () => {
  const as = await world.aStaffUser()
  for (const path of ['/warehouse/remito-books', '/warehouse/remito-books/new']) {
    const { page } = await visit(path, { as, url, width: 390 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(overflow, path).toBeLessThanOrEqual(0)
    expect(await faultsByAxe(page)).toEqual([])
  }
})
