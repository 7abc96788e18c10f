// A dispatcher takes three orders from the shelf to the road without touching the mouse: pick list, scan, labels, trip, route
// sheet, driver's link, departure. What is stored afterwards is compared with what was meant.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tripsIn } from '../server/tests/harness/trips.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { boardOf, isFramed, isLive, noticesOf } from './harness/board.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const { staff } = warehouse
const { read, readOrder } = tripsIn(warehouse)

const malbec = '7791234567898'
const olives = '7790895000997'
const mostTabs = 150

/** Three approved orders of a client with two products, each for a recipient of its own. */
async function threeOrders() {
  const client = await world.aClient()
  const product = async (sku: string, given: object) => {
    const body = { sku, name: `Producto ${sku}`, unit_type: 'caja', ...given }
    return (await staff.post(`/clients/${client.id}/products`, body)).body.id as string
  }
  const malbecId = await product('MAL', { gtin: malbec, location: 'B-10', weight_kg: 7.5 })
  const olivesId = await product('ACE', { gtin: olives })
  await warehouse.receive(
    client.id,
    { product_id: malbecId, quantity: 20, lot_number: 'M-1' },
    { product_id: olivesId, quantity: 20, lot_number: 'A-1' },
  )
  const orders: { id: string; number: string; codes: string[] }[] = []
  for (const [name, bottles] of [
    ['Almacén Ñandú', 2],
    ['Bar Sur', 1],
    ['Casa Rex', 3],
  ] as const) {
    const to = { name, address: 'Belgrano 88', city: 'Maipú' }
    const destinatario_id = (await client.portal.post('/destinatarios', to)).body.id
    const items = [
      { product_id: malbecId, quantity: bottles },
      { product_id: olivesId, quantity: 1 },
    ]
    const { body } = await order({ ...client, productId: '', destinatarioId: destinatario_id }, 0, { items })
    expect((await warehouse.act(body.id, 'approve')).status).toBe(200)
    const codes = [...Array.from({ length: bottles }, () => malbec), olives]
    orders.push({ id: body.id, number: body.order_number, codes })
  }
  return { client, orders, olivesId }
}

/** As somebody does who has no mouse. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

async function press(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function go(page: Page, key: string, heading: string) {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await settled(page)
}

async function nameOf(page: Page, key: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.keyboard.press(key)
  return (await download).suggestedFilename()
}

test('three orders go from the shelf to the road by keys alone, and what is stored is what was meant', {
  timeout: 300_000,
}, async () => {
  const { client, orders, olivesId } = await threeOrders()
  const [first, second, third] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
  const { page } = await boardOf(client, { language: 'es' })

  // What to take from the shelves: printed, and the place of a product put right.
  await isFramed(page, first.number)
  for (const key of ['s', 'j', 's', 'j', 's']) await page.keyboard.press(key)
  await page.getByText('3 seleccionados').waitFor()
  await page.keyboard.press('l')
  await page.getByRole('heading', { level: 1, name: 'Lista de picking' }).waitFor()
  await settled(page)
  expect(await nameOf(page, 'l')).toBe('lista-de-picking.pdf')
  await press(page, page.getByRole('button', { name: /ubicación de Producto ACE/ }))
  await page.keyboard.type('A-2')
  await page.keyboard.press('Enter')
  await page.getByText('Producto ACE ahora está en A-2.').waitFor()

  // Each is counted with a reader, packed and labelled.
  for (const [index, { number, codes }] of orders.entries()) {
    await press(page, page.getByRole('link', { name: 'Controlar escaneando' }).nth(index))
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    await settled(page)
    await press(page, page.getByRole('button', { name: 'Preparar', exact: true }))
    await page.getByText(/^Faltan/).waitFor()
    for (const code of codes) {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
    }
    await page.locator('strong').getByText('Todo contado').waitFor()
    await press(page, page.getByRole('button', { name: 'Embalar' }))
    const packages = page.getByLabel('Bultos')
    await expect.poll(() => packages.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.type(String(index + 1))
    await page.keyboard.press('Enter')
    const label = page.getByRole('button', { name: /^Imprimir \d etiquetas?$/ })
    await tabTo(page, label)
    expect(await nameOf(page, 'Enter')).toBe(`${number}-etiquetas.pdf`)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Lista de picking' }).waitFor()
    await settled(page)
  }

  // A trip of the three, in another order.
  await go(page, 'v', 'Viajes')
  await press(page, page.getByRole('link', { name: 'Nuevo viaje' }).first())
  await tabTo(page, page.getByRole('textbox', { name: 'Chofer', exact: true }))
  await page.keyboard.type('Norma Sosa')
  await tabTo(page, page.getByRole('textbox', { name: 'Patente', exact: true }))
  await page.keyboard.type('ab 123 cd')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^VIA-/ }).waitFor()
  const tripId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await isLive(page, 'es')
  await settled(page)
  await page.keyboard.press('/')
  await page.keyboard.type((await staff.get(`/clients/${client.id}`)).body.name)
  const free = page.getByRole('article', { name: /^PED-/ })
  await expect.poll(() => free.count()).toBe(3)
  await page.keyboard.press('Enter')
  for (let added = 1; added <= 3; added += 1) {
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await read(tripId)).stops.length).toBe(added)
  }
  await page.keyboard.press('o')
  await page.keyboard.press('Alt+ArrowDown')
  const route = [second.id, first.id, third.id]
  await expect.poll(async () => (await read(tripId)).stops.map(({ order_id }) => order_id)).toEqual(route)
  expect(await nameOf(page, 'r')).toMatch(/^hoja-de-ruta-VIA-\d+\.pdf$/)
  await page.keyboard.press('d')
  await press(page, page.getByRole('button', { name: 'Crear el enlace' }))
  const dialog = page.getByRole('dialog')
  const link = await dialog.locator('.mono').textContent()
  await press(page, page.getByRole('button', { name: 'Listo' }))
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('s')
  await dialog.getByText(/3 pedidos de 1 cliente/).waitFor()
  await page.keyboard.press('Enter')
  await noticesOf(page, 'es').getByText('3 pedidos están en camino').waitFor()

  expect((await staff.get(`/products/${olivesId}`)).body).toMatchObject({ location: 'A-2' })
  const trip = await read(tripId)
  expect(trip).toMatchObject({
    status: 'departed',
    driver_name: 'Norma Sosa',
    plate: 'AB123CD',
    packages: 6,
    weight_kg: 45,
    weight_known: false,
    stops: [
      { position: 1, order_id: second.id, packages: 2, weight_kg: 7.5, outcome: null },
      { position: 2, order_id: first.id, packages: 1, weight_kg: 15, outcome: null },
      { position: 3, order_id: third.id, packages: 3, weight_kg: 22.5, outcome: null },
    ],
  })
  for (const { id } of orders) {
    const stored = await readOrder(id)
    expect(stored).toMatchObject({ status: 'in_transit', checked: true, trip_id: tripId })
    expect(stored.timeline.at(-1)?.at).toBe(trip.departed_at)
  }
  const shown = (await (await fetch(`${link}/trip`)).json()) as { refusal: string | null; stops: unknown[] }
  expect(shown).toMatchObject({ refusal: null, stops: [{}, {}, {}] })
  const { body: events } = await client.portal.get('/events?type=order.in_transit')
  expect(events.data.length).toBe(3)
})
