// An order is prepared on a phone, as with a bar-code reader: keys in quick succession, each code ending with Enter.
// What is stored afterwards is compared with what was meant.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Visitor, visit } from './harness/browser.ts'
import { holdBack } from './harness/intercept.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const phone = { width: 390, hasTouch: true, language: 'es' } as const

const malbec = '7791234567898'
const torrontes = '7790895000997'
const separator = '␝'
/** What a reader types for a GS1-128 label; the separator is a key of its own. */
const label = (gtin: string, lot: string, rest = '') =>
  `01${gtin.padStart(14, '0')}10${lot}${rest && separator + rest}`

async function anOrder() {
  const client = await world.aClient()
  const destinatarioId = await warehouse.aDestinatario(client)
  const product = async (sku: string, more: object) => {
    const { body, status, text } = await warehouse.staff.post(`/clients/${client.id}/products`, {
      sku,
      name: `Producto ${sku}`,
      unit_type: 'caja',
      ...more,
    })
    if (status !== 201) throw new Error(text)
    return body.id as string
  }
  const malbecId = await product('MAL-750', { name: 'Malbec 750 ml', gtin: malbec, location: 'A-01' })
  const olivesId = await product('ACE-GRA', { name: 'Aceitunas a granel', unit_type: 'kg', location: 'A-10' })
  const giftId = await product('GIFT-g?/', { name: 'Estuche', location: 'A-2' })
  const torrontesId = await product('TOR-750', {
    name: 'Torrontés 750 ml',
    gtin: torrontes,
    location: 'B-02',
  })
  await warehouse.receive(
    client.id,
    { product_id: malbecId, quantity: 6, lot_number: 'L-1', expiry_date: '2031-03-31' },
    { product_id: malbecId, quantity: 20, lot_number: 'L-2', expiry_date: '2031-06-30' },
    { product_id: olivesId, quantity: 40, lot_number: 'O-1' },
    { product_id: giftId, quantity: 9, lot_number: 'E-1' },
    { product_id: torrontesId, quantity: 9, lot_number: 'TOR-2025' },
  )
  const items = [
    { product_id: malbecId, quantity: 8 },
    { product_id: olivesId, quantity: 12.75 },
    { product_id: giftId, quantity: 3 },
  ]
  const { body } = await client.portal.post(
    '/orders',
    { destinatario_id: destinatarioId, items },
    {
      'idempotency-key': crypto.randomUUID(),
    },
  )
  await warehouse.act(body.id, 'approve')
  return { id: body.id as string, number: body.order_number as string, client }
}

const stored = async (id: string) => (await warehouse.staff.get(`/orders/${id}`)).body

/** Records the sounds and vibrations that the page makes. */
const recordSignals = `window.heard = []
window.AudioContext = class {
  currentTime = 0
  destination = {}
  resume() {}
  createGain() { return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {} }, connect: (to) => to } }
  createOscillator() {
    const one = { frequency: { value: 0 }, connect: (to) => to, start: () => window.heard.push(one.frequency.value), stop() {} }
    return one
  }
}
navigator.vibrate = (pattern) => window.heard.push('vibrates ' + pattern.length)`

async function prepare(id: string, visitor: Visitor = {}) {
  const as = visitor.as ?? (await world.aStaffUser())
  const visited = await visit('/warehouse/orders', { ...phone, ...visitor, as })
  await visited.context.addInitScript({ content: recordSignals })
  await visited.page.goto(`/warehouse/orders/${id}/prepare`)
  await settled(visited.page)
  return visited
}

/** Types as a reader does. */
async function scan(page: Page, code: string) {
  for (const part of code.split(/(␝)/)) {
    if (part === separator) await page.keyboard.press('Control+]')
    else await page.keyboard.type(part)
  }
  await page.keyboard.press('Enter')
}

const says = (page: Page, text: string | RegExp) => page.locator('strong').getByText(text).waitFor()
const lines = (page: Page) => page.getByRole('list', { name: 'Renglones para juntar' }).getByRole('listitem')
const shares = (page: Page) =>
  lines(page)
    .locator('button > span:last-child')
    .evaluateAll((all) => all.map((one) => /[\d.,]+ \/ [\d.,]+/.exec(one.textContent ?? '')?.[0]))
const heard = (page: Page) => page.evaluate<unknown[]>('window.heard.splice(0)')

test('an order is prepared, counted by scan and by hand, packed and checked', async () => {
  const { id, number } = await anOrder()
  const before = await stored(id)
  const { page } = await prepare(id)

  // Before it is prepared, nothing is counted.
  await scan(page, malbec)
  await says(page, 'Todavía no empezó')
  await page.getByRole('button', { name: 'Preparar' }).tap()
  await page.getByText(/^Faltan/).waitFor()
  expect((await stored(id)).status).toBe('in_preparation')
  // By location, as a person walks: 2 stands before 10.
  const names = await lines(page).locator('b').allTextContents()
  expect(names).toEqual(['Malbec 750 ml', 'Malbec 750 ml', 'Estuche', 'Aceitunas a granel'])

  // The focus is on the button; a reader types all the same.
  await heard(page)
  await scan(page, malbec)
  await says(page, '1 / 6 cajas')
  expect(await heard(page)).toEqual(['vibrates 1', 1_320])
  for (let again = 0; again < 5; again += 1) await scan(page, malbec)
  await says(page, '6 / 6 cajas')
  await heard(page)

  // A wrong product, a wrong lot and one too many count nothing.
  await scan(page, label(torrontes, 'TOR-2025'))
  await says(page, 'No va en este pedido')
  await page.getByText('Torrontés 750 ml · lote TOR-2025').waitFor()
  await page.getByText('Devolvelo al estante B-02').waitFor()
  expect(await heard(page)).toEqual(['vibrates 3', 196, 165])
  await scan(page, label(malbec, 'L-9', '17310331'))
  await says(page, 'Otro lote')
  await page.getByText('El pedido lleva L-1 y L-2').waitFor()
  await scan(page, label(malbec, 'L-1', '17310331'))
  await says(page, 'Sobra uno')
  await page.getByText('De los otros lotes faltan 2 cajas.').waitFor()
  await scan(page, '7791234567890')
  await says(page, 'Mal leído')
  expect(await shares(page)).toEqual(['6 / 6', '0 / 2', '0 / 3', '0 / 12,75'])

  // With the sound off, there are words and vibration.
  await page.getByRole('button', { name: 'Sonido' }).tap()
  await heard(page)
  await scan(page, label(malbec, 'L-2'))
  await says(page, '1 / 2 cajas')
  expect(await heard(page)).toEqual(['vibrates 1'])

  // A SKU, whose letters are shortcuts elsewhere, after a tap on a line.
  await page.getByRole('button', { name: /Estuche/ }).tap()
  // In quick succession, as a thumb does.
  await page.getByRole('button', { name: 'Uno más de Estuche' }).tap()
  await page.getByRole('button', { name: 'Uno más de Estuche' }).tap()
  await says(page, '2 / 3 cajas')
  await page.getByRole('button', { name: 'Uno menos de Estuche' }).tap()
  await says(page, '1 / 3 cajas')
  await scan(page, 'gift-G?/')
  await says(page, '2 / 3 cajas')

  // Weighed goods: the code says which, the scale how much.
  await scan(page, 'ACE-GRA')
  await says(page, '¿Cuánto es?')
  await page.keyboard.type('6,5')
  await page.keyboard.press('Enter')
  await says(page, '6,5 / 12,75 kg')

  // What was counted survives a reload.
  await page.reload()
  await settled(page)
  await expect.poll(() => shares(page)).toEqual(['6 / 6', '1 / 2', '2 / 3', '6,5 / 12,75'])
  await scan(page, 'ACE-GRA')
  await says(page, '¿Cuánto es?')
  // A code in the field of the weight is a code.
  await scan(page, malbec)
  await says(page, '2 / 2 cajas')
  await page.getByLabel('Cantidad de Aceitunas a granel').tap()
  await page.keyboard.type('6,251')
  await page.keyboard.press('Enter')
  await says(page, /^Sobran 6,251/)
  await page.keyboard.type('6,250')
  await page.keyboard.press('Enter')
  await says(page, '12,75 / 12,75 kg')
  await page.getByText('Falta 1 caja', { exact: true }).waitFor()

  // The last one by hand, taken back, and ticked again.
  await page.getByRole('button', { name: /Estuche/ }).tap()
  await page.getByRole('button', { name: 'Marcar 1 caja' }).tap()
  await says(page, 'Todo contado')
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await page.getByText('Falta 1 caja', { exact: true }).waitFor()
  await scan(page, 'GIFT-g?/')
  await says(page, 'Todo contado')

  // The packages, by the keypad of the phone, which has no Enter.
  await page.getByRole('button', { name: 'Embalar' }).tap()
  const field = page.getByLabel('Bultos')
  await expect.poll(() => field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  await page.keyboard.press('Enter')
  await page.getByText('¿Cuántos bultos son?').waitFor()
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await page.getByText('Como mínimo 1').waitFor()
  expect((await stored(id)).packages).toBeNull()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('3')
  await page.getByRole('button', { name: 'Embalado' }).tap()
  await says(page, '3 bultos')

  const after = await stored(id)
  expect(after).toMatchObject({ status: 'in_preparation', packages: 3, checked: true })
  expect(Date.parse(after.packed_at)).toBeGreaterThan(Date.parse(before.updated_at))
  expect(after.distribution_order_items).toEqual(before.distribution_order_items)
  expect(await page.evaluate(`localStorage.getItem('anden.prepare.${id}')`)).toBeNull()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Imprimir 3 etiquetas' }).tap()
  expect((await download).suggestedFilename()).toBe(`${number}-etiquetas.pdf`)
})

test('codes that are scanned before the page is there are counted, once each', async () => {
  const { id } = await anOrder()
  await warehouse.act(id, 'prepare')
  const { page } = await visit(`/warehouse/orders/${id}`, { ...phone, as: await world.aStaffUser() })
  const code = await holdBack(page, 'prepare')
  const link = page.getByRole('link', { name: 'Controlar escaneando' })
  await link.tap()
  await code.isAsked()
  for (let again = 0; again < 3; again += 1) await scan(page, malbec)
  await page.keyboard.type(malbec.slice(0, 6))
  code.letGo()
  await says(page, '3 / 6 cajas')
  // The rest of a code that was half scanned.
  await page.keyboard.type(malbec.slice(6))
  await page.keyboard.press('Enter')
  await says(page, '4 / 6 cajas')
})

test('codes that are scanned while the order is being read are counted when it is there', async () => {
  const { id } = await anOrder()
  await warehouse.act(id, 'prepare')
  const { page } = await prepare(id)
  const release = Promise.withResolvers<void>()
  await page.route('**/backoffice/pick-list*', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.reload()
  await page.getByPlaceholder('Escaneá un código').waitFor()
  await scan(page, malbec)
  await scan(page, malbec)
  release.resolve()
  await says(page, '2 / 6 cajas')
})

test('two phones on one order: each says what the other has done', async () => {
  const { id } = await anOrder()
  const one = await prepare(id)
  const two = await prepare(id)
  await one.page.getByRole('button', { name: 'Preparar' }).tap()
  await two.page.getByText(/está preparando este pedido desde/).waitFor()
  expect(await one.page.getByText(/está preparando este pedido desde/).count()).toBe(0)
  await scan(two.page, malbec)
  await says(two.page, '1 / 6 cajas')
  await warehouse.staff.patch(`/orders/${id}`, { action: 'pack', packages: 4 })
  await two.page.getByText(/Se embaló el .* en 4 bultos/).waitFor()
  await one.page.getByRole('region', { name: 'Embalado' }).getByText('4 bultos').waitFor()
  // The one who has counted goes on; nothing is lost.
  await scan(two.page, malbec)
  await says(two.page, '2 / 6 cajas')
})

test('an order that is cancelled meanwhile says by whom and why, and what has to go back', async () => {
  const { id } = await anOrder()
  await warehouse.act(id, 'prepare')
  const { page, expectAnswers } = await prepare(id)
  expectAnswers('422 /api/v1/backoffice/pick-list')
  await scan(page, malbec)
  await scan(page, 'GIFT-g?/')
  await says(page, '1 / 3 cajas')
  await warehouse.act(id, 'cancel', 'El cliente se arrepintió')
  await says(page, 'Este pedido está cancelado')
  await page.getByText('El cliente se arrepintió').waitFor()
  const back = page.getByRole('list', { name: 'Devolvé lo que ya se había sacado:' })
  await expect
    .poll(() => back.getByRole('listitem').allTextContents())
    .toEqual(['1 caja Malbec 750 ml · estante A-01', '1 caja Estuche · estante A-2'])
})

test('without a network the counting goes on, and packing says what is wrong until it works', async () => {
  const { id } = await anOrder()
  await warehouse.act(id, 'prepare')
  const { page, context, expectAnswers } = await prepare(id)
  expectAnswers('Failed to load resource')
  await context.setOffline(true)
  await scan(page, label(malbec, 'L-1'))
  await says(page, '1 / 6 cajas')
  await scan(page, torrontes)
  await says(page, 'No va en este pedido')
  await page.getByText('Sin conexión no se puede ver qué producto es.').waitFor()
  for (const name of [/Malbec.*L-1/, /Malbec.*L-2/, /Estuche/]) {
    await page.getByRole('button', { name }).tap()
    await page.getByRole('button', { name: /^Marcar/ }).tap()
  }
  await scan(page, 'ACE-GRA')
  await says(page, '¿Cuánto es?')
  await page.keyboard.type('12,75')
  await page.keyboard.press('Enter')
  await says(page, 'Todo contado')
  await page.getByRole('button', { name: 'Embalar' }).tap()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.getByText('Sin conexión con el servicio').waitFor()
  expect((await stored(id)).packages).toBeNull()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Embalado' }).tap()
  await says(page, '2 bultos')
  expect(await stored(id)).toMatchObject({ packages: 2, checked: true })
})

/** A camera whose picture shows the code in `window.inSight`. */
const aCamera = `window.inSight = null
window.BarcodeDetector = class {
  async detect() { return window.inSight ? [{ rawValue: window.inSight }] : [] }
}
Object.defineProperty(navigator, 'mediaDevices', { value: {
  getUserMedia: async () => window.isRefused ? Promise.reject(new Error('refused')) : document.createElement('canvas').captureStream(),
} })`

test('where the browser reads bar codes, the camera counts each that comes into sight once', async () => {
  const { id } = await anOrder()
  await warehouse.act(id, 'prepare')
  const { page, context } = await prepare(id)
  expect(await page.getByRole('button', { name: 'Cámara' }).count()).toBe(0)
  await context.addInitScript({ content: aCamera })
  await page.reload()
  await settled(page)
  await page.getByRole('button', { name: 'Cámara' }).tap()
  await page.getByLabel('Imagen de la cámara').waitFor()
  await page.evaluate(`window.inSight = '${malbec}'`)
  await says(page, '1 / 6 cajas')
  await page.evaluate(`window.inSight = '${torrontes}'`)
  await says(page, 'No va en este pedido')
  await page.evaluate('window.inSight = null')
  // A reader counts beside it.
  await scan(page, 'GIFT-g?/')
  await says(page, '1 / 3 cajas')
  expect(await shares(page)).toEqual(['1 / 6', '0 / 2', '1 / 3', '0 / 12,75'])
  await page.getByRole('button', { name: 'Cámara' }).tap()
  await page.evaluate('window.isRefused = true')
  await page.getByRole('button', { name: 'Cámara' }).tap()
  await page.getByText(/No se puede usar la cámara/).waitFor()
})

test('an order that nobody checks by scan is packed on its page, and the client reads it', async () => {
  const { id, client } = await anOrder()
  await warehouse.act(id, 'prepare')
  const { page } = await visit(`/warehouse/orders/${id}`, { as: await world.aStaffUser() })
  const card = page.getByRole('region', { name: 'Packing' })
  await card.getByRole('button', { name: 'Pack' }).click()
  // Enter confirms nothing that is not on the screen yet.
  const field = page.getByRole('dialog').getByLabel('Packages')
  const hasFocus = () => field.evaluate((one) => one === one.ownerDocument.activeElement)
  await expect.poll(hasFocus).toBe(true)
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await card.getByText('12 packages').waitFor()
  expect(await stored(id)).toMatchObject({ packages: 12, checked: false, status: 'in_preparation' })
  await card.getByRole('button', { name: 'Change' }).click()
  await expect.poll(hasFocus).toBe(true)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await card.getByText('1 package', { exact: true }).waitFor()
  const own = await visit(`/orders/${id}`, { as: await client.aUser() })
  await own.page.getByText('1 package', { exact: true }).waitFor()
  await own.page.getByText('Checked').waitFor()
})

test('a product has a location and a weight, as they were typed', async () => {
  const { client } = await anOrder()
  const { body } = await warehouse.staff.get(`/clients/${client.id}/products?sku=MAL-750`)
  const [{ id }] = body.data
  const { page } = await visit(`/warehouse/stock/${id}`, { as: await world.aStaffUser(), language: 'es' })
  await page.getByRole('button', { name: 'Editar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ubicación').fill('')
  await dialog.getByLabel('Ubicación').pressSequentially('C-03 ')
  await dialog.getByLabel('Peso por unidad').pressSequentially('7.2')
  await page.keyboard.press('Enter')
  // A point is not a decimal comma: the meaning is offered, and nothing is guessed.
  await dialog.getByRole('button', { name: '7,2' }).click()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect((await warehouse.staff.get(`/products/${id}`)).body).toMatchObject({
    location: 'C-03',
    weight_kg: 7.2,
  })
  await page.getByText('7,2 kg').waitFor()
  await page.getByRole('button', { name: 'Editar' }).click()
  await dialog.getByLabel('Peso por unidad').fill('')
  await dialog.getByLabel('Ubicación').fill('')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect((await warehouse.staff.get(`/products/${id}`)).body).toMatchObject({
    location: null,
    weight_kg: null,
  })
})
