// The acceptance of a delivery on a phone, by its recipient and with its driver: what is signed without a network, what is sent
// twice, and what is stored of it.
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sql } from '../server/src/db/sql.ts'
import { tripsIn } from '../server/tests/harness/trips.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { faultsByAxe } from './harness/axe.ts'
import { openBrowser, visit } from './harness/browser.ts'
import { maxLayoutShift, settled, sumLayoutShifts } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse, db } = world
const { staff, act } = warehouse
const { aDepartedTrip, readOrder } = tripsIn(warehouse)
const phone = { width: 390, hasTouch: true } as const
const noNetwork = 'Failed to load resource: net::ERR_'

/** An order that is under way, its remito, and the link of that. */
async function aDelivery(
  quantity = 10,
  unit: 'caja' | 'kg' = 'caja',
  actions = ['approve', 'prepare', 'dispatch'],
) {
  const client = await warehouse.aStockedClient(100, unit)
  const { body } = await order(client, quantity)
  for (const action of actions) await act(body.id, action)
  const remitos = await staff.get(`/remitos?source_order_id=${body.id}`)
  const remitoId: string = remitos.body.data[0].id
  const shared = await staff.post(`/remitos/${remitoId}/share`, {})
  return { client, orderId: body.id as string, remitoId, link: new URL(shared.body.url).pathname }
}

type Stored = { channel: string; name: string; outcome: string; late: boolean; submission_id: string }
const acceptancesOf = (remitoId: string) =>
  db.rows<Stored>(
    sql`select channel, name, outcome, late, submission_id from remito_acceptances where remito_id = ${remitoId} order by created_at`,
  )

const receive = (page: Page) => page.getByRole('button', { name: /^(Recibí|I received) / })
const whoReceives = (page: Page) => page.getByLabel(/^(Quién recibe|Who receives it)$/)
const keptHere = (page: Page) =>
  page.getByRole('heading', { name: /^(Guardado en este teléfono|Kept on this phone)$/ })

async function signIn(page: Page, name: string) {
  await whoReceives(page).fill(name)
  await sign(page)
}

/** With the finger. */
async function sign(page: Page) {
  const canvas = page.getByRole('img', { name: /^(Firma|Signature): (Sin firma|Not signed)$/ })
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('nowhere to sign')
  await page.mouse.move(box.x + 30, box.y + 30)
  await page.mouse.down()
  for (const step of [1, 2, 3, 4, 5, 6])
    await page.mouse.move(box.x + 30 + step * 30, box.y + 30 + (step % 2) * 30)
  await page.mouse.up()
  await page.getByRole('img', { name: /^(Firma|Signature): (Firmado|Signed)$/ }).waitFor()
}

/** How many are kept on the phone. */
const countOf = (store: string) => `new Promise((resolve) => {
  const request = indexedDB.open('anden')
  request.onsuccess = () => {
    const count = request.result.transaction('${store}').objectStore('${store}').count()
    count.onsuccess = () => resolve(count.result)
  }
})`

/** The page is answered by the worker from now on. */
const isKeptForOffline = (page: Page) =>
  expect
    .poll(() => page.evaluate("caches.match('/assets/phone/phone.html').then((page) => page !== undefined)"))
    .toBe(true)

async function withoutNetwork(page: Page, context: BrowserContext) {
  await isKeptForOffline(page)
  await context.setOffline(true)
  await page.reload()
}

test('a recipient who finds everything right signs in four steps, and everybody sees who received it', async () => {
  const { client, orderId, remitoId, link } = await aDelivery()
  const { page } = await visit(link, { language: 'es', ...phone })
  await page.getByRole('heading', { level: 1, name: /^Remito R 0/ }).waitFor()
  await signIn(page, 'Marta Sosa')
  const start = Date.now()
  await page.getByRole('button', { name: 'Recibí 10 cajas' }).tap()
  await page.getByRole('heading', { name: 'Recibido' }).waitFor()
  expect(Date.now() - start).toBeLessThan(10_000)
  await page.getByText(/^Por Marta Sosa, /).waitFor()
  expect(await acceptancesOf(remitoId)).toMatchObject([
    { channel: 'recipient', name: 'Marta Sosa', outcome: 'accepted', late: false },
  ])
  expect((await readOrder(orderId)).status).toBe('delivered')
  const pdf = await page.request.get(await attribute(page, 'Ver el PDF'))
  expect(pdf.headers()['content-type']).toBe('application/pdf')

  await page.reload()
  await page.getByText(/^Por Marta Sosa, /).waitFor()
  expect(await receive(page).count()).toBe(0)

  const customer = await visit(`/remitos/${remitoId}`, { as: await client.aUser(), language: 'es' })
  await customer.page.getByText(/Recibido por Marta Sosa/).waitFor()
  expect(await customer.page.getByRole('img', { name: 'Firma' }).count()).toBe(1)
  const downloading = customer.page.waitForEvent('download')
  await customer.page.getByRole('button', { name: 'Descargar constancia' }).click()
  const saved = await downloading
  expect(saved.suggestedFilename()).toMatch(/^Constancia de entrega R \d{5}-\d{8}\.pdf$/)
  expect((await buffer(await saved.createReadStream())).subarray(0, 5).toString()).toBe('%PDF-')
})

const attribute = async (page: Page, link: string) =>
  (await page.getByRole('link', { name: link }).getAttribute('href')) ?? ''

test('without a network the page opens, and what is signed is kept over a reload and sent once', async () => {
  const { orderId, remitoId, link } = await aDelivery()
  const { page, context, expectAnswers } = await visit(link, { language: 'es', ...phone })
  expectAnswers(noNetwork)
  await receive(page).waitFor()
  await withoutNetwork(page, context)
  await page.getByText('Sin señal. Esto es lo último que se leyó.').waitFor()
  await whoReceives(page).fill('Marta')
  // What is filled in stays, too.
  await expect.poll(() => page.evaluate(countOf('drafts'))).toBe(1)
  await page.reload()
  await expect.poll(() => whoReceives(page).inputValue()).toBe('Marta')
  await signIn(page, 'Marta Sosa')
  await receive(page).tap()
  await keptHere(page).waitFor()
  await page.reload()
  await keptHere(page).waitFor()
  expect(await receive(page).count()).toBe(0)
  expect(await acceptancesOf(remitoId)).toEqual([])
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Recibido' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Recibido' }).waitFor()
  expect(await keptHere(page).count()).toBe(0)
  expect(await acceptancesOf(remitoId)).toMatchObject([{ name: 'Marta Sosa' }])
  expect((await readOrder(orderId)).timeline.filter(({ status }) => status === 'delivered')).toHaveLength(1)
})

test('an answer that is lost is asked for again, and is the first one', async () => {
  const { remitoId, link } = await aDelivery()
  const { page, expectAnswers } = await visit(link, { language: 'en', ...phone })
  expectAnswers(noNetwork)
  await signIn(page, 'Marta Sosa')
  await page.route('**/acceptance', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/acceptance'))
  await receive(page).dblclick()
  await keptHere(page).waitFor()
  await lost
  await expect.poll(() => acceptancesOf(remitoId)).toHaveLength(1)
  await page.unroute('**/acceptance')
  await page.reload()
  await page.getByRole('heading', { name: 'Received' }).waitFor()
  await page.getByText(/^By Marta Sosa, /).waitFor()
  expect(await keptHere(page).count()).toBe(0)
  expect(await acceptancesOf(remitoId)).toHaveLength(1)
})

test('of two phones one wins, and the other is told who received it', async () => {
  const { remitoId, link } = await aDelivery()
  const phones = await Promise.all([
    visit(link, { language: 'es', ...phone }),
    visit(link, { language: 'es', ...phone }),
  ])
  for (const { expectAnswers } of phones) expectAnswers('409 ')
  await Promise.all(phones.map(({ page }, index) => signIn(page, ['Marta Sosa', 'Jorge Paz'][index] ?? '')))
  await Promise.all(phones.map(({ page }) => receive(page).tap()))
  await Promise.all(
    phones.map(({ page }) =>
      page
        .getByRole('heading', { name: /^(Recibido|No se pudo registrar)$/ })
        .first()
        .waitFor(),
    ),
  )
  const stored = await acceptancesOf(remitoId)
  expect(stored).toHaveLength(1)
  const [{ name = '' } = {}] = stored
  const told = phones.map(({ page }) => page.getByText(new RegExp(`^Ya lo recibió ${name}, `)))
  const counts = await Promise.all(told.map((text) => text.count()))
  expect(counts.toSorted()).toEqual([0, 1])
  const loser = phones[counts.indexOf(1)]?.page
  await loser?.getByRole('button', { name: 'Entendido' }).tap()
  await loser?.getByText(new RegExp(`^Por ${name}, `)).waitFor()
})

test('a phone that comes back after the order was cancelled leaves its proof for the staff', async () => {
  const { orderId, remitoId, link } = await aDelivery()
  const { page, context, expectAnswers } = await visit(link, { language: 'es', ...phone })
  expectAnswers(noNetwork)
  await receive(page).waitFor()
  await withoutNetwork(page, context)
  await signIn(page, 'Marta Sosa')
  await receive(page).tap()
  await keptHere(page).waitFor()
  await act(orderId, 'fail', 'No había nadie')
  await act(orderId, 'cancel', 'El cliente se arrepintió')
  await context.setOffline(false)
  await page.getByText(/^El depósito lo tiene, pero el pedido ya no estaba en camino/).waitFor()
  await page.getByText('Este remito está anulado').waitFor()
  expect(await acceptancesOf(remitoId)).toMatchObject([{ late: true, name: 'Marta Sosa' }])
  expect((await readOrder(orderId)).status).toBe('cancelled')
})

test('what is missing, damaged and refused is stored as it was typed, key by key', async () => {
  const { remitoId, link } = await aDelivery(12.75, 'kg')
  const { page } = await visit(link, { language: 'es', ...phone })
  await page.getByRole('button', { name: /^¿Algún problema con / }).tap()
  const field = (kind: string) => page.getByRole('textbox', { name: new RegExp(`^${kind}, `) })
  await expect.poll(() => page.evaluate('document.activeElement.id')).toMatch(/^missing-/)
  await page.keyboard.type('0,5')
  await page.getByText('= 0,5 kg').waitFor()
  await page.getByText('Recibís 12,25 de 12,75 kg').waitFor()
  await field('Dañado').tap()
  await page.keyboard.type('1.250')
  await page.getByRole('button', { name: '1,25 kg' }).tap()
  await page.getByRole('button', { name: /^Uno más: Rechazado/ }).tap()
  await page.getByLabel(/^¿Qué pasó\?/).fill('Bolsa rota')
  await signIn(page, 'Marta Sosa')
  await page.getByRole('button', { name: 'Recibí 10 de 12,75 kg' }).tap()
  await page.getByRole('heading', { name: 'Recibido con diferencias' }).waitFor()
  const lines = await db.rows(sql`
    select accepted::text, missing::text, damaged::text, refused::text, lines.note
    from remito_acceptance_lines lines
    join remito_acceptances on remito_acceptances.id = lines.acceptance_id
    where remito_id = ${remitoId}`)
  expect(lines).toEqual([
    { accepted: '10.000', missing: '0.500', damaged: '1.250', refused: '1.000', note: 'Bolsa rota' },
  ])

  const dispatcher = await visit('/warehouse/disputes', { as: await world.aStaffUser(), language: 'es' })
  await settled(dispatcher.page)
  expect(await dispatcher.page.getByText('Marta Sosa').count()).toBeGreaterThan(0)
})

test('nothing received is not an acceptance, and says to send the goods back', async () => {
  const { link } = await aDelivery(2)
  const { page } = await visit(link, { language: 'en', ...phone })
  await page.getByRole('button', { name: /^Any problem with / }).tap()
  const more = page.getByRole('button', { name: /^One more: Refused/ })
  await more.tap()
  await more.tap()
  await page.getByText('send everything back with the driver').waitFor()
  expect(await receive(page).count()).toBe(0)
  expect(await more.getAttribute('aria-disabled')).toBe('true')
})

const place = 'Exif\0\0 Godoy Cruz, Mendoza'

/** As a camera writes it: a picture, and where it was taken. */
async function aPhoto(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate<string>("document.createElement('canvas').toDataURL('image/jpeg')")
  const picture = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64')
  const length = Buffer.from([0, place.length + 2])
  return Buffer.concat([
    picture.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    Buffer.from(place),
    picture.subarray(2),
  ])
}

test('a photo loses where it was taken before it leaves the phone', async () => {
  const { client, remitoId, link } = await aDelivery()
  const { page } = await visit(link, { language: 'es', ...phone })
  const photo = await aPhoto(page)
  await page
    .getByLabel('Agregar fotos')
    .setInputFiles({ name: 'caja.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('img', { name: 'Foto 1' }).waitFor()
  await signIn(page, 'Marta Sosa')
  let sent: Buffer = Buffer.alloc(0)
  page.on('request', (request) => {
    if (request.method() === 'POST') sent = request.postDataBuffer() ?? sent
  })
  await receive(page).tap()
  await page.getByRole('heading', { name: 'Recibido' }).waitFor()
  expect(sent.includes('Exif')).toBe(false)
  const { body } = await client.portal.get(`/remitos/${remitoId}/acceptance`)
  const stored = body.files.find(({ kind }: { kind: string }) => kind === 'photo')
  const bytes = Buffer.from(await (await fetch(stored.file_url)).arrayBuffer())
  expect(stored.content_type).toBe('image/jpeg')
  expect(bytes.includes('Exif')).toBe(false)
})

test('a driver hands goods over without a network, with a signature', async () => {
  const { orderId, remitoId } = await aDelivery(10, 'caja', ['approve', 'prepare'])
  const other = await aDelivery(10, 'caja', ['approve', 'prepare'])
  const trip = await aDepartedTrip(orderId, other.orderId)
  const { body } = await staff.post(`/trips/${trip.id}/driver-link`)
  const { page, context, expectAnswers } = await visit(new URL(body.url).pathname, {
    language: 'es',
    ...phone,
  })
  expectAnswers(noNetwork)
  const deliver = page.getByRole('button', { name: /^Entregar en / })
  await deliver.waitFor()
  // The trip, and a remito for each of its stops.
  await expect.poll(() => page.evaluate(countOf('documents'))).toBe(3)
  await withoutNetwork(page, context)
  await deliver.tap()
  const dialog = page.getByRole('dialog', { name: 'Entrega' })
  await dialog.getByLabel('Quién recibe').fill('Marta Sosa')
  await dialog.getByRole('button', { name: 'Recibí 10 cajas' }).tap()
  await dialog.getByText('Falta la firma.').waitFor()
  await sign(page)
  await dialog.getByRole('button', { name: 'Recibí 10 cajas' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^Sin señal\. 1 entrega guardada en este teléfono/).waitFor()
  await page.getByText('Guardado, sin enviar').waitFor()
  await page.reload()
  await page.getByText('Guardado, sin enviar').waitFor()
  expect(await page.getByText('Parada 2 de 2').count()).toBe(1)
  await context.setOffline(false)
  await page.getByText(/^Entregado \d/).waitFor()
  expect(await acceptancesOf(remitoId)).toMatchObject([{ channel: 'driver', name: 'Marta Sosa' }])
  expect((await readOrder(orderId)).status).toBe('delivered')
  expect((await readOrder(other.orderId)).status).toBe('in_transit')
})

test('says in words what cannot be accepted', async () => {
  const notYet = await aDelivery(1, 'caja', ['approve'])
  const { page, expectAnswers } = await visit(notYet.link, { language: 'es', ...phone })
  await page.getByText(/^Todavía no salió\. Cuando esté en camino/).waitFor()
  expect(await receive(page).count()).toBe(0)
  await act(notYet.orderId, 'cancel', 'Sin stock')
  await page.reload()
  await page.getByText('Este remito está anulado').waitFor()
  expectAnswers('404 ')
  await page.goto(`/r/${randomUUID().replaceAll('-', '')}`)
  await page.getByRole('heading', { name: 'Este enlace no sirve' }).waitFor()
})

const maxBytes = 60_000

test.each([
  ['es', 'light', 390],
  ['en', 'dark', 360],
] as const)('is small, still and fit for a screen reader: %s, %s, %d px', async (language, theme, width) => {
  const { link } = await aDelivery()
  const { context, takeFaults } = await openBrowser({ language, theme, width, hasTouch: true })
  try {
    await context.addInitScript({ content: sumLayoutShifts })
    const page = await context.newPage()
    let bytes = 0
    page.on('response', (response) => {
      bytes += Number(response.headers()['content-length'] ?? 0)
    })
    await page.goto(link)
    await receive(page).waitFor()
    await page.getByRole('button', { name: /^(¿Algún problema con|Any problem with) / }).tap()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await faultsByAxe(page)).toEqual([])
    await isKeptForOffline(page)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(maxBytes)
    expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(maxLayoutShift)
    expect(await context.cookies()).toEqual([])
    expect(takeFaults()).toEqual([])
  } finally {
    await context.close()
  }
})

test('is accepted with the keys alone', async () => {
  const { remitoId, link } = await aDelivery(3)
  const { page } = await visit(link, { language: 'en' })
  await page.getByRole('button', { name: /^Any problem with / }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await whoReceives(page).focus()
  await page.keyboard.type('Marta Sosa')
  // In a field, it is the Enter of a phone's keyboard.
  await page.keyboard.press('Enter')
  expect(await receive(page).count()).toBe(1)
  await receive(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Received with differences' }).waitFor()
  expect(await acceptancesOf(remitoId)).toMatchObject([{ outcome: 'with_differences' }])
})
