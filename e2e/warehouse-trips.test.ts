// A trip from the first order to its last stop, on the pages of the staff: planned by keys and mouse, departed with one key, by two
// dispatchers at once, and what is answered to what cannot be.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useReceiver } from '../server/tests/harness/prologue.ts'
import { tripsIn } from '../server/tests/harness/trips.ts'
import { isLive, noticesOf } from './harness/board.ts'
import { visit } from './harness/browser.ts'
import { intercept } from './harness/intercept.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const receiver = await useReceiver()
const { staff, act } = warehouse
const { orderOf, aTrip, changeNow, read, readOrder } = tripsIn(warehouse)

type Stocked = Awaited<ReturnType<typeof warehouse.aStockedClient>>

/** Packed orders of one client, each for a recipient of its own. */
async function packedOrders(client: Stocked, names: readonly string[]) {
  const orders: { id: string; number: string; name: string }[] = []
  for (const name of names) {
    const { body } = await client.portal.post('/destinatarios', {
      name,
      address: 'Belgrano 88',
      city: 'Maipú',
    })
    const id = await orderOf(client, { destinatario_id: body.id }, 'approve', 'prepare')
    await staff.patch(`/orders/${id}`, { action: 'pack', packages: 2 })
    orders.push({ id, number: (await readOrder(id)).order_number, name })
  }
  return orders
}

const stops = (page: Page) => page.getByRole('list', { name: /^(Stops|Paradas)$/ }).getByRole('listitem')
const routeOf = async (page: Page) =>
  (await stops(page).locator('b').allTextContents()).map((name, index) => `${index + 1} ${name}`)
const free = (page: Page, number: string) => page.getByRole('article', { name: number })
const storedRoute = async (id: string) => (await read(id)).stops.map(({ destinatario }) => destinatario.name)

/** What this test has put there, among the orders of the other stories. */
async function seek(page: Page, text: string) {
  await page.getByLabel(/^(Number, client, recipient or town|Número, cliente)/).fill(text)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
}

async function figure(page: Page, label: string): Promise<string> {
  const stat = page.getByText(label, { exact: true }).locator('..')
  return ((await stat.textContent()) ?? '').replace(label, '')
}

async function draggedOnto(from: Locator, to: Locator, place: 'upper' | 'lower') {
  const { height = 0 } = (await to.boundingBox()) ?? {}
  await from.dragTo(to, { targetPosition: { x: 60, y: place === 'upper' ? 4 : height - 4 } })
}

test('a trip is planned with keys and mouse, printed, sent to the driver, and departs with one key', async () => {
  const client = await warehouse.aStockedClient(100)
  const { body: endpoint } = await client.portal.post('/webhooks', {
    url: receiver.url,
    events: ['order.*'],
  })
  const orders = await packedOrders(client, ['Almacén Ñandú', 'Bar Sur', 'Casa Rex', 'Dos Leguas'])
  const [first, second, third, fourth] = orders
  const { page, expectAnswers } = await visit('/warehouse/trips', {
    as: await world.aStaffUser(),
    language: 'es',
  })
  await page.getByRole('link', { name: 'Nuevo viaje' }).first().click()
  await page.getByRole('textbox', { name: 'Chofer', exact: true }).fill('Raúl Ibáñez')
  await page.getByRole('textbox', { name: 'Patente', exact: true }).fill('ABC 12')
  await page.getByRole('button', { name: 'Armar el viaje' }).click()
  await page.getByText('Escribí una patente').waitFor()
  await page.getByRole('textbox', { name: 'Patente', exact: true }).fill('aa 123 bb')
  await page.getByLabel('DNI o CUIL del chofer').fill('24.555.120')
  await page.getByRole('button', { name: 'Armar el viaje' }).click()
  await page.getByRole('heading', { level: 1, name: /^VIA-/ }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await isLive(page, 'es')
  await settled(page)
  expect(await read(id)).toMatchObject({ plate: 'AA123BB', driver_dni: '24555120', stops: [] })
  await page.getByText('AA 123 BB').first().waitFor()

  // The first three by keys, one after the other.
  const name = (await staff.get(`/clients/${client.id}`)).body.name as string
  await seek(page, name)
  await expect.poll(() => page.getByRole('article').count()).toBe(4 + 1)
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => storedRoute(id)).toEqual(['Almacén Ñandú', 'Bar Sur', 'Casa Rex'])
  // The last one with the mouse, to the first place.
  await draggedOnto(free(page, fourth?.number ?? ''), stops(page).first(), 'upper')
  const planned = ['Dos Leguas', 'Almacén Ñandú', 'Bar Sur', 'Casa Rex']
  await expect.poll(() => storedRoute(id)).toEqual(planned)
  expect(await routeOf(page)).toEqual(planned.map((one, index) => `${index + 1} ${one}`))
  expect(await figure(page, 'Bultos')).toMatch(/^8/)
  expect(await figure(page, 'Listos para salir')).toMatch(/^4 de 4/)

  // Reordered with the keys, with the mouse and with a button; then one is taken off and added again.
  await page.keyboard.press('o')
  for (const key of ['Alt+ArrowDown', 'Alt+ArrowDown']) await page.keyboard.press(key)
  await expect.poll(() => storedRoute(id)).toEqual(['Almacén Ñandú', 'Bar Sur', 'Dos Leguas', 'Casa Rex'])
  await draggedOnto(stops(page).nth(3), stops(page).nth(0), 'upper')
  await expect.poll(() => storedRoute(id)).toEqual(['Casa Rex', 'Almacén Ñandú', 'Bar Sur', 'Dos Leguas'])
  await page.getByRole('button', { name: `Subir ${first?.number}` }).click()
  await expect.poll(() => storedRoute(id)).toEqual(['Almacén Ñandú', 'Casa Rex', 'Bar Sur', 'Dos Leguas'])
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => storedRoute(id)).toEqual(['Casa Rex', 'Bar Sur', 'Dos Leguas'])
  await page.getByRole('button', { name: `Agregar ${first?.number}` }).click()
  await expect.poll(() => storedRoute(id)).toEqual(['Casa Rex', 'Bar Sur', 'Dos Leguas', 'Almacén Ñandú'])

  const printed = page.waitForEvent('download')
  await page.keyboard.press('r')
  expect((await printed).suggestedFilename()).toMatch(/^hoja-de-ruta-VIA-\d+\.pdf$/)
  await page.getByRole('button', { name: 'Imprimir' }).click()
  const labels = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: '8 etiquetas' }).click()
  expect((await labels).suggestedFilename()).toMatch(/^VIA-\d+-etiquetas\.pdf$/)

  await page.getByRole('button', { name: 'Enlace del chofer' }).click()
  await page.getByText('anula el anterior').waitFor()
  await page.getByRole('button', { name: 'Crear el enlace' }).click()
  await page.getByRole('img', { name: 'El enlace del chofer como código QR' }).waitFor()
  const link = (await page.getByRole('dialog').locator('.mono').textContent()) ?? ''
  expect((await fetch(`${link}/trip`)).status).toBe(200)
  await page.getByRole('button', { name: 'Listo' }).click()

  // One of them is only approved by now, as far as the service knows: a lot is put on hold.
  const { body: lots } = await staff.get(`/lots?client_id=${client.id}`)
  await staff.patch(`/lots/${lots.data[0].id}`, { hold: true, reason: 'Corcho defectuoso' })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/4 pedidos de 1 cliente/).waitFor()
  expectAnswers(`409 /api/v1/backoffice/trips/${id}`)
  await dialog.getByRole('button', { name: 'Salir con 4 pedidos' }).click()
  await dialog.getByText('El viaje no salió y no se cambió nada:').waitFor()
  for (const { number } of orders) expect(await dialog.getByRole('link', { name: number }).count()).toBe(1)
  expect(await dialog.getByText('Corcho defectuoso').count()).toBe(4)
  await page.keyboard.press('Escape')
  await staff.patch(`/lots/${lots.data[0].id}`, { hold: false })

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('s')
  await dialog.getByText(/4 pedidos de 1 cliente/).waitFor()
  await page.keyboard.press('Enter')
  await noticesOf(page, 'es').getByText('4 pedidos están en camino').waitFor()
  await settled(page)
  const states = await Promise.all(orders.map(async (one) => (await readOrder(one.id)).timeline.at(-1)))
  expect(states.map((state) => state?.status)).toEqual(orders.map(() => 'in_transit'))
  expect(new Set(states.map((state) => state?.at)).size).toBe(1)
  const { body: events } = await client.portal.get('/events?type=order.in_transit')
  const toldOf = (order?: { id: string }) =>
    events.data.find(({ data }: { data: { object: { id: string } } }) => data.object.id === order?.id)?.data
      .object.trip
  const vehicle = { plate: 'AA123BB', driver_name: 'Raúl Ibáñez', stops: 4 }
  expect([third, second, fourth, first].map(toldOf)).toEqual(
    [1, 2, 3, 4].map((stop) => ({ ...vehicle, stop })),
  )
  const departures = async () =>
    (await client.portal.get(`/webhooks/${endpoint.id}/deliveries?limit=100`)).body.data.filter(
      ({ event_type }: { event_type: string }) => event_type === 'order.in_transit',
    )
  await expect.poll(async () => (await departures()).length).toBe(4)

  // What the client reads, and the end of the trip.
  const customer = await visit(`/orders/${third?.id}`, { as: await client.aUser(), language: 'es' })
  await customer.page.getByText('1.ª de 4 paradas').waitFor()
  expect(await customer.page.getByText('AA 123 BB').count()).toBe(1)
  expect(await customer.page.getByText('VIA-').count()).toBe(0)

  for (const { id: order } of [third, second, fourth] as { id: string }[]) await act(order, 'deliver')
  await page.getByText('3 de 4').waitFor()
  await page.getByRole('button', { name: `No se pudo entregar ${first?.number}` }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Motivo/)
    .fill('Estaba cerrado')
  await page.keyboard.press('Control+Enter')
  await page.getByText('4 de 4').waitFor()
  expect(await stops(page).last().textContent()).toContain('Estaba cerrado')
  await page.getByRole('button', { name: 'Cerrar el viaje' }).click()
  await page.getByRole('dialog').getByText('Se entregaron 3 pedidos, 1 no').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar el viaje' }).click()
  await expect.poll(async () => (await read(id)).status).toBe('closed')
})

test('two dispatchers see what the other does, and a conflict is told in words', async () => {
  const client = await warehouse.aStockedClient(100)
  const orders = await packedOrders(client, ['Uno', 'Dos', 'Tres'])
  const [one, two, three] = orders.map(({ id }) => id) as [string, string, string]
  const { id } = await aTrip([one, two])
  const path = `/warehouse/trips/${id}`
  const ana = await visit(path, { as: await world.aStaffUser() })
  const leo = await visit(path, { as: await world.aStaffUser() })
  for (const { page } of [ana, leo]) {
    await isLive(page)
    await expect.poll(() => routeOf(page)).toEqual(['1 Uno', '2 Dos'])
  }
  await ana.page.getByRole('button', { name: `Move ${orders[1]?.number} up` }).click()
  await expect.poll(() => routeOf(leo.page)).toEqual(['1 Dos', '2 Uno'])

  // Between Leo's click and its request, somebody else is faster.
  leo.expectAnswers(`409 /api/v1/backoffice/trips/${id}`)
  await intercept(leo.page, `**/trips/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await changeNow(id, { action: 'add', order_id: three })
    await route.continue()
  })
  await isLive(leo.page)
  await expect.poll(() => routeOf(leo.page)).toEqual(['1 Dos', '2 Uno'])
  await leo.page.getByRole('button', { name: `Remove ${orders[0]?.number} from the trip` }).click()
  const told = noticesOf(leo.page).getByRole('alert')
  await told.getByText(`has added ${orders[2]?.number}`).waitFor()
  await told.getByText('was not removed').waitFor()
  for (const { page } of [ana, leo])
    await expect.poll(() => routeOf(page)).toEqual(['1 Dos', '2 Uno', '3 Tres'])
  expect(await storedRoute(id)).toEqual(['Dos', 'Uno', 'Tres'])
})

test('what cannot be on a trip is said in words: on another one, cancelled meanwhile, not prepared', async () => {
  const client = await warehouse.aStockedClient(100)
  const orders = await packedOrders(client, ['Esquina', 'Fortín'])
  const [mine, cancelled] = orders as [(typeof orders)[0], (typeof orders)[0]]
  const unprepared = await orderOf(client, {}, 'approve')
  const other = await aTrip([mine.id])
  const { id } = await aTrip([unprepared])
  const { page, expectAnswers } = await visit(`/warehouse/trips/${id}`, { as: await world.aStaffUser() })
  expectAnswers(`409 /api/v1/backoffice/trips/${id}`)
  await expect.poll(() => stops(page).count()).toBe(1)
  await isLive(page)
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('These orders have to be prepared first').waitFor()
  expect(await dialog.getByRole('button', { name: 'Depart with 1 order' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')

  // The board knows the trip of an order, and the service refuses another one.
  const board = await visit(`/warehouse/orders/${mine.id}`, { as: await world.aStaffUser() })
  board.expectAnswers(`409 /api/v1/backoffice/trips/${id}`)
  await settled(board.page)
  expect(await board.page.getByRole('link', { name: other.number }).count()).toBe(1)
  await board.page.keyboard.press('t')
  const { number } = await read(id)
  await board.page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(number) })
    .click()
  const refused = noticesOf(board.page).getByRole('alert')
  await refused.getByText('The order is on another trip').waitFor()
  expect(await refused.getByRole('link', { name: other.number }).count()).toBe(1)

  // Cancelled after the page has read it: it leaves the list of those without a trip by itself.
  const name = (await staff.get(`/clients/${client.id}`)).body.name as string
  await seek(page, name)
  await free(page, cancelled.number).waitFor()
  await act(cancelled.id, 'cancel', 'Se arrepintió')
  await free(page, cancelled.number).waitFor({ state: 'detached' })
  await act(unprepared, 'cancel', 'Se arrepintió')
  await expect.poll(() => stops(page).count()).toBe(0)
  expect((await read(id)).stops).toEqual([])
})

test('on a phone a trip is planned with the thumb, from the board', async () => {
  const client = await warehouse.aStockedClient(100)
  const [first, second] = await packedOrders(client, ['Gran Vía', 'Hostal'])
  const { page } = await visit(`/warehouse/orders?client_id=${client.id}`, {
    as: await world.aStaffUser(),
    width: 390,
    hasTouch: true,
  })
  await page.getByRole('button', { name: /^In preparation/ }).tap()
  await page.getByRole('checkbox', { name: 'Select all: In preparation' }).tap()
  await page.getByRole('button', { name: 'Add to a trip…' }).tap()
  await page.getByRole('link', { name: 'A new trip…' }).tap()
  await page.getByText('With the 2 orders that you chose').waitFor()
  await page.getByRole('textbox', { name: 'Driver', exact: true }).fill('Norma Sosa')
  await page.getByRole('button', { name: 'Make the trip' }).tap()
  await page.getByRole('heading', { level: 1, name: /^VIA-/ }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('button', { name: /^Stops/ }).tap()
  await page.getByRole('button', { name: `Move ${second?.number} up` }).tap()
  await expect.poll(() => storedRoute(id)).toEqual(['Hostal', 'Gran Vía'])
  await page.getByRole('button', { name: `Remove ${first?.number} from the trip` }).tap()
  await expect.poll(() => storedRoute(id)).toEqual(['Hostal'])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
