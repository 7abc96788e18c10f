// The page of a driver's link, on a phone: what the driver reads and reports, and what is stored of it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sql } from '../server/src/db/sql.ts'
import { tripsIn } from '../server/tests/harness/trips.ts'
import { faultsByAxe } from './harness/axe.ts'
import { openBrowser, visit } from './harness/browser.ts'
import { maxLayoutShift, settled, sumLayoutShifts } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse, db } = world
const { staff, act } = warehouse
const { orderOf, aTrip, aDepartedTrip, changeNow, read, readOrder } = tripsIn(warehouse)
const phone = { width: 390, hasTouch: true } as const
const thumb = 44

/** A client with two recipients, who have a phone and an address. */
async function aClientWithRecipients() {
  const client = await warehouse.aStockedClient(100)
  const recipient = async (name: string, address: string) =>
    (
      await client.portal.post('/destinatarios', {
        name,
        address,
        city: 'Godoy Cruz',
        province: 'Mendoza',
        phone: '+54 261 555-0100',
      })
    ).body.id as string
  const first = await recipient('Dietética La Huerta', 'Belgrano 88')
  const second = await recipient('Almacén Ñandú', 'Bv. Illia 480')
  const to = (destinatario_id: string, notes: string | null = null) =>
    orderOf(client, { destinatario_id, notes }, 'approve', 'prepare')
  return { client, orders: [await to(first, 'Tocar timbre'), await to(second)] as const }
}

async function linkOf(id: string): Promise<string> {
  const { body } = await staff.post(`/trips/${id}/driver-link`)
  return new URL(body.url).pathname
}

const failButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^(No se pudo entregar en|Not delivered to) ${name}$`) })
const stopOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const stepsTo = async (id: string, wanted: string) =>
  (await readOrder(id)).timeline.filter(({ status }) => status === wanted).length

test('a driver reads the stops, calls, finds the way, and says why a delivery failed', async () => {
  const { client, orders } = await aClientWithRecipients()
  const trip = await aDepartedTrip(...orders)
  const { page } = await visit(await linkOf(trip.id), { language: 'es', theme: 'dark', ...phone })
  await page.getByRole('heading', { level: 1, name: 'Hola, Raúl' }).waitFor()
  expect(await page.getByRole('banner').textContent()).toMatch(/AB 123 CD/)
  expect(await page.getByText('Parada 1 de 2').count()).toBe(1)
  const next = stopOf(page, 'La Huerta')
  expect(await next.textContent()).toMatch(/Belgrano 88, Godoy Cruz, Mendoza.*Tocar timbre/)
  const order = await readOrder(orders[0])
  expect(await next.textContent()).toContain(order.order_number)
  expect(await next.getByRole('link', { name: /^Llamar a/ }).getAttribute('href')).toBe('tel:+542615550100')
  expect(await next.getByRole('link', { name: /^Cómo llegar a/ }).getAttribute('href')).toBe(
    `geo:0,0?q=${encodeURIComponent('Belgrano 88, Godoy Cruz, Mendoza')}`,
  )

  await failButton(page, 'Dietética La Huerta').tap()
  const dialog = page.getByRole('dialog', { name: 'No se pudo entregar' })
  await dialog.getByText('Estaba cerrado').tap()
  await dialog.getByLabel('Detalle (opcional)').tap()
  await page.keyboard.type('Golpeé dos veces, nadie salió')
  await dialog.getByRole('button', { name: 'Avisar que no se pudo' }).tap()
  await page.getByText('Avisado: no se pudo entregar en Dietética La Huerta.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await next.textContent()).toMatch(/No se pudo \d\d:\d\d/)
  expect(await page.getByText('Parada 2 de 2').count()).toBe(1)
  await stopOf(page, 'Ñandú')
    .getByRole('link', { name: /^Llamar a/ })
    .waitFor()

  const reason = 'Estaba cerrado. Golpeé dos veces, nadie salió'
  expect(await readOrder(orders[0])).toMatchObject({ status: 'failed_delivery', status_reason: reason })
  expect(await read(trip.id)).toMatchObject({
    stops: [{ outcome: 'failed', outcome_reason: reason }, { outcome: null }],
  })

  // Where the staff and the client read why an order failed.
  const dispatcher = await visit(`/warehouse/orders/${orders[0]}`, { as: await world.aStaffUser() })
  await settled(dispatcher.page)
  expect(await dispatcher.page.getByText(reason).count()).toBeGreaterThan(0)
  expect(await dispatcher.page.getByText(`Raúl Quiroga, ${trip.number}`).count()).toBeGreaterThan(0)
  const customer = await visit(`/orders/${orders[0]}`, { as: await client.aUser() })
  await settled(customer.page)
  expect(await customer.page.getByText(reason).count()).toBeGreaterThan(0)
  expect(await customer.page.getByText('VIA-').count()).toBe(0)
})

test('another reason is written, and what was written stays until it is sent', async () => {
  const { orders } = await aClientWithRecipients()
  const { page } = await visit(await linkOf((await aDepartedTrip(...orders)).id), {
    language: 'en',
    ...phone,
  })
  // Not the next stop: any of them can be opened.
  await page.getByRole('button', { name: /^2\. Almacén Ñandú/ }).tap()
  await failButton(page, 'Almacén Ñandú').tap()
  const dialog = page.getByRole('dialog', { name: 'Not delivered' })
  const send = dialog.getByRole('button', { name: 'Report it as not delivered' })
  await send.tap()
  await dialog.getByText('Choose a reason.').waitFor()
  await dialog.getByText('Another reason').tap()
  await send.tap()
  await dialog.getByText('Write what happened.').waitFor()
  await page.keyboard.type('The bridge is closed & "flooded"')
  await dialog.getByRole('button', { name: 'Back' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await failButton(page, 'Almacén Ñandú').tap()
  expect(await dialog.getByLabel('Say what happened').inputValue()).toBe('The bridge is closed & "flooded"')
  await send.tap()
  await page.getByText('Reported: not delivered to Almacén Ñandú.').waitFor()
  expect((await readOrder(orders[1])).status_reason).toBe('The bridge is closed & "flooded"')
  expect((await readOrder(orders[0])).status).toBe('in_transit')
})

test('an answer that is lost is asked for again, and nothing is recorded twice', async () => {
  const { orders } = await aClientWithRecipients()
  const link = await linkOf((await aDepartedTrip(...orders)).id)
  const { page, expectAnswers } = await visit(link, { language: 'es', ...phone })
  expectAnswers('Failed to load resource: net::ERR_')
  await failButton(page, 'Dietética La Huerta').tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No había nadie').tap()
  await page.route('**/fail', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await dialog.getByRole('button', { name: 'Avisar que no se pudo' }).tap()
  await dialog.getByText(/puede que el aviso no haya llegado/).waitFor()
  expect(await stepsTo(orders[0], 'failed_delivery')).toBe(1)
  await page.unroute('**/fail')
  await dialog.getByRole('button', { name: 'Avisar que no se pudo' }).tap()
  await page.getByText('Avisado: no se pudo entregar en Dietética La Huerta.').waitFor()
  expect(await stepsTo(orders[0], 'failed_delivery')).toBe(1)
  expect((await readOrder(orders[0])).status_reason).toBe('No había nadie')
})

test('two taps are one report', async () => {
  const { orders } = await aClientWithRecipients()
  const { page } = await visit(await linkOf((await aDepartedTrip(...orders)).id), {
    language: 'es',
    ...phone,
  })
  await failButton(page, 'Dietética La Huerta').tap()
  await page.getByRole('dialog').getByText('Estaba cerrado').tap()
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await page.getByRole('dialog').getByRole('button', { name: 'Avisar que no se pudo' }).dblclick()
  await page.getByText('Avisado:').waitFor()
  expect(sent).toHaveLength(1)
  expect(await stepsTo(orders[0], 'failed_delivery')).toBe(1)
})

test('without a signal the trip stays on the page, and is read again once there is one', async () => {
  const { orders } = await aClientWithRecipients()
  const trip = await aDepartedTrip(...orders)
  const { page, context, expectAnswers } = await visit(await linkOf(trip.id), { language: 'es', ...phone })
  expectAnswers('Failed to load resource: net::ERR_')
  await failButton(page, 'Dietética La Huerta').waitFor()
  await context.setOffline(true)
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  await page.getByText('Sin señal. Esto es lo último que se leyó.').waitFor()
  await failButton(page, 'Dietética La Huerta').waitFor()
  await act(orders[0], 'deliver')
  await context.setOffline(false)
  await stopOf(page, 'La Huerta')
    .getByText(/^Entregado \d\d:\d\d$/)
    .waitFor()
  expect(await page.getByText('Sin señal').count()).toBe(0)
})

test('a page that was open before opens again without a signal, with the trip as it was read last', async () => {
  const { orders } = await aClientWithRecipients()
  const link = await linkOf((await aDepartedTrip(...orders)).id)
  const { page, context, expectAnswers } = await visit(link, { language: 'es', ...phone })
  expectAnswers('Failed to load resource: net::ERR_')
  await failButton(page, 'Dietética La Huerta').waitFor()
  const keptPage = "caches.match('/assets/phone/phone.html').then((page) => page !== undefined)"
  await expect.poll(() => page.evaluate(keptPage)).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await page.getByText('Sin señal. Esto es lo último que se leyó.').waitFor()
  await failButton(page, 'Dietética La Huerta').waitFor()
  await context.setOffline(false)
  await page.getByText('Sin señal').waitFor({ state: 'detached' })
  // Nothing of a trip stays once its link has ended.
  const [{ id = '' } = {}] = await db.rows<{ id: string }>(
    sql`select trip_id as id from trip_stops where order_id = ${orders[0]}`,
  )
  await linkOf(id)
  expectAnswers('404 ')
  await page.reload()
  await page.getByRole('heading', { name: 'Este enlace no sirve' }).waitFor()
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Sin señal' }).waitFor()
})

test('a page that is opened without a signal shows the trip as soon as there is one', async () => {
  const { orders } = await aClientWithRecipients()
  const link = await linkOf((await aDepartedTrip(...orders)).id)
  const { page, expectAnswers } = await visit('about:blank', { language: 'en', ...phone })
  expectAnswers('Failed to load resource: net::ERR_')
  await page.route('**/trip', (route) => route.abort('internetdisconnected'))
  await page.goto(world.url + link)
  await page.getByRole('heading', { name: 'No signal' }).waitFor()
  await page.unroute('**/trip')
  await page.getByRole('button', { name: 'Try again' }).tap()
  await page.getByRole('heading', { name: 'Hello, Raúl' }).waitFor()
})

test('before the departure and after the end the trip can be read, and the page says why nothing is reported', async () => {
  const { orders } = await aClientWithRecipients()
  const { id } = await aTrip([...orders])
  const link = await linkOf(id)
  const { page, expectAnswers } = await visit(link, { language: 'es', ...phone })
  await page.getByText('El viaje todavía no salió.').waitFor()
  await page.getByRole('link', { name: /^Llamar a/ }).waitFor()
  expect(await page.getByRole('button', { name: /^No se pudo/ }).count()).toBe(0)

  await changeNow(id, { action: 'depart' })
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  await failButton(page, 'Dietética La Huerta').waitFor()
  expect(await page.getByText('todavía no salió').count()).toBe(0)

  await db.run(sql`update trips set departed_at = now() - interval '49 hours' where id = ${id}`)
  // The button was there before: the service refuses, and the page says why.
  await failButton(page, 'Dietética La Huerta').tap()
  await page.getByRole('dialog').getByText('Estaba cerrado').tap()
  expectAnswers('409 ')
  await page.getByRole('dialog').getByRole('button', { name: 'Avisar que no se pudo' }).tap()
  await page.getByText('Pasaron 48 horas desde la salida.').waitFor()
  expect((await readOrder(orders[0])).status).toBe('in_transit')

  await act(orders[0], 'deliver')
  await act(orders[1], 'deliver')
  await changeNow(id, { action: 'close' })
  await page.reload()
  await page.getByText('El viaje está cerrado.').waitFor()
  await page.getByText('Las 2 paradas están hechas').waitFor()

  await linkOf(id)
  expectAnswers('404 ')
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  await page.getByRole('heading', { name: 'Este enlace no sirve' }).waitFor()
  expect(await page.getByText('Dietética').count()).toBe(0)
})

test('a stop that the staff have settled meanwhile is told in words', async () => {
  const { orders } = await aClientWithRecipients()
  const { page, expectAnswers } = await visit(await linkOf((await aDepartedTrip(...orders)).id), {
    language: 'es',
    ...phone,
  })
  await failButton(page, 'Dietética La Huerta').tap()
  await page.getByRole('dialog').getByText('Estaba cerrado').tap()
  await act(orders[0], 'deliver')
  expectAnswers('409 ')
  await page.getByRole('dialog').getByRole('button', { name: 'Avisar que no se pudo' }).tap()
  await page.getByText('Esta parada ya figura como entregada.').waitFor()
  await stopOf(page, 'La Huerta')
    .getByText(/^Entregado/)
    .waitFor()
  expect((await readOrder(orders[0])).status).toBe('delivered')
})

/** Controls that are too small to press. A radio button is pressed by its label. */
const tooSmall = `[...document.querySelectorAll('button, a, textarea, label')]
  .filter((one) => one.checkVisibility())
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ one, box }) => box.height < ${thumb} || box.width < ${thumb})
  .map(({ one, box }) => one.textContent + ' ' + Math.round(box.width) + ' by ' + Math.round(box.height))`

const maxBytes = 60_000

test.each([
  ['es', 'dark', 390],
  ['es', 'light', 320],
  ['en', 'light', 390],
  ['en', 'dark', 320],
] as const)(
  'is small, still and fit for a thumb and for a screen reader: %s, %s, %d px',
  async (language, theme, width) => {
    const { orders } = await aClientWithRecipients()
    const trip = await aTrip([...orders], { notes: 'Salir antes de las 7', trailer_plate: 'AC987ZZ' })
    await changeNow(trip.id, { action: 'depart' })
    const link = await linkOf(trip.id)
    const { context, takeFaults } = await openBrowser({ language, theme, width, hasTouch: true })
    try {
      await context.addInitScript({ content: sumLayoutShifts })
      const page = await context.newPage()
      let bytes = 0
      const types = new Set<string>()
      page.on('response', async (response) => {
        types.add(response.request().resourceType())
        bytes += Number(response.headers()['content-length'] ?? 0)
      })
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: /Raúl/ }).waitFor()
      const look = async () => {
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        expect(await page.evaluate(tooSmall)).toEqual([])
        expect(await faultsByAxe(page)).toEqual([])
      }
      await look()
      expect(bytes).toBeGreaterThan(0)
      expect(bytes).toBeLessThan(maxBytes)
      expect(types).not.toContain('font')
      expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(maxLayoutShift)
      await failButton(page, 'Dietética La Huerta').tap()
      await page.getByRole('dialog').waitFor()
      await look()
      expect(await context.cookies()).toEqual([])
      expect(takeFaults()).toEqual([])
    } finally {
      await context.close()
    }
  },
)

test('works with the keys alone', async () => {
  const { orders } = await aClientWithRecipients()
  const { page } = await visit(await linkOf((await aDepartedTrip(...orders)).id), { language: 'en' })
  await failButton(page, 'Dietética La Huerta').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Not delivered')
  await page.keyboard.press('Enter')
  await page.getByLabel('Nobody was there').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Reported: not delivered to').waitFor()
  expect((await readOrder(orders[0])).status_reason).toBe('It was closed')
  expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^2\. Almacén Ñandú/)
})
