import { expect, test } from 'vitest'
import { aPdf } from '../server/tests/harness/uploads.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

/** A client with two lots, of which the one that expires first has 10. */
async function aClientWithTwoLots() {
  const client = await world.aClient()
  const productId = await warehouse.aProduct(client.id)
  const lot = { product_id: productId, expiry_date: '2031-03-31' }
  await warehouse.receive(
    client.id,
    { ...lot, quantity: 20, lot_number: 'L-LATER', expiry_date: '2032-03-31' },
    { ...lot, quantity: 10, lot_number: 'L-SOONER' },
  )
  await warehouse.aDestinatario(client)
  return client
}

test('an order is placed by keyboard alone, after a shortage, and approval picks the lots of the preview', async () => {
  const client = await aClientWithTwoLots()
  const { page } = await visit('/orders/new', { as: await client.aUser() })
  const press = (key: string) => page.keyboard.press(key)

  await page.getByLabel('Recipient').waitFor()
  await expect.poll(() => page.evaluate(`document.activeElement?.tagName`)).toBe('INPUT')
  await page.keyboard.type('vino')
  await page.getByRole('option', { name: /Vinoteca/ }).waitFor()
  await press('Enter')
  const focused = (member: string) => page.evaluate(`document.activeElement?.${member}`)
  await expect.poll(() => focused('placeholder')).toBe('SKU or name')
  await page.keyboard.type('SKU')
  await page.getByRole('option', { name: /Producto/ }).waitFor()
  await press('Enter')
  await expect.poll(() => focused('placeholder')).toBe('Quantity')
  await page.keyboard.type('50')
  await page.getByText('only 30 cases available').waitFor()
  await press('Control+A')
  await page.keyboard.type('12')
  const lots = page.getByRole('list', { name: 'Lots' }).getByRole('listitem')
  await expect.poll(() => lots.allTextContents()).toHaveLength(2)
  const preview = (await lots.allTextContents()).map((text) => /L-[A-Z]+/.exec(text)?.[0])
  expect(preview).toEqual(['L-SOONER', 'L-LATER'])
  while ((await focused('textContent')) !== 'Place the order') await press('Tab')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: /^PED-/ }).waitFor()

  const { body } = await client.portal.get('/orders')
  await warehouse.act(body.data[0].id, 'approve')
  const { body: remitos } = await client.portal.get('/remitos?type=egreso')
  const { body: remito } = await client.portal.get(`/remitos/${remitos.data[0].id}`)
  const taken = remito.distribution_remito_items.map(
    (item: { lot_number: string; quantity: number }) => `${item.quantity} ${item.lot_number}`,
  )
  expect(taken.sort()).toEqual(['10 L-SOONER', '2 L-LATER'])
  // The page follows the approval and shows its remito.
  await page.getByRole('link', { name: /^R 0/ }).waitFor()
})

test("an order has the client's own reference, and a second one with the same says so", async () => {
  const client = await aClientWithTwoLots()
  const { page } = await visit('/orders/new', { as: await client.aUser() })
  const place = async () => {
    await page.getByLabel('Recipient').click()
    await page.getByRole('option', { name: /Vinoteca/ }).click()
    await page.getByPlaceholder('SKU or name').first().fill('SKU')
    await page.getByRole('option', { name: /Producto/ }).click()
    await page.getByPlaceholder('Quantity').first().fill('1')
    await page.getByLabel('Your reference').pressSequentially('OC 2026/0117')
    await page.getByRole('button', { name: 'Place the order' }).click()
    await page.getByRole('heading', { level: 1, name: /^PED-/ }).waitFor()
    await page.getByText('OC 2026/0117').first().waitFor()
  }
  await place()
  await page.goto(new URL('/orders/new', page.url()).href)
  await place()
  await page.getByText('PED-000001 has the reference OC 2026/0117, too.').waitFor()
  const { body } = await client.portal.get('/orders?reference=oc%202026%2F0117')
  expect(body.data.map((order: { reference: string }) => order.reference)).toEqual([
    'OC 2026/0117',
    'OC 2026/0117',
  ])
})

test('an order is read while its link is hovered, and opening it then reads nothing again', async () => {
  const client = await aClientWithTwoLots()
  const [product] = (await client.portal.get('/stock')).body.data
  const [recipient] = (await client.portal.get('/destinatarios')).body.data
  const { body: order } = await client.portal.post(
    '/orders',
    { destinatario_id: recipient.id, items: [{ product_id: product.product_id, quantity: 1 }] },
    { 'idempotency-key': crypto.randomUUID() },
  )
  const { page } = await visit('/orders', { as: await client.aUser() })
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/orders/${order.id}`)) reads.push(request.url())
  })
  const link = page.getByRole('link', { name: order.order_number })
  await link.hover()
  await expect.poll(() => reads).toHaveLength(1)
  await link.click()
  await page.getByRole('heading', { level: 1, name: order.order_number }).waitFor()
  expect(reads).toHaveLength(1)
})

test('a PDF can be attached, and any other file is refused', async () => {
  const client = await aClientWithTwoLots()
  const [product] = (await client.portal.get('/stock')).body.data
  const [recipient] = (await client.portal.get('/destinatarios')).body.data
  const { body: order } = await client.portal.post(
    '/orders',
    { destinatario_id: recipient.id, items: [{ product_id: product.product_id, quantity: 1 }] },
    { 'idempotency-key': crypto.randomUUID() },
  )
  const { page, expectAnswers } = await visit(`/orders/${order.id}`, { as: await client.aUser() })
  expectAnswers('415 ', '422 ', '400 ')
  const attach = async (name: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach PDF' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/pdf', buffer })
  }
  await attach('orden de compra.pdf', aPdf())
  await page.getByText('orden de compra.pdf').waitFor()
  await expect
    .poll(async () => (await client.portal.get(`/orders/${order.id}`)).body.distribution_order_attachments)
    .toMatchObject([{ file_name: 'orden de compra.pdf' }])
  await attach('no es.pdf', Buffer.from('just text'))
  await page.getByRole('alert').waitFor()
})

test('if two people act on one order, the second sees what happened', async () => {
  const client = await aClientWithTwoLots()
  const [product] = (await client.portal.get('/stock')).body.data
  const [recipient] = (await client.portal.get('/destinatarios')).body.data
  const { body: order } = await client.portal.post(
    '/orders',
    { destinatario_id: recipient.id, items: [{ product_id: product.product_id, quantity: 1 }] },
    { 'idempotency-key': crypto.randomUUID() },
  )
  const { page } = await visit(`/orders/${order.id}`, { as: await client.aUser() })
  await page.getByRole('button', { name: 'Cancel order' }).waitFor()
  await page.getByText('live', { exact: true }).waitFor()
  await warehouse.act(order.id, 'reject', 'Sin transporte')
  await page.getByText('Sin transporte').waitFor()
  expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
})
