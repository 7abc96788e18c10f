// Everything that is typed while receiving goods is saved or rejected, never left out: in both languages, at a desk and
// on a phone.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visit } from './harness/browser.ts'
import { chooseClient } from './harness/client-field.ts'
import { intercept } from './harness/intercept.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

const words = {
  en: {
    client: 'Client',
    code: 'SKU or bar code',
    lot: 'Lot',
    expires: 'Expires',
    quantity: 'Quantity',
    newLine: 'New line',
    add: 'Add the line',
    done: 'Done',
    cancel: 'Cancel',
    edit: 'Edit',
    remove: 'Remove',
    save: 'Save as one ingreso',
    startOver: 'Start over',
    undo: 'Undo',
    productMissing: 'The product of this line is missing',
    quantityMissing: 'The quantity of this line is missing',
    unknownCode: 'This client has no product with that code.',
    halfADate: 'Enter a date',
    /** 12.75 kg, as written on the label of the pallet. */
    weight: '12.750',
    shownWeight: '12.75 kg',
  },
  es: {
    client: 'Cliente',
    code: 'SKU o código de barras',
    lot: 'Lote',
    expires: 'Vence',
    quantity: 'Cantidad',
    newLine: 'Renglón nuevo',
    add: 'Agregar el renglón',
    done: 'Listo',
    cancel: 'Cancelar',
    edit: 'Editar',
    remove: 'Quitar',
    save: 'Registrar el ingreso',
    startOver: 'Empezar de nuevo',
    undo: 'Deshacer',
    productMissing: 'Falta el producto de este renglón',
    quantityMissing: 'Falta la cantidad de este renglón',
    unknownCode: 'Este cliente no tiene ningún producto con ese código.',
    halfADate: 'Ingresá una fecha',
    weight: '12,750',
    shownWeight: '12,75 kg',
  },
}
type Words = (typeof words)['en']
type Language = keyof typeof words

const phone = { width: 390, hasTouch: true } as const
/** Each language and each device is tested once, because they are independent of each other. */
const places = [
  { language: 'en', device: 'desk', visitor: {} },
  { language: 'es', device: 'phone', visitor: phone },
] as const

const gtin = '7791234567898'

async function aClientWithGoods() {
  const client = await world.aClient()
  const product = async (sku: string, more: Record<string, unknown>) => {
    const { body } = await warehouse.staff.post(`/clients/${client.id}/products`, { name: sku, sku, ...more })
    return body.id as string
  }
  return {
    ...client,
    malbecId: await product('MAL-750', { unit_type: 'caja', gtin }),
    grapesId: await product('UVA-KG', { unit_type: 'kg' }),
  }
}

async function openReceiving(client: { id: string }, language: Language = 'en', visitor = {}) {
  const visited = await visit('/warehouse/receive', { as: await world.aStaffUser(), language, ...visitor })
  const { page } = visited
  const is = words[language]
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/backoffice/remitos')) sent.push(request.url())
  })
  await chooseClient(page, client)
  return { ...visited, is, sent, entry: page.getByRole('group', { name: is.newLine }) }
}

/** Types key by key into the field with this label. */
async function typeInto(frame: Locator, label: string, text: string) {
  const field = frame.getByLabel(label)
  await field.click()
  await field.pressSequentially(text)
}

const save = (page: Page, is: Words) => page.getByRole('button', { name: is.save }).click()

/** Uses the button, because a phone's keypad has no Enter. */
async function addLine(page: Page, is: Words, line: { code: string; quantity: string }) {
  const entry = page.getByRole('group', { name: is.newLine })
  await typeInto(entry, is.code, line.code)
  await typeInto(entry, is.quantity, line.quantity)
  await entry.getByRole('button', { name: is.add }).click()
  await expect.poll(() => entry.getByLabel(is.code).inputValue()).toBe('')
}

async function itemsOf(client: { id: string }) {
  const { body } = await warehouse.staff.get(`/remitos?client_id=${client.id}`)
  const items = []
  for (const { id } of body.data) {
    const { body: remito } = await warehouse.staff.get(`/remitos/${id}`)
    items.push(
      remito.distribution_remito_items.map((item: Record<string, unknown>) => [
        item['product_id'],
        item['quantity'],
      ]),
    )
  }
  return items
}

const rowOf = (page: Page, text: RegExp) => page.getByRole('row', { name: text })
const isFocused = async (frame: Locator, name: string) =>
  (await frame.locator(`[name="${name}"]:focus`).count()) === 1

describe.each(places)('in $language, at a $device', ({ language, visitor }) => {
  test('saving includes a complete line that was not added yet', async () => {
    const client = await aClientWithGoods()
    const { page, is, entry } = await openReceiving(client, language, visitor)
    await addLine(page, is, { code: 'MAL-750', quantity: '24' })
    await rowOf(page, /MAL-750.*24/).waitFor()
    await typeInto(entry, is.code, 'UVA-KG')
    await typeInto(entry, is.quantity, is.weight)
    await save(page, is)
    await page.getByRole('heading', { level: 1, name: /^Remito/ }).waitFor()
    expect(await itemsOf(client)).toEqual([
      [
        [client.malbecId, 24],
        [client.grapesId, 12.75],
      ],
    ])
  })

  test('saving is refused if a line is incomplete, and nothing is sent', async () => {
    const client = await aClientWithGoods()
    const { page, is, sent, entry } = await openReceiving(client, language, visitor)
    await addLine(page, is, { code: 'MAL-750', quantity: '24' })
    await rowOf(page, /MAL-750.*24/).waitFor()

    await typeInto(entry, is.code, 'UVA-KG')
    await save(page, is)
    await entry.getByText(is.quantityMissing).waitFor()
    await expect.poll(() => isFocused(entry, 'quantity')).toBe(true)

    // The same with Ctrl-Enter, and without a product.
    await entry.getByLabel(is.code).fill('')
    await typeInto(entry, is.quantity, '5')
    await page.keyboard.press('Control+Enter')
    await entry.getByText(is.productMissing).waitFor()
    await expect.poll(() => isFocused(entry, 'code')).toBe(true)
    expect(await entry.getByText(is.quantityMissing).count()).toBe(0)

    await typeInto(entry, is.code, 'NO-SUCH')
    await save(page, is)
    await entry.getByText(is.unknownCode).waitFor()
    expect(sent).toEqual([])

    // The fault belonged to the typed text, so the next line does not show it. An empty line does not prevent saving.
    await entry.getByLabel(is.code).fill('')
    await typeInto(entry, is.code, 'UVA-KG')
    await entry.getByRole('button', { name: is.add }).click()
    await rowOf(page, /UVA-KG.*5 kg/).waitFor()
    expect(await entry.getByText(is.unknownCode).count()).toBe(0)
    expect(await entry.locator('[aria-invalid="true"]').count()).toBe(0)
    await save(page, is)
    await page.getByRole('heading', { level: 1, name: /^Remito/ }).waitFor()
    expect(await itemsOf(client)).toEqual([
      [
        [client.malbecId, 24],
        [client.grapesId, 5],
      ],
    ])
  })

  test('a line is edited in its place while another one is half typed', async () => {
    const client = await aClientWithGoods()
    const { page, is, entry } = await openReceiving(client, language, visitor)
    await addLine(page, is, { code: 'UVA-KG', quantity: is.weight })
    await addLine(page, is, { code: 'MAL-750', quantity: '24' })
    await rowOf(page, /MAL-750.*24/).waitFor()
    await typeInto(entry, is.code, 'MAL-750')
    await typeInto(entry, is.lot, 'L-9')

    await page.getByRole('button', { name: `${is.edit} UVA-KG` }).click()
    const edited = page.getByRole('group', { name: /^(Line|Renglón) 1$/ })
    const quantity = edited.getByLabel(is.quantity)
    await expect.poll(() => isFocused(edited, 'quantity')).toBe(true)
    expect(await quantity.inputValue()).toBe(is.shownWeight.replace(' kg', ''))
    await quantity.fill('')
    await quantity.pressSequentially('7')
    // Cancelling restores the line, and the discarded change can be brought back.
    await edited.getByRole('button', { name: is.cancel }).click()
    await rowOf(page, new RegExp(`UVA-KG.*${is.shownWeight}`)).waitFor()
    await page.getByRole('button', { name: is.undo }).click()
    await expect.poll(() => quantity.inputValue()).toBe('7')

    // Both survive a reload.
    await page.reload()
    await expect.poll(() => quantity.inputValue()).toBe('7')
    await expect.poll(() => entry.getByLabel(is.lot).inputValue()).toBe('L-9')
    await edited.getByRole('button', { name: is.done }).click()
    await rowOf(page, /UVA-KG.*7 kg/).waitFor()
    expect(await entry.getByLabel(is.code).inputValue()).toBe('MAL-750')
    await typeInto(entry, is.quantity, '3')

    // A line that is still being edited is saved as well.
    await page.getByRole('button', { name: `${is.edit} UVA-KG` }).click()
    await quantity.fill('')
    await save(page, is)
    await edited.getByText(is.quantityMissing).waitFor()
    await quantity.pressSequentially('8')
    await save(page, is)
    await page.getByRole('heading', { level: 1, name: /^Remito/ }).waitFor()
    expect(await itemsOf(client)).toEqual([
      [
        [client.grapesId, 8],
        [client.malbecId, 24],
        [client.malbecId, 3],
      ],
    ])
  })

  test('starting over and removing a line can be undone', async () => {
    const client = await aClientWithGoods()
    const { page, is, entry } = await openReceiving(client, language, visitor)
    await addLine(page, is, { code: 'MAL-750', quantity: '24' })
    await addLine(page, is, { code: 'UVA-KG', quantity: is.weight })
    await rowOf(page, /UVA-KG/).waitFor()
    await typeInto(entry, is.code, 'MAL-750')
    await typeInto(entry, is.quantity, '6')

    await page.getByRole('button', { name: `${is.remove} MAL-750` }).click()
    await rowOf(page, /MAL-750/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: is.undo }).click()
    await rowOf(page, /MAL-750.*24/).waitFor()

    await page.getByRole('button', { name: is.startOver }).click()
    await rowOf(page, /UVA-KG/).waitFor({ state: 'detached' })
    expect(await entry.getByLabel(is.quantity).inputValue()).toBe('')
    // Undo works from another page as well, and brings back what was discarded.
    await page
      .getByRole('link', { name: /^(Warehouse|Depósito)$/ })
      .first()
      .click()
    await entry.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: is.undo }).focus()
    await page.keyboard.press('Enter')
    await rowOf(page, /UVA-KG/).waitFor()
    await expect.poll(() => entry.getByLabel(is.quantity).inputValue()).toBe('6')
    await save(page, is)
    await page.getByRole('heading', { level: 1, name: /^Remito/ }).waitFor()
    expect(await itemsOf(client)).toEqual([
      [
        [client.malbecId, 24],
        [client.grapesId, 12.75],
        [client.malbecId, 6],
      ],
    ])
  })
})

test('a label that is scanned without Enter still fills in its lot and date', async () => {
  const client = await aClientWithGoods()
  const { page, is, entry } = await openReceiving(client)
  await typeInto(entry, is.quantity, '4')
  await typeInto(entry, is.code, `(01)0${gtin}(17)310331(10)L-2231`)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: /^Remito/ }).waitFor()
  const { body } = await warehouse.staff.get(`/lots?client_id=${client.id}`)
  expect(body.data).toMatchObject([{ lot_number: 'L-2231', expiry_date: '2031-03-31', quantity: 4 }])
})

test('an incomplete date is refused rather than left out', async () => {
  const client = await aClientWithGoods()
  const { page, is, sent, entry } = await openReceiving(client)
  await typeInto(entry, is.code, 'MAL-750')
  await typeInto(entry, is.quantity, '2')
  await entry.getByLabel(is.expires).focus()
  await page.keyboard.type('31')
  for (const press of [() => save(page, is), () => entry.getByRole('button', { name: is.add }).click()]) {
    await press()
    await entry.getByText(is.halfADate).waitFor()
    await expect.poll(() => isFocused(entry, 'expiry_date')).toBe(true)
  }
  expect(sent).toEqual([])
})

test('a fault that the service reports stays with its line, and does not move to the next one', async () => {
  const client = await aClientWithGoods()
  const { page, is, expectAnswers } = await openReceiving(client)
  await save(page, is)
  await page.getByText('Add at least 1').waitFor()
  await addLine(page, is, { code: 'MAL-750', quantity: '24' })
  expect(await page.getByText('Add at least 1').count()).toBe(0)
  await addLine(page, is, { code: 'UVA-KG', quantity: '5' })
  await rowOf(page, /UVA-KG/).waitFor()
  await warehouse.staff.patch(`/products/${client.malbecId}`, { archived: true })
  expectAnswers('422 /api/v1/backoffice/remitos')
  await save(page, is)
  await rowOf(page, /MAL-750.*This product is archived/).waitFor()
  await expect.poll(() => page.locator('button:focus').getAttribute('aria-label')).toBe('Edit MAL-750')
  await page.getByRole('button', { name: 'Remove MAL-750' }).click()
  await rowOf(page, /MAL-750/).waitFor({ state: 'detached' })
  expect(await page.getByText('This product is archived').count()).toBe(0)
})

test('scanning continues with the next line while the product of the last one is looked up', async () => {
  const client = await aClientWithGoods()
  const { page, is, entry } = await openReceiving(client)
  let letThrough: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await intercept(page, '**/products?*sku=MAL-750*', async (route) => {
    await held
    await route.continue()
  })
  await entry.getByLabel(is.code).focus()
  for (const text of ['MAL-750', '', '', '', '24', 'UVA-KG', 'L-7']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await rowOf(page, /MAL-750.*24/).waitFor()
  expect(await entry.getByLabel(is.code).inputValue()).toBe('UVA-KG')
  letThrough()
  await rowOf(page, /MAL-750.*24 cases/).waitFor()
  expect(await entry.getByLabel(is.lot).inputValue()).toBe('L-7')
  await typeInto(entry, is.quantity, '5')
  await save(page, is)
  await page.getByRole('heading', { level: 1, name: /^Remito/ }).waitFor()
  expect(await itemsOf(client)).toEqual([
    [
      [client.malbecId, 24],
      [client.grapesId, 5],
    ],
  ])
})

const isLastRowInSight = `(() => {
  const row = [...document.querySelectorAll('main tbody tr')].at(-1)
  const { top, bottom, left } = row.getBoundingClientRect()
  return [top + 4, bottom - 4].every((y) => row.contains(document.elementFromPoint(left + 20, y)))
})()`

test.each(places)('a new line is visible (in $language, at a $device)', async ({ language, visitor }) => {
  const client = await aClientWithGoods()
  const { page, is } = await openReceiving(client, language, visitor)
  for (let quantity = 1; quantity <= 14; quantity += 1)
    await addLine(page, is, { code: 'MAL-750', quantity: `${quantity}` })
  const last = page.getByRole('row', { name: /14/ })
  await last.waitFor()
  const isInSight = await page.evaluate(isLastRowInSight)
  expect(isInSight).toBe(true)
})
