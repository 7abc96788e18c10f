// A number is stored as it was typed or pasted, in both languages, on a desktop and on a phone. Unreadable text is
// rejected at the field, and nothing is sent.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './harness/browser.ts'
import { chooseClient } from './harness/client-field.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const { staff } = warehouse

const phone = { width: 390, hasTouch: true } as const
const places = [
  { language: 'es', device: 'desktop', screen: {} },
  { language: 'es', device: 'phone', screen: phone },
  { language: 'en', device: 'desktop', screen: {} },
  { language: 'en', device: 'phone', screen: phone },
] as const
const languages = ['es', 'en'] as const
type Language = (typeof languages)[number]

const words = {
  es: {
    recipient: 'Destinatario',
    quantity: 'Cantidad',
    place: 'Hacer el pedido',
    reason: 'Motivo',
    cases: 'cajas',
    fraction: 'Solo números enteros, sin decimales',
    misplaced: 'El punto va solo entre los miles: 1.250.000',
    sign: 'Solo el número, sin signo adelante',
    letters: 'Solo el número, sin letras',
    digits: 'Solo números',
    doubtful: 'Se puede leer de dos maneras. ¿Cuál?',
    record: 'Registrar',
    payment: 'Pago',
    amount: 'Importe',
    adjust: 'Ajustar',
  },
  en: {
    recipient: 'Recipient',
    quantity: 'Quantity',
    place: 'Place the order',
    reason: 'Reason',
    cases: 'cases',
    fraction: 'Only whole numbers, without decimals',
    misplaced: 'Commas only between thousands: 1,250,000',
    sign: 'Only the number, without a sign before it',
    letters: 'Only the number, without letters',
    digits: 'Only digits',
    doubtful: 'This has two meanings. Which one?',
    record: 'Record',
    payment: 'Payment',
    amount: 'Amount',
    adjust: 'Adjust',
  },
}

/** A client with 5,000 of one product in each of these units. */
async function aClientWith(...units: ('caja' | 'kg')[]) {
  const client = await world.aClient()
  const productIds: string[] = []
  for (const unit of units) {
    const product_id = await warehouse.aProduct(client.id, unit)
    await warehouse.receive(client.id, { product_id, quantity: 5_000 })
    productIds.push(product_id)
  }
  await warehouse.aDestinatario(client)
  const [first = '', second = ''] = productIds
  return { ...client, productIds: [first, second] as const }
}
type Client = Awaited<ReturnType<typeof aClientWith>>

/** Types key by key, and checks that the field shows exactly what was typed. */
async function type(field: Locator, text: string) {
  await field.focus()
  await field.selectText()
  await field.page().keyboard.press('Delete')
  await field.pressSequentially(text)
  expect(await field.inputValue()).toBe(text)
}

/** Inserts the text at once, as a browser does when pasting. */
async function paste(field: Locator, text: string) {
  await field.focus()
  await field.selectText()
  await field.page().keyboard.insertText(text)
  expect(await field.inputValue()).toBe(text)
}

/** Checks that the unit beside the field does not cover its text. */
async function isSeenWhole(field: Locator) {
  const element = `document.getElementById('${await field.getAttribute('id')}')`
  return field.page().evaluate(`${element}.scrollWidth <= ${element}.clientWidth`)
}

/** Collects the bodies of all requests to a route from now on. */
function sentTo(page: Page, path: string): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    const isWrite = request.method() === 'POST' && new URL(request.url()).pathname.endsWith(path)
    if (isWrite) bodies.push(request.postDataJSON())
  })
  return bodies
}

type Screen = { width?: number; hasTouch?: boolean }

/** Opens a new order with a line of the client's first product. */
async function openOrder(client: Client, language: Language, screen: Screen = {}) {
  const { page } = await visit(`/orders/new?product_id=${client.productIds[0]}`, {
    as: await client.aUser(),
    language,
    ...screen,
  })
  const { recipient, quantity } = words[language]
  await page.getByPlaceholder(quantity).waitFor()
  await page.getByLabel(recipient).fill('vino')
  await page.getByRole('option', { name: /Vinoteca/ }).click()
  return page
}

async function addProduct(page: Page, productId: string, language: Language) {
  const { body } = await staff.get(`/products/${productId}`)
  await page.getByPlaceholder(language === 'es' ? 'SKU o nombre' : 'SKU or name').fill(body.sku)
  await page.keyboard.press('Enter')
  return page.getByLabel(body.name).and(page.getByPlaceholder(words[language].quantity))
}

const placeOrder = async (page: Page, language: Language) => {
  await page.getByRole('button', { name: words[language].place }).click()
  await page.getByRole('heading', { level: 1, name: /^PED-/ }).waitFor()
}

/** The quantities of the client's newest order, by product. */
async function orderedQuantities({ portal }: Client): Promise<Record<string, number>> {
  const { body: orders } = await portal.get('/orders')
  const { body } = await portal.get(`/orders/${orders.data[0].id}`)
  return Object.fromEntries(
    body.distribution_order_items.map((item: { product_id: string; quantity: number }) => [
      item.product_id,
      item.quantity,
    ]),
  )
}

const countOrders = async ({ portal }: Client) => (await portal.get('/orders')).body.data.length

test.each(places)('order lines are stored as typed and pasted: $language, $device', async (place) => {
  const { language, screen } = place
  const client = await aClientWith('kg', 'caja')
  const [kg, cases] = client.productIds
  const page = await openOrder(client, language, screen)
  const [weight, echo] = language === 'es' ? ['12,750', '= 12,750 kg'] : ['12.750', '= 12.750 kg']
  const [count, echoOfCount] = language === 'es' ? ['1.000', '= 1.000 cajas'] : ['1,000', '= 1,000 cases']
  const ofWeight = page.getByPlaceholder(words[language].quantity)
  await type(ofWeight, weight)
  await page.getByText(echo, { exact: true }).waitFor()
  expect(await ofWeight.getAttribute('inputmode')).toBe('decimal')
  expect(await isSeenWhole(ofWeight)).toBe(true)
  const ofCount = await addProduct(page, cases, language)
  await paste(ofCount, count)
  await page.getByText(echoOfCount, { exact: true }).waitFor()
  expect(await ofCount.getAttribute('inputmode')).toBe('numeric')
  expect(await isSeenWhole(ofCount)).toBe(true)
  await placeOrder(page, language)
  expect(await orderedQuantities(client)).toEqual({ [kg]: 12.75, [cases]: 1000 })
})

test.each(languages)(
  'an invalid quantity of cases is refused at the field, and nothing is sent: %s',
  async (language) => {
    const client = await aClientWith('caja')
    const page = await openOrder(client, language)
    const orders = sentTo(page, '/orders')
    const previews = sentTo(page, '/orders/preview')
    const { fraction, misplaced, sign, letters, place } = words[language]
    const refusals =
      language === 'es'
        ? { '1,5': fraction, '12,50': fraction, '1.5': misplaced, '-3': sign, '−3': sign, '1e3': letters }
        : { '1.5': fraction, '12.50': fraction, '1,5': misplaced, '-3': sign, '−3': sign, '1e3': letters }
    const field = page.getByPlaceholder(words[language].quantity)
    for (const enter of [type, paste])
      for (const [text, reason] of Object.entries(refusals)) {
        await enter(field, text)
        await page.getByRole('button', { name: place }).click()
        const described = page.getByText(reason, { exact: true })
        await described.waitFor()
        const describedBy = (await field.getAttribute('aria-describedby')) ?? ''
        expect(describedBy.split(' ')).toContain(await described.getAttribute('id'))
        expect(await field.getAttribute('aria-invalid')).toBe('true')
        await expect
          .poll(() => page.evaluate('document.activeElement?.id'))
          .toBe(await field.getAttribute('id'))
        expect(await field.inputValue()).toBe(text)
      }
    expect(orders).toEqual([])
    // While `12,50` is being typed, the text is 12 for a moment, and the page previews its lots.
    for (const preview of previews)
      expect(preview).toMatchObject({ items: [{ quantity: expect.toSatisfy(Number.isInteger) }] })
    expect(await countOrders(client)).toBe(0)
    await type(field, '3')
    await placeOrder(page, language)
    expect(orders).toHaveLength(1)
    expect(await orderedQuantities(client)).toEqual({ [client.productIds[0]]: 3 })
  },
)

test.each([
  { language: 'es', text: '1.500', shown: '1500\u00a0kg', stored: 1500, by: 'click' },
  { language: 'es', text: '1.500', shown: '1,5\u00a0kg', stored: 1.5, by: 'keys' },
  { language: 'en', text: '1,500', shown: '1500\u00a0kg', stored: 1500, by: 'keys' },
  { language: 'en', text: '1,500', shown: '1.5\u00a0kg', stored: 1.5, by: 'click' },
] as const)('an ambiguous $text kg in $language has to be confirmed, and $shown is stored', async (story) => {
  const { language, text, shown, stored, by } = story
  const client = await aClientWith('kg')
  const page = await openOrder(client, language, by === 'click' ? phone : {})
  const orders = sentTo(page, '/orders')
  const field = page.getByPlaceholder(words[language].quantity)
  await type(field, text)
  await page.getByText(words[language].doubtful).waitFor()
  await page.getByRole('button', { name: words[language].place }).click()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(orders).toEqual([])

  const meaning = page.getByRole('button', { name: shown, exact: true })
  if (by === 'click') await meaning.click()
  else {
    await field.focus()
    const focused = () => page.evaluate('document.activeElement?.textContent')
    while ((await focused()) !== shown) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  expect(await field.inputValue()).toBe(shown.replace('\u00a0kg', ''))
  await placeOrder(page, language)
  expect(await orderedQuantities(client)).toEqual({ [client.productIds[0]]: stored })
})

test('a decimal point typed on a keypad is accepted once its meaning is confirmed', async () => {
  const client = await aClientWith('kg')
  const page = await openOrder(client, 'es')
  const field = page.getByPlaceholder('Cantidad')
  await type(field, '12.5')
  // The text may become 12.500, so nothing is asked before the field is left.
  expect(await field.getAttribute('aria-invalid')).not.toBe('true')
  await page.keyboard.press('Enter')
  await page
    .getByText('El punto va solo entre los miles (1.250.000); los decimales, con coma (12,5)')
    .waitFor()
  await page.getByRole('button', { name: '12,5 kg', exact: true }).click()
  await placeOrder(page, 'es')
  expect(await orderedQuantities(client)).toEqual({ [client.productIds[0]]: 12.5 })
})

test('typed numbers survive a reload, and a change of language never changes their value', async () => {
  const client = await aClientWith('kg')
  const page = await openOrder(client, 'es')
  const orders = sentTo(page, '/orders')
  await type(page.getByPlaceholder('Cantidad'), '12,750')
  await page.getByText('= 12,750 kg', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('= 12,750 kg', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Tu cuenta: Ana' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  const field = page.getByPlaceholder('Quantity')
  await expect.poll(() => field.inputValue()).toBe('12,750')
  await page.getByText(words.en.doubtful).waitFor()
  await page.getByRole('button', { name: 'Place the order' }).click()
  expect(orders).toEqual([])
  await page.getByRole('button', { name: '12.75 kg', exact: true }).click()
  await placeOrder(page, 'en')
  expect(await orderedQuantities(client)).toEqual({ [client.productIds[0]]: 12.75 })
})

test('a vintage that is not a year is refused', async () => {
  const client = await aClientWith('caja')
  const { page } = await visit(`/warehouse/stock/${client.productIds[0]}/adjust`, {
    as: await world.aStaffUser(),
    language: 'es',
  })
  const adjustments = sentTo(page, '/stock/adjustments')
  await page.getByLabel('Corrección').selectOption('in')
  await page.getByLabel('Motivo').fill('Recuento')
  await type(page.getByRole('textbox', { name: 'Cantidad' }), '1')
  const field = page.getByLabel('Cosecha')
  const refusals = { '2.019': words.es.digits, '-2019': words.es.sign, '2e3': words.es.letters }
  for (const [text, reason] of Object.entries(refusals)) {
    await paste(field, text)
    await page.getByRole('button', { name: 'Ajustar', exact: true }).click()
    await page.getByText(reason, { exact: true }).waitFor()
  }
  expect(adjustments).toEqual([])
})

async function openPayment(client: { id: string }, language: Language, screen: Screen = {}) {
  const { page } = await visit(`/warehouse/account?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    language,
    ...screen,
  })
  const { record, payment, amount } = words[language]
  const open = async () => {
    await page.getByRole('button', { name: record }).click()
    await page.getByRole('menuitem', { name: payment }).click()
    const dialog = page.getByRole('dialog', { name: payment })
    return { dialog, field: dialog.getByLabel(amount) }
  }
  const save = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: record }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  return { page, open, save }
}

const bookedAmounts = async (client: { portal: Client['portal'] }): Promise<number[]> => {
  const { body } = await client.portal.get('/transactions')
  return body.data.map(({ amount }: { amount: number }) => amount)
}

test.each([
  { language: 'es', screen: {}, typed: '424.655,28', pasted: '$ 1.250.000,50' },
  { language: 'es', screen: phone, typed: '1.250.000,50', pasted: '424.655,28' },
  { language: 'en', screen: {}, typed: '1,250,000.50', pasted: '$ 424,655.28' },
  { language: 'en', screen: phone, typed: '424,655.28', pasted: '1,250,000.50' },
] as const)('a payment of $typed is booked as such, typed and pasted: $language', async (story) => {
  const { language, screen, typed, pasted } = story
  const client = await world.aClient()
  const { open, save } = await openPayment(client, language, screen)
  const bare = (text: string) => text.replace('$ ', '')
  for (const [enter, text] of [
    [type, typed],
    [paste, pasted],
  ] as const) {
    const { dialog, field } = await open()
    await enter(field, text)
    await dialog.getByText(`= $ ${bare(text)}`, { exact: true }).waitFor()
    await save(dialog)
  }
  const amounts = { '424655.28': 424_655.28, '1250000.50': 1_250_000.5 }
  expect((await bookedAmounts(client)).toSorted()).toEqual(Object.values(amounts).toSorted())
})

test('an invalid amount is refused in the dialog, and nothing is booked', async () => {
  const client = await world.aClient()
  const { page, open, save } = await openPayment(client, 'es')
  const payments = sentTo(page, '/payments')
  const { dialog, field } = await open()
  const decimals = 'El punto va solo entre los miles (1.250.000); los decimales, con coma (12,5)'
  const refusals = {
    '424.65': decimals,
    '1,255': 'Como máximo 2 decimales',
    '-5': words.es.sign,
    '1e5': words.es.letters,
    '100.000.000.000,01': 'Como máximo 100.000.000.000',
  }
  for (const [text, reason] of Object.entries(refusals)) {
    await type(field, text)
    await page.keyboard.press('Enter')
    await dialog.getByText(reason, { exact: true }).waitFor()
  }
  expect(payments).toEqual([])
  await type(field, '424.65')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '$ 424,65', exact: true }).click()
  await save(dialog)
  expect(await bookedAmounts(client)).toEqual([424.65])
})

const onHand = async ({ portal, productIds: [id] }: Client) =>
  (await portal.get(`/stock/${id}`)).body.quantity

test.each([
  { language: 'es', text: '12,750', pasted: '1.250,5' },
  { language: 'en', text: '12.750', pasted: '1,250.5' },
] as const)('an adjustment takes out what was typed: $language', async ({ language, text, pasted }) => {
  const client = await aClientWith('kg')
  const { reason, quantity, adjust, doubtful } = words[language]
  const { page } = await visit(`/warehouse/stock/${client.productIds[0]}/adjust`, {
    as: await world.aStaffUser(),
    language,
  })
  const adjustments = sentTo(page, '/stock/adjustments')
  const field = page.getByRole('textbox', { name: quantity })
  await page.getByLabel(reason).fill('Merma')
  const top = async () => (await page.getByLabel(reason).boundingBox())?.y
  const topBefore = await top()
  await type(field, text)
  await page.getByText(`= ${text} kg`, { exact: true }).waitFor()
  expect(await top()).toBe(topBefore)
  await type(field, language === 'es' ? '1.750' : '1,750')
  await page.getByText(doubtful).waitFor()
  await page.getByRole('button', { name: adjust }).click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(adjustments).toEqual([])
  await type(field, text)
  await page.getByRole('button', { name: adjust }).click()
  await expect.poll(() => onHand(client)).toBe(4987.25)

  await page.goto(`/warehouse/stock/${client.productIds[0]}/adjust`)
  await paste(field, pasted)
  await page.getByLabel(reason).fill('Merma')
  await page.getByRole('button', { name: adjust }).click()
  await expect.poll(() => onHand(client)).toBe(3736.75)
})

test('a transfer applies the typed quantity to both sides, and refuses invalid numbers', async () => {
  const from = await aClientWith('kg')
  const to = await aClientWith('kg')
  const [toProduct] = to.productIds
  const { body: product } = await staff.get(`/products/${toProduct}`)
  const { page } = await visit(`/warehouse/stock/${from.productIds[0]}/transfer`, {
    as: await world.aStaffUser(),
    language: 'es',
    ...phone,
  })
  const transfers = sentTo(page, '/stock/transfers')
  await chooseClient(page, to)
  const search = page.getByRole('combobox', { name: 'Producto' })
  await search.fill(product.sku)
  await page.keyboard.press('Enter')
  await expect.poll(() => search.inputValue()).toContain(product.name)
  await page.getByLabel('Motivo').fill('Venta')
  const field = page.getByRole('textbox', { name: 'Cantidad' })
  for (const text of ['1e3', '-3', '1,2345']) {
    await paste(field, text)
    await page.getByRole('button', { name: 'Transferir la mercadería' }).click()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  }
  expect(transfers).toEqual([])
  await type(field, '1.250,125')
  await page.getByText('= 1.250,125 kg', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Transferir la mercadería' }).click()
  await expect.poll(() => onHand(to)).toBe(6250.125)
  expect(await onHand(from)).toBe(3749.875)
})

test('goods out take the typed quantities by unit, and refuse invalid numbers', async () => {
  const client = await aClientWith('kg', 'caja')
  const [kg, cases] = client.productIds
  const { page } = await visit(`/warehouse/goods-out?client_id=${client.id}&product_id=${kg}`, {
    as: await world.aStaffUser(),
    language: 'en',
  })
  const remitos = sentTo(page, '/remitos')
  const weight = page.getByPlaceholder('Quantity')
  await type(weight, '0.750')
  await page.getByText('= 0.750 kg', { exact: true }).waitFor()
  const { body: product } = await staff.get(`/products/${cases}`)
  await page.getByRole('combobox', { name: 'Add a product' }).fill(product.sku)
  await page.keyboard.press('Enter')
  const count = page.getByLabel(`Quantity of ${product.name}`)
  for (const text of ['1.5', '1e3', '-3', '1,5']) {
    await paste(count, text)
    await page.getByRole('button', { name: 'Issue the remito' }).click()
    await expect.poll(() => count.getAttribute('aria-invalid')).toBe('true')
  }
  expect(remitos).toEqual([])
  await paste(count, '1,000')
  await page.getByText('= 1,000 cases', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Issue the remito' }).click()
  await page.getByRole('button', { name: 'Download PDF' }).waitFor()
  expect(await onHand(client)).toBe(4999.25)
  expect((await client.portal.get(`/stock/${cases}`)).body.quantity).toBe(4000)
})
