// The board and goods in, on a phone of 360 px, with one thumb.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { chooseClient } from './harness/client-field.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const phone = { width: 360, hasTouch: true } as const
const thumb = 44

/** Controls that are too small to press. A link within a text may be as high as its line. */
const tooSmall = `[...document.querySelectorAll('main :is(button, input, select, label, a[class])')]
  .filter((one) => one.checkVisibility() && !(one.matches('input[type=checkbox]') && one.closest('label')))
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0 && (box.height < ${thumb} || box.width < ${thumb}))
  .filter(({ one }) => !(one.matches('label') && !one.querySelector('input')))
  .map(({ one, box }) => (one.getAttribute('aria-label') ?? one.textContent ?? one.name) + ' ' +
    Math.round(box.width) + ' by ' + Math.round(box.height))`

async function expectOneHanded(page: Page) {
  await settled(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
  expect(await page.evaluate(tooSmall)).toEqual([])
}

test.each(['en', 'es'] as const)('the board works by touch (%s)', async (language) => {
  const client = await warehouse.aStockedClient()
  const numbers: string[] = []
  for (let made = 0; made < 2; made += 1) numbers.push((await order(client, 1)).body.order_number)
  const [first = '', second = ''] = numbers
  const { page } = await visit(`/warehouse/orders?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language,
    ...phone,
  })
  const words = {
    en: { approve: 'Approve', prepare: 'Prepare', approved: /^Approved/, preparing: /^In preparation/ },
    es: { approve: 'Aprobar', prepare: 'Preparar', approved: /^Aprobado/, preparing: /^En preparación/ },
  }[language]
  const ticket = (number: string) => page.getByRole('article', { name: number })
  await ticket(second).tap()
  await expectOneHanded(page)
  await ticket(second).getByRole('button', { name: words.approve }).tap()
  await ticket(first).getByRole('button', { name: words.approve }).tap()

  // A phone shows one column at a time, and can act on several orders at once.
  await page.getByRole('button', { name: words.approved }).tap()
  await ticket(first).getByRole('checkbox').tap()
  await ticket(second).getByRole('checkbox').tap()
  await expectOneHanded(page)
  await page
    .getByRole('region', { name: /^(Selected orders|Pedidos seleccionados)$/ })
    .getByRole('button', { name: words.prepare })
    .tap()
  await page.getByRole('button', { name: words.preparing }).tap()
  await ticket(first).waitFor()
  await ticket(second).waitFor()
})

test('goods are received by touch', async () => {
  const client = await world.aClient()
  await warehouse.aProduct(client.id)
  const { body: products } = await warehouse.staff.get(`/clients/${client.id}/products`)
  const { page } = await visit('/warehouse/receive', { as: await world.aStaffUser(), ...phone })
  await chooseClient(page, client)
  await page.getByLabel('SKU or bar code').tap()
  // With a delay, because the second of two taps at the same spot within 300 ms is a double tap, which does not place
  // the cursor.
  await page.keyboard.type(products.data[0].sku, { delay: 30 })
  await page.keyboard.press('Enter')
  await page.getByLabel('Quantity').tap()
  // A numeric keypad has no Enter.
  await page.keyboard.type('5')
  await page.getByRole('button', { name: 'Add the line' }).tap()
  await page.getByRole('row', { name: /5 cases/ }).waitFor()
  await expectOneHanded(page)
  await page.getByRole('button', { name: /^Edit/ }).tap()
  const edited = page.getByRole('group', { name: 'Line 1' })
  await edited.getByLabel('Quantity').tap()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('7')
  await expectOneHanded(page)
  await edited.getByRole('button', { name: 'Done' }).tap()
  await page.getByRole('row', { name: /7 cases/ }).waitFor()
  await page.getByRole('button', { name: 'Save as one ingreso' }).tap()
  await page.getByRole('heading', { level: 1, name: /^Remito/ }).waitFor()
  const { body } = await warehouse.staff.get(`/lots?client_id=${client.id}`)
  expect(body.data).toMatchObject([{ quantity: 7 }])
})

test('an order is prepared and packed by touch', async () => {
  const client = await warehouse.aStockedClient()
  const { body } = await order(client, 3)
  await warehouse.act(body.id, 'approve')
  const { page } = await visit(`/warehouse/orders/${body.id}`, { as: await world.aStaffUser(), ...phone })
  await page.getByRole('link', { name: 'Check by scan' }).tap()
  await page.getByRole('button', { name: 'Prepare' }).tap()
  await page.getByText('Missing: 3').waitFor()
  await expectOneHanded(page)
  await page.getByRole('button', { name: /Producto/ }).tap()
  await page.getByRole('button', { name: /^One more/ }).tap()
  await page.getByText('Missing: 2').waitFor()
  await expectOneHanded(page)
  await page.getByRole('button', { name: /^Tick 2/ }).tap()
  await page.getByRole('button', { name: 'Pack' }).tap()
  await expectOneHanded(page)
  await page.keyboard.type('1')
  await page.getByRole('button', { name: 'Packed' }).tap()
  await page.getByRole('button', { name: 'Print 1 label' }).waitFor()
  await expectOneHanded(page)
  expect((await warehouse.staff.get(`/orders/${body.id}`)).body).toMatchObject({ packages: 1, checked: true })
})
