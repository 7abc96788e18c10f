// Every figure equals the number of rows behind its link, and every statement on a page is true.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { aBusyClient, day, expectFigures, rowsOf } from './harness/figures.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const { staff } = warehouse

test.each(['a client with lots and orders of every kind', 'the client of the demo'])(
  'every figure of Home leads to exactly the rows that it counts, for %s',
  async (whose) => {
    const client = whose.includes('demo') ? world.demo : await aBusyClient(warehouse)
    const { page } = await visit('/', { as: await client.aUser() })
    await page.getByText('Lots that expire within 30 days').waitFor()
    await page
      .getByText(/expired$/)
      .first()
      .waitFor()
    await page
      .getByRole('figure', { name: /by the week/ })
      .getByRole('link')
      .first()
      .waitFor()
    const figures = await expectFigures(page, '/', () => true)
    expect(figures).toEqual(
      expect.arrayContaining([
        '/orders?is_open',
        '/orders?status',
        '/stock/lots?expiring_after',
        '/stock/lots?expiring_before',
      ]),
    )
  },
)

test('the counts of the states follow the other filters, and only the chosen state is marked', async () => {
  const client = await warehouse.aStockedClient(20)
  const { body: other } = await client.portal.post('/destinatarios', {
    name: 'Almacén Sur',
    address: 'Mitre 1',
  })
  await order(client, 1)
  await order(client, 1)
  const { body: shipped } = await order({ ...client, destinatarioId: other.id }, 1)
  await warehouse.act(shipped.id, 'approve')
  const { page } = await visit('/orders', { as: await client.aUser() })
  const states = page.getByRole('navigation', { name: 'State' })
  const marked = () => states.locator('[aria-current]').allInnerTexts()
  await states.getByRole('link', { name: 'Pending 2' }).waitFor()
  await states.getByRole('link', { name: 'All open 3' }).waitFor()
  expect(await marked()).toEqual(['All'])
  await page.getByRole('combobox', { name: 'Recipient' }).fill('alma')
  await page.getByRole('option', { name: /Almacén Sur/ }).click()
  await states.getByRole('link', { name: 'Approved 1' }).waitFor()
  await states.getByRole('link', { name: 'Pending', exact: true }).waitFor()
  await states.getByRole('link', { name: 'Approved 1' }).click()
  await expect.poll(marked).toEqual(['Approved\n1'])
  expect(await rowsOf(page)).toBe(1)
  await states.getByRole('link', { name: 'All open 1' }).click()
  await expect.poll(marked).toEqual(['All open\n1'])
})

test('the reason of a failed delivery is not shown for the state after it', async () => {
  const client = await warehouse.aStockedClient(5)
  const { body } = await order(client, 1)
  for (const action of ['approve', 'prepare', 'dispatch']) await warehouse.act(body.id, action)
  await warehouse.act(body.id, 'fail', 'Domicilio cerrado')
  const { page } = await visit(`/warehouse/orders/${body.id}`, { as: await world.aStaffUser() })
  // Shown below the title, and in the timeline, where it stays.
  const told = () => page.getByText('Domicilio cerrado').count()
  await expect.poll(told).toBe(2)
  for (const action of ['dispatch', 'deliver']) await warehouse.act(body.id, action)
  await page
    .getByRole('banner')
    .or(page.getByRole('main'))
    .getByText('Delivered', { exact: true })
    .first()
    .waitFor()
  await expect.poll(told).toBe(1)
  const { page: ofClient } = await visit(`/orders/${body.id}`, { as: await client.aUser() })
  await ofClient.getByText(/· Domicilio cerrado/).waitFor()
  expect((await client.portal.get(`/orders/${body.id}`)).body.status_reason).toBe('Domicilio cerrado')
})

test('the board, the order and a new order explain why goods in stock cannot be taken', async () => {
  const client = await warehouse.aStockedClient(0)
  const { id, productId: product_id } = client
  await warehouse.receive(
    id,
    { product_id, quantity: 230, lot_number: 'HELD' },
    { product_id, quantity: 6, lot_number: 'FREE', expiry_date: day(90) },
  )
  await order(client, 6)
  const { body: short } = await order(client, 2)
  const { data } = (await staff.get(`/lots?client_id=${id}`)).body
  const held = data.find((lot: { lot_number: string }) => lot.lot_number === 'HELD')
  await staff.patch(`/lots/${held.id}`, { hold: true, reason: 'Control' })
  const free = data.find((lot: { lot_number: string }) => lot.lot_number === 'FREE')
  await staff.post('/stock/adjustments', { product_id, lot_id: free.id, delta: -5, reason: 'Rotura' })

  const { page } = await visit(`/warehouse/orders?client_id=${id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  const ticket = page.getByRole('article', { name: short.order_number })
  expect(await ticket.getAttribute('aria-current')).toBeNull()
  await ticket.getByText(/1\scaja.*hay 1 de 2.*en depósito hay 231\scajas: 230 en lotes retenidos/).waitFor()
  await page.goto(`/warehouse/orders/${short.id}`)
  await page.getByText(/230 en lotes retenidos/).waitFor()

  const { page: form } = await visit('/orders/new', { as: await client.aUser(), language: 'en' })
  await form.getByLabel('Recipient').fill('vino')
  await form.getByRole('option', { name: /Vinoteca/ }).click()
  await form.getByPlaceholder('SKU or name').fill('SKU')
  await form.getByRole('option', { name: /Producto/ }).click()
  await form.getByPlaceholder('Quantity').pressSequentially('2')
  await form.getByText('in stock 231 cases: 230 in lots on hold and 1 reserved by other orders').waitFor()
})

test('without books of remitos, their check does not claim to be up to date', async () => {
  const { page } = await visit('/warehouse', { as: await world.aStaffUser(), language: 'es' })
  const row = page.getByRole('listitem').filter({ hasText: 'Control de los talonarios' })
  const { body } = await staff.get('/today')
  await row.getByText(body.remito_books.state === 'none' ? 'sin CAI' : 'al día').waitFor()
})

test('a voided remito shows why and when, and shows the staff who voided it', async () => {
  const client = await warehouse.aStockedClient(5)
  const { body } = await order(client, 1)
  await warehouse.act(body.id, 'approve')
  await warehouse.act(body.id, 'cancel', 'El comprador desistió')
  const [remito] = (await staff.get(`/remitos?source_order_id=${body.id}`)).body.data
  const { voided_by } = (await staff.get(`/remitos/${remito.id}`)).body
  const { page } = await visit(`/warehouse/remitos/${remito.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  await page.getByText('El comprador desistió').waitFor()
  // The same key has issued it and voided it. The page shows its name without the kind and the prefix.
  const name = voided_by.replace(/^staff | \(.*\)$/g, '')
  await expect.poll(() => page.getByText(name, { exact: true }).count()).toBe(2)
  const { page: ofClient } = await visit(`/remitos/${remito.id}`, {
    as: await client.aUser(),
    language: 'es',
  })
  await ofClient.getByText('El comprador desistió').waitFor()
  await ofClient.getByText('Anulado el').waitFor()
  expect(await ofClient.getByText(voided_by).count()).toBe(0)
})

test.each(['es', 'en'] as const)(
  'stock at a date, typed key by key, is that of the end of the day at the warehouse (%s)',
  async (language) => {
    const client = await warehouse.aStockedClient(7)
    const yesterday = day(-1)
    // Goods arrived in the last minute of yesterday, and 3 more today.
    await world.db.transaction(async (tx) => {
      const { sql } = await import('../server/src/db/sql.ts')
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(sql`
        update stock_ledger set created_at = (${yesterday}::date + time '23:59:30') at time zone 'America/Argentina/Buenos_Aires'
        where client_id = ${client.id}`)
      await tx.run(sql`
        update products set created_at = ${yesterday}::date - 2 where client_id = ${client.id}`)
    })
    await warehouse.receive(client.id, { product_id: client.productId, quantity: 3 })
    const { page } = await visit('/stock', { as: await client.aUser(), language })
    const field = page.getByLabel(language === 'es' ? 'Stock al' : 'At the end of')
    const onHand = (quantity: number) =>
      page
        .getByRole('row')
        .filter({ hasText: 'Producto' })
        .getByText(new RegExp(`^${quantity}\\s`))
        .first()
        .waitFor()
    await onHand(10)
    await typeDay(page, field, yesterday)
    await onHand(7)
    expect(await field.inputValue()).toBe(yesterday)
    const at = new URL(page.url()).searchParams.get('at')
    expect(at).toBe(new Date(Date.parse(`${day(0)}T03:00:00Z`) - 1).toISOString())
    expect((await client.portal.get(`/stock?at=${at}`)).body.data[0].quantity).toBe(7)

    // A future day is rejected at the field, and no request is sent.
    await typeDay(page, field, day(2))
    await page
      .getByText(language === 'es' ? 'Ese día todavía no llegó' : 'That day is still to come')
      .waitFor()
    expect(new URL(page.url()).searchParams.get('at')).toBe(at)
    await onHand(7)
    await typeDay(page, field, day(0))
    await onHand(10)
  },
)

type Field = ReturnType<Page['getByLabel']>

/** The browser of these tests writes the month first, in either language of the page. */
async function typeDay(page: Page, field: Field, date: string) {
  const [year, month, dayOfMonth] = date.split('-')
  // Blurring first makes typing start at the first part of the date.
  await field.blur()
  await field.focus()
  await page.keyboard.type(`${month}${dayOfMonth}${year}`, { delay: 30 })
}
