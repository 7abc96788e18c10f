// What a page must keep at every width: whole words, the columns of the board, dates on a phone, fields in sight.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { intercept } from './harness/intercept.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const phone = { width: 390, hasTouch: true } as const
const world = await sharedWorld()

/** The words in cells of tables that are broken over two lines. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('td')].flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const broken = []
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(node.data)
      }
    return broken
  })`)

test('no word is broken in a table, however narrow its column is', async () => {
  const client = await world.warehouse.aStockedClient(5)
  const { staff } = world.warehouse
  await staff.post('/credit-sales', { client_id: client.id, amount: 1_250_000.5, description: 'Almacenaje' })
  for (const payment_method of ['transferencia', 'tarjeta'])
    await staff.post('/payments', { client_id: client.id, amount: 400, payment_method })
  const { page } = await visit('/warehouse', { as: await world.aStaffUser(), language: 'es' })
  for (const width of [1440, 1024, 390])
    for (const address of [
      `/warehouse/account?client_id=${client.id}`,
      '/warehouse/account',
      '/warehouse/audit',
      '/warehouse/stock',
      '/warehouse/orders/list',
      '/warehouse/remitos',
    ]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(new URL(address, page.url()).href)
      await page.getByRole('row').nth(1).waitFor()
      await settled(page)
      expect.soft(await brokenWords(page), `${address} at ${width}`).toEqual([])
    }
})

test('the board has its four columns beside each other at 1024 px', async () => {
  const { page } = await visit('/warehouse/orders', { as: await world.aStaffUser() })
  await page.setViewportSize({ width: 1024, height: 800 })
  const heads = ['Pending', 'Approved', 'In preparation', 'In transit'].map((name) =>
    page.getByRole('heading', { name, level: 2 }),
  )
  const tops = await Promise.all(heads.map(async (head) => (await head.boundingBox())?.y))
  expect(new Set(tops).size).toBe(1)
})

test('orders and remitos show their date on a phone, to the client and to the staff', async () => {
  const client = await world.warehouse.aStockedClient(5)
  const { body } = await order(client, 1)
  await world.warehouse.act(body.id, 'approve')
  const [remito] = (await client.portal.get('/remitos?type=egreso')).body.data
  const day = /\d\d\/\d\d\/\d{4}/
  const theirs = await visit('/orders', { as: await client.aUser(), language: 'es', ...phone })
  await theirs.page
    .getByRole('row', { name: body.order_number })
    .getByText(day)
    .filter({ visible: true })
    .waitFor()
  await theirs.page.goto(new URL('/remitos?type=egreso', theirs.page.url()).href)
  const number = remito.remito_number[0]
  await theirs.page.getByRole('row', { name: number }).getByText(day).filter({ visible: true }).waitFor()
  const ours = await visit(`/warehouse/orders/list?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language: 'es',
    ...phone,
  })
  await ours.page
    .getByRole('row', { name: body.order_number })
    .getByText(day)
    .filter({ visible: true })
    .waitFor()
  await ours.page.goto(new URL(`/warehouse/remitos?client_id=${client.id}`, ours.page.url()).href)
  await ours.page.getByRole('row', { name: number }).getByText(day).filter({ visible: true }).waitFor()
})

test('a field that gets the focus on a phone is above the bar at the bottom', async () => {
  const client = await world.aClient()
  const { page } = await visit('/destinatarios/new', { as: await client.aUser(), ...phone })
  await page.getByLabel('Name').first().focus()
  const bar = await page.getByRole('navigation', { name: 'Main, at the bottom' }).boundingBox()
  for (let fields = 0; fields < 12; fields++) {
    const focused = await page.locator(':focus').boundingBox()
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await page.keyboard.press('Tab')
  }
})

test('a page that is below no other shows its title once', async () => {
  const { page } = await visit('/warehouse', { as: await world.aStaffUser() })
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  const box = await page
    .getByRole('navigation', { name: 'Where you are' })
    .getByText(title ?? '')
    .boundingBox()
  expect(box?.width).toBeLessThanOrEqual(1)
})

test('the last column of a table keeps its distance from the frame, at every width', async () => {
  const client = await world.warehouse.aStockedClient(5)
  await order(client, 1)
  const { page } = await visit('/orders', { as: await client.aUser(), language: 'es' })
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const cells = page.getByRole('row').nth(1).getByRole('cell').filter({ visible: true })
    await expect
      .poll(() => cells.last().evaluate((cell) => cell.computedStyleMap().get('padding-right')?.toString()), {
        message: `at ${width}`,
      })
      .toBe('16px')
  }
})

test('no button of the sign-in page is cut on a phone', async () => {
  const { page } = await visit('/sign-in', { language: 'es', ...phone })
  const label = page.getByRole('button', { name: 'Entrar como el depósito' })
  await label.waitFor()
  expect(
    await label.evaluate(
      (button) =>
        [...button.querySelectorAll('*')].filter(
          (part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1,
        ).length,
    ),
  ).toBe(0)
})

test('the columns of an order are in place before its lots are there', async () => {
  const client = await world.warehouse.aStockedClient(5)
  const { body } = await order(client, 1)
  await world.warehouse.act(body.id, 'approve')
  const { page } = await visit('/orders', { as: await client.aUser() })
  const released = Promise.withResolvers<void>()
  await intercept(page, '**/api/v1/portal/remitos?**', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.getByRole('link', { name: body.order_number }).click()
  const heads = page.getByRole('table', { name: 'Products' }).getByRole('columnheader')
  await heads.first().waitFor()
  const before = await heads.allTextContents()
  expect(before).toContain('Lot')
  released.resolve()
  await page.getByRole('link', { name: /^R 0/ }).waitFor()
  expect(await heads.allTextContents()).toEqual(before)
})

test('the order that the warehouse picks from names the unit and the vintage', async () => {
  const client = await world.warehouse.aStockedClient(0)
  const goods = { product_id: client.productId, quantity: 9, vintage_year: 2021, lot_number: 'L-2021' }
  await world.warehouse.receive(client.id, goods)
  const { body } = await client.portal.post(
    '/orders',
    {
      destinatario_id: client.destinatarioId,
      items: [{ product_id: client.productId, quantity: 3, vintage_year: 2021 }],
    },
    { 'idempotency-key': crypto.randomUUID() },
  )
  const { page } = await visit(`/warehouse/orders/${body.id}`, { as: await world.aStaffUser() })
  const row = page.getByRole('table', { name: 'Items' }).getByRole('row').nth(1)
  await row.getByText('vintage 2021').waitFor()
  await row.getByText('3 cases').waitFor()
})
