// From the board to the shelves: orders are selected with the keys, their pick list is read, corrected and printed.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boardOf, isFramed, ticket } from './harness/board.ts'
import { visit } from './harness/browser.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

/** Three orders of two products in three lots. */
async function threeOrders() {
  const client = await world.aClient()
  const destinatarioId = await warehouse.aDestinatario(client)
  const product = async (sku: string, location: string | null) => {
    const body = { sku, name: `Producto ${sku}`, unit_type: 'caja', location }
    return (await warehouse.staff.post(`/clients/${client.id}/products`, body)).body.id as string
  }
  const far = await product('LEJ-1', 'A-10')
  const near = await product('CER-1', null)
  await warehouse.receive(
    client.id,
    { product_id: far, quantity: 5, lot_number: 'L-1', expiry_date: '2031-01-31' },
    { product_id: far, quantity: 50, lot_number: 'L-2', expiry_date: '2032-01-31' },
    { product_id: near, quantity: 50, lot_number: 'C-1' },
  )
  const place = async (items: object[], notes: string | null) => {
    const { body } = await client.portal.post(
      '/orders',
      { destinatario_id: destinatarioId, items, notes },
      { 'idempotency-key': crypto.randomUUID() },
    )
    return { id: body.id as string, number: body.order_number as string }
  }
  const orders = [
    await place([{ product_id: far, quantity: 4 }], 'Entregar por la tarde'),
    await place(
      [
        { product_id: far, quantity: 3 },
        { product_id: near, quantity: 2 },
      ],
      null,
    ),
    await place([{ product_id: near, quantity: 7 }], null),
  ]
  for (const { id } of orders) await warehouse.act(id, 'approve')
  return { client, orders, far, near }
}

const rows = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .evaluateAll((all) =>
      all
        .slice(1)
        .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '').join(' | ')),
    )

test('selected orders become one pick list, by location, that is corrected and printed', async () => {
  const { client, orders, near } = await threeOrders()
  const [first, second, third] = orders.map(({ number }) => number)
  const { page } = await boardOf(client, { language: 'es' })
  await isFramed(page, first ?? '')
  for (const key of ['s', 'j', 's', 'j', 's']) await page.keyboard.press(key)
  await page.getByText('3 seleccionados').waitFor()
  await page.keyboard.press('l')
  await page.getByRole('heading', { level: 1, name: 'Lista de picking' }).waitFor()
  await settled(page)
  expect(await rows(page, 'Todo junto')).toEqual([
    expect.stringMatching(/^A-10 .*LEJ-1 \| L-1.* \| .* \| 5.cajas$/),
    expect.stringMatching(/^A-10 .*LEJ-1 \| L-2.* \| 2.cajas$/),
    expect.stringMatching(/^– .*CER-1 \| C-1 \| .* \| 9.cajas$/),
  ])
  // A block for each order, in the order of the selection.
  const blocks = page.getByRole('main').getByRole('heading', { level: 2 })
  const { name } = (await warehouse.staff.get(`/clients/${client.id}`)).body
  const [one = '', two = '', three = ''] = [first, second, third].map((number) => `${number} · ${name}`)
  expect(await blocks.allTextContents()).toEqual(['Todo junto', one, two, three])
  expect(await rows(page, one)).toEqual([expect.stringMatching(/^A-10.*L-1.*4.cajas$/)])
  expect(await rows(page, two)).toEqual([
    expect.stringMatching(/^A-10.*L-1.*1.caja$/),
    expect.stringMatching(/^A-10.*L-2.*2.cajas$/),
    expect.stringMatching(/CER-1.*2.cajas$/),
  ])
  await page.getByText('Entregar por la tarde').waitFor()

  // The place of a product is corrected where it is noticed, by keyboard.
  const place = page.getByRole('button', { name: /ubicación de Producto CER-1/ })
  await place.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' A-2 ')
  await page.keyboard.press('Escape')
  expect((await warehouse.staff.get(`/products/${near}`)).body.location).toBeNull()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' A-2 ')
  await page.keyboard.press('Enter')
  await page.getByText('Producto CER-1 ahora está en A-2.').waitFor()
  expect((await warehouse.staff.get(`/products/${near}`)).body.location).toBe('A-2')
  // 2 stands before 10, and the focus is still on what was corrected.
  await expect.poll(async () => (await rows(page, 'Todo junto'))[0]).toMatch(/^A-2.*CER-1/)
  const hasFocus = () => place.evaluate((one) => one === one.ownerDocument.activeElement)
  await expect.poll(hasFocus).toBe(true)
  // Down again, without leaving the keyboard.
  await page.keyboard.press('Enter')
  await page.keyboard.type('Z-1')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await rows(page, 'Todo junto'))[2]).toMatch(/^Z-1.*CER-1/)
  await expect.poll(hasFocus).toBe(true)
  expect((await warehouse.staff.get(`/products/${near}`)).body.location).toBe('Z-1')

  const download = page.waitForEvent('download')
  await page.keyboard.press('l')
  expect((await download).suggestedFilename()).toBe('lista-de-picking.pdf')
})

test('an order that has moved on is named, and the list is there without it', async () => {
  const { orders } = await threeOrders()
  const [first, second] = orders
  const { page, expectAnswers } = await visit(
    `/warehouse/pick-list?order_id=${orders.map(({ id }) => id).join(',')}`,
    { as: await world.aStaffUser(), language: 'es' },
  )
  expectAnswers('422 /api/v1/backoffice/pick-list')
  await settled(page)
  expect(await rows(page, second?.number ?? '')).toHaveLength(3)
  await warehouse.act(second?.id ?? '', 'cancel', 'no lo quieren')
  await page.reload()
  await page.getByText(`${second?.number} ya no tiene mercadería para juntar`).waitFor()
  await page.getByRole('link', { name: 'La lista de los otros 2 pedidos' }).click()
  await expect.poll(() => rows(page, first?.number ?? '')).toHaveLength(1)
})

test('l says what a pick list is for where there is nothing to pick', async () => {
  const client = await warehouse.aStockedClient()
  const { body } = await client.portal.post(
    '/orders',
    { destinatario_id: client.destinatarioId, items: [{ product_id: client.productId, quantity: 1 }] },
    { 'idempotency-key': crypto.randomUUID() },
  )
  const { page } = await boardOf(client)
  await isFramed(page, body.order_number)
  await page.keyboard.press('l')
  await page.getByText('A pick list is for orders that are approved or in preparation.').waitFor()
  await ticket(page, 'Pending', body.order_number).waitFor()
})

test('staff who may not change stock read the list without correcting it', async () => {
  const { orders } = await threeOrders()
  const { page } = await visit(`/warehouse/pick-list?order_id=${orders[0]?.id}`, {
    as: await world.aStaffUser(['staff:read']),
  })
  await settled(page)
  expect(await rows(page, 'All together')).toHaveLength(1)
  expect(await page.getByRole('button', { name: /^Correct the location/ }).count()).toBe(0)
})
