// Every action that discards typed text can be undone, and incomplete input is never silently left out of what is sent.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { chooseClient, clientField, nameOfClient } from './harness/client-field.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

const words = {
  en: {
    recipient: 'Recipient',
    product: 'Add a product',
    quantity: /^Quantity of/,
    remove: /^Remove/,
    notes: 'Notes',
    place: 'Place the order',
    startOver: 'Start over',
    undo: 'Undo',
    notices: 'Notices',
    choose: 'Choose one from the list, or empty this field',
  },
  es: {
    recipient: 'Destinatario',
    product: 'Agregar un producto',
    quantity: /^Cantidad de/,
    remove: /^Quitar/,
    notes: 'Notas',
    place: 'Hacer el pedido',
    startOver: 'Empezar de nuevo',
    undo: 'Deshacer',
    notices: 'Avisos',
    choose: 'Elegí uno de la lista o vaciá este campo',
  },
}
type Words = (typeof words)['en']

const undo = (page: Page, is: Words = words.en) =>
  page.getByRole('region', { name: is.notices }).getByRole('button', { name: is.undo }).first().click()

const notesOf = (page: Page, is: Words) => page.getByRole('textbox', { name: is.notes })

/** Types a recipient, a line of 3 and a note, key by key. */
async function typeAnOrder(page: Page, is: Words) {
  await page.getByLabel(is.recipient).click()
  await page.keyboard.type('Vino')
  await page.getByRole('option', { name: /Vinoteca/ }).click()
  await page.getByLabel(is.product).click()
  await page.keyboard.type('SKU')
  await page.getByRole('option', { name: /Producto/ }).click()
  await page.getByLabel(is.quantity).click()
  await page.keyboard.type('3')
  await notesOf(page, is).click()
  await page.keyboard.type('Por la tarde')
}

const itemsOf = async ({ portal }: { portal: Awaited<ReturnType<typeof world.aClient>>['portal'] }) => {
  const { body } = await portal.get('/orders')
  const placed = body.data.map(({ id }: { id: string }) => portal.get(`/orders/${id}`))
  return (await Promise.all(placed)).map(({ body: { distribution_order_items: items } }) =>
    items.map(({ quantity }: { quantity: number }) => quantity),
  )
}

describe.each(['en', 'es'] as const)('a new order (%s)', (language) => {
  const is = words[language]

  test('is not placed while a product search is unfinished', async () => {
    const client = await warehouse.aStockedClient()
    const { page } = await visit('/orders/new', { as: await client.aUser(), language })
    await typeAnOrder(page, is)
    const search = page.getByLabel(is.product)
    await search.click()
    await page.keyboard.type('Malbec')
    await page.getByRole('button', { name: is.place }).click()
    await page.getByText(is.choose).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.value')).toBe('Malbec')
    expect(await itemsOf(client)).toEqual([])
    await search.fill('')
    await page.getByRole('button', { name: is.place }).click()
    await page.getByRole('heading', { level: 1, name: /^PED-/ }).waitFor()
    expect(await itemsOf(client)).toEqual([[3]])
  })

  test('can be restored after it was discarded, and so can a removed line', async () => {
    const client = await warehouse.aStockedClient()
    const { page } = await visit('/orders/new', { as: await client.aUser(), language })
    await typeAnOrder(page, is)
    const quantity = page.getByLabel(is.quantity)
    await page.getByRole('button', { name: is.remove }).click()
    await quantity.waitFor({ state: 'detached' })
    await undo(page, is)
    await expect.poll(() => quantity.inputValue()).toBe('3')

    await page.getByRole('button', { name: is.startOver }).click()
    await quantity.waitFor({ state: 'detached' })
    expect(await notesOf(page, is).inputValue()).toBe('')
    await notesOf(page, is).click()
    await page.keyboard.type('Otro')
    await undo(page, is)
    await expect.poll(() => quantity.inputValue()).toBe('3')
    expect(await notesOf(page, is).inputValue()).toBe('Por la tarde')
    // Text typed in between is not lost either.
    await undo(page, is)
    await expect.poll(() => notesOf(page, is).inputValue()).toBe('Otro')
  })
})

test('a repeated order can be restored after it was discarded, on its own page', async () => {
  const client = await warehouse.aStockedClient()
  const { body: earlier } = await order(client, 4)
  const { page } = await visit(`/orders/new?again=${earlier.id}`, { as: await client.aUser() })
  const quantity = page.getByLabel(words.en.quantity)
  await quantity.click()
  await page.keyboard.type('2')
  await expect.poll(() => quantity.inputValue()).toBe('42')
  await page.getByRole('button', { name: 'Start over' }).click()
  await quantity.waitFor({ state: 'detached' })
  await undo(page)
  await expect.poll(() => quantity.inputValue()).toBe('42')
})

test('goods out can be restored after they were discarded, or replaced by those of another client', async () => {
  const [one, other] = [await warehouse.aStockedClient(), await warehouse.aStockedClient()]
  const of = (client: { id: string; productId: string }) =>
    `/warehouse/goods-out?client_id=${client.id}&product_id=${client.productId}`
  const { page } = await visit(of(one), { as: await world.aStaffUser() })
  const quantity = page.getByLabel(words.en.quantity)
  const client = clientField(page)
  await quantity.click()
  await page.keyboard.type('5')

  await page.getByRole('button', { name: words.en.remove }).click()
  await quantity.waitFor({ state: 'detached' })
  await undo(page)
  await expect.poll(() => quantity.inputValue()).toBe('5')
  await page.getByRole('button', { name: 'Start over' }).click()
  await quantity.waitFor({ state: 'detached' })
  await undo(page)
  await expect.poll(() => quantity.inputValue()).toBe('5')

  await page.goto(of(other))
  await expect.poll(() => client.inputValue()).toBe(await nameOfClient(other))
  await expect.poll(() => quantity.inputValue()).toBe('')
  await undo(page)
  await expect.poll(() => quantity.inputValue()).toBe('5')
  await expect.poll(() => client.inputValue()).toBe(await nameOfClient(one))
})

test('the product to transfer to can be restored after another client was chosen', async () => {
  const [from, to, third] = [
    await warehouse.aStockedClient(),
    await warehouse.aStockedClient(),
    await warehouse.aStockedClient(),
  ]
  const { page } = await visit(`/warehouse/stock/${from.productId}/transfer`, {
    as: await world.aStaffUser(),
  })
  const client = clientField(page)
  const product = page.getByRole('combobox', { name: 'Product' })
  await chooseClient(page, to)
  await product.click()
  await page.keyboard.type('SKU')
  await page.getByRole('option', { name: /Producto/ }).click()
  await expect.poll(() => product.inputValue()).toMatch(/^Producto/)
  await chooseClient(page, third)
  await expect.poll(() => product.inputValue()).toBe('')
  await undo(page)
  await expect.poll(() => product.inputValue()).toMatch(/^Producto/)
  await expect.poll(() => client.inputValue()).toBe(await nameOfClient(to))
})

test.each(['en', 'es'] as const)(
  'a typed reason is restored when its dialog is opened again (%s)',
  async (language) => {
    const client = await warehouse.aStockedClient()
    const { body: placed } = await order(client, 1)
    const { page } = await visit(`/orders/${placed.id}`, { as: await client.aUser(), language })
    const open = () => page.getByRole('button', { name: /^(Cancel order|Cancelar pedido)$/ }).click()
    const reason = page.getByRole('dialog').getByLabel(/^(Reason|Motivo)/)
    await open()
    await reason.click()
    await page.keyboard.type('Ya no hace falta')
    await page.keyboard.press('Escape')
    await reason.waitFor({ state: 'detached' })
    await open()
    expect(await reason.inputValue()).toBe('Ya no hace falta')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Cancel the order|Cancelar el pedido)$/ })
      .click()
    await reason.waitFor({ state: 'detached' })
    const { body } = await client.portal.get(`/orders/${placed.id}`)
    expect(body).toMatchObject({ status: 'cancelled', status_reason: 'Ya no hace falta' })
  },
)

test('an emptied draft does not come back after a reload', async () => {
  const client = await world.aClient()
  const { page } = await visit('/destinatarios/new', { as: await client.aUser() })
  await page.getByLabel('Name').pressSequentially('V')
  await page.getByLabel('Name').press('Backspace')
  await page.reload()
  expect(await page.getByLabel('Name').inputValue()).toBe('')
})
