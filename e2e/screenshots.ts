// `npm run screenshots` saves a picture of every page in both languages, both themes and three widths to screenshots/.
// Arguments select the routes that begin with one of them: `npm run screenshots -- /orders`. With --guide it saves the pictures
// of the guide for the warehouse instead, to docs/pictures/; then arguments are the names of some of them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import type { Caller } from '../server/tests/harness/http.ts'
import type { SignedInUser } from '../server/tests/harness/people.ts'
import { cookieOf } from './harness/browser.ts'
import { chromiumOptions } from './harness/chromium.ts'
import { addressOf, dashboardPages } from './harness/pages.ts'
import setup from './harness/setup.ts'
import { settled } from './harness/walk.ts'
import { openWorld } from './harness/world.ts'

const folder = join(import.meta.dirname, '../screenshots')
const guideFolder = join(import.meta.dirname, '../docs/pictures')
/** What the guide for the warehouse shows. */
const guidePictures = {
  today: '/warehouse',
  client: '/warehouse/clients/$id',
  receive: '/warehouse/receive',
  arrivals: '/warehouse/inbound',
  'receive-notice': '/warehouse/receive?notice',
  board: '/warehouse/orders',
  'pick-list': '/warehouse/pick-list',
  prepare: '/warehouse/orders/$id/prepare',
  trip: '/warehouse/trips/$id',
  counts: '/warehouse/counts',
  account: '/warehouse/account',
  trace: '/warehouse/lots/$id',
  'remito-books': '/warehouse/remito-books',
  disputes: '/warehouse/disputes',
  returns: '/warehouse/returns',
}
/** What the pages for clients show. */
const clientPictures = {
  notice: '/inbound/$id',
  acceptance: '/remitos/$id',
  sandbox: '/developers/sandbox',
}
/** What the picture shows of a page that is longer. */
const shownHeading: Record<string, RegExp> = { acceptance: /^(Recepción|Reception)$/ }
/** Those that are taken as on a phone. */
const onPhone = new Set(['prepare', 'receive-notice'])
const languages = { es: 'es-AR', en: 'en-GB' }
const themes = ['light', 'dark'] as const
const widths = [1440, 1024, 390]

type Provided = { url: string; databaseUrl: string }
const provided: Record<string, unknown> = {}
const stop = await setup({
  provide: (name: string, value: unknown) => {
    provided[name] = value
  },
  getProvidedContext: () => provided,
} as never)
try {
  await (process.argv.includes('--guide') ? takeGuide : takeAll)(provided as Provided)
} finally {
  await stop()
}

async function takeAll({ url, databaseUrl }: Provided) {
  await mkdir(folder, { recursive: true })
  const world = await openWorld(url, databaseUrl)
  const client = await world.demo.aUser()
  const staff = await world.aStaffUser()
  const wanted = process.argv.slice(2)
  const pages = dashboardPages.filter(
    ({ route }) => wanted.length === 0 || wanted.some((start) => route.startsWith(start)),
  )
  const browser = await chromium.launch(chromiumOptions)
  for (const page of pages) {
    const person = page.for === 'staff' ? staff : client
    const address = url + (await addressOf(page, person.api, world))
    await take(browser, { route: page.route, address, person: page.for === 'nobody' ? null : person })
  }
  await browser.close()
  await world.close()
  const perPage = Object.keys(languages).length * themes.length * widths.length
  process.stdout.write(`${pages.length * perPage} pictures are in ${folder}\n`)
}

async function takeGuide({ url, databaseUrl }: Provided) {
  const world = await openWorld(url, databaseUrl)
  const staff = await world.aStaffUser()
  const client = await world.demo.aUser()
  const browser = await chromium.launch(chromiumOptions)
  const names = process.argv.slice(2).filter((argument) => argument !== '--guide')
  const isWanted = (name: string) => names.length === 0 || names.includes(name)
  const address = isWanted('driver') ? url + (await driverLink(staff.api, client.api)) : null
  const remito = isWanted('remito') ? url + (await remitoLink(staff.api)) : null
  if (isWanted('trip')) await packDraft(staff.api)
  if (isWanted('sandbox')) await orderInSandbox(client.api)
  for (const [language, locale] of Object.entries(languages)) {
    await mkdir(join(guideFolder, language), { recursive: true })
    const viewport = { width: 1200, height: 760 }
    const phone = { width: 390, height: 760 }
    const context = await browser.newContext({ locale, viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const [person, pictures] of [[client, clientPictures] as const, [staff, guidePictures] as const]) {
      await context.addCookies([cookieOf(person.cookie, url)])
      for (const [name, route] of Object.entries(pictures).filter(([one]) => isWanted(one))) {
        await page.setViewportSize(onPhone.has(name) ? phone : viewport)
        await page.goto(url + (await addressOf({ route, for: 'staff' }, person.api, world)))
        await settled(page)
        const heading = shownHeading[name]
        if (heading) await showFromHere(page.getByRole('heading', { name: heading }))
        await page.screenshot({ path: join(guideFolder, language, `${name}.png`) })
      }
    }
    if (address) await takeOnPhone(context, address, join(guideFolder, language, 'driver.png'))
    if (remito) await takeOnPhone(context, remito, join(guideFolder, language, 'remito.png'), fillIn)
    await context.close()
    if (isWanted('sheet'))
      await takeSheet(
        browser,
        { url, cookie: client.cookie, locale },
        join(guideFolder, language, 'sheet.png'),
      )
  }
  await browser.close()
  await world.close()
}

function showFromHere(heading: Locator): Promise<void> {
  return heading.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

/** Of orders that were pasted, with two cells to correct. */
async function takeSheet(
  browser: Browser,
  { url, cookie, locale }: { url: string; cookie: string; locale: string },
  path: string,
) {
  const isSpanish = locale.startsWith('es')
  const context = await browser.newContext({
    ...{ locale, baseURL: url, viewport: { width: 1200, height: 760 }, reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies([cookieOf(cookie, url)])
  const page = await context.newPage()
  await page.goto('/orders/import')
  await page.getByRole('grid').waitFor()
  const rows = [
    'reference\tdestinatario\tsku\tquantity\tvintage_year',
    'OC 1001\tVinoteca del Centro\tMAL-RES-750\t6\t2021',
    'OC 1001\tVinoteca del Centro\tTOR-750\t12\t',
    `OC 1002\tRestó El Parral\tACE-GRA\t${isSpanish ? '12,750' : '12.750'}\t`,
    'OC 1003\tAlmacén Ñandú\tMAL-REZ-750\t6\t',
    `OC 1003\tAlmacén Ñandú\tACE-GRA\t${isSpanish ? '1.500' : '1,500'}\t`,
    'OC 1004\tRestó El Parral\tCAB-FRA-750\t24\t',
  ]
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(rows.join('\n'))})`)
  await page.keyboard.press('Control+V')
  await page.locator('[role="grid"] [aria-invalid]').nth(1).waitFor()
  await page.keyboard.press('F8')
  await settled(page)
  await page.screenshot({ path })
  await context.close()
}

/** Of a trip with an order for each of five recipients, of which the first two have their outcome. */
async function driverLink(staff: Caller, client: Caller): Promise<string> {
  const { body: recipients } = await client.get('/destinatarios?limit=5')
  const { body: stock } = await client.get('/stock?limit=1&min_quantity=100')
  const items = [{ product_id: stock.data[0].product_id, quantity: 6 }]
  const order_ids: string[] = []
  for (const [index, { id: destinatario_id }] of recipients.data.entries()) {
    const { body: order } = await client.post('/orders', { destinatario_id, items })
    for (const act of [{ action: 'approve' }, { action: 'prepare' }, { action: 'pack', packages: 2 + index }])
      await staff.patch(`/orders/${order.id}`, act)
    order_ids.push(order.id)
  }
  const vehicle = {
    date: new Date().toISOString().slice(0, 10),
    driver_name: 'Raúl Ibáñez',
    plate: 'AA123BB',
  }
  const { body: trip } = await staff.post('/trips', { ...vehicle, order_ids })
  await staff.patch(`/trips/${trip.id}`, { if_revision: trip.revision, action: 'depart' })
  await staff.patch(`/orders/${order_ids[0]}`, { action: 'deliver' })
  await staff.patch(`/orders/${order_ids[1]}`, { action: 'fail', reason: 'Estaba cerrado' })
  return new URL((await staff.post(`/trips/${trip.id}/driver-link`)).body.url).pathname
}

/** A sandbox with something to simulate. */
async function orderInSandbox(api: Caller): Promise<void> {
  const header = { 'anden-environment': 'sandbox' }
  await api.post('/sandbox')
  const { body: stock } = await api.get('/stock?limit=1', header)
  const product_id: string = stock.data[0].product_id
  await api.post('/sandbox/receive', { items: [{ product_id, quantity: 120 }] }, header)
  const { body: recipient } = await api.post('/destinatarios', { name: 'Vinoteca del Centro' }, header)
  const order = { destinatario_id: recipient.id, items: [{ product_id, quantity: 12 }] }
  await api.post('/orders', order, { ...header, 'idempotency-key': crypto.randomUUID() })
}

/** All orders of the draft but its last one. */
async function packDraft(staff: Caller): Promise<void> {
  const { body: drafts } = await staff.get('/trips?status=draft&limit=1')
  const { body: trip } = await staff.get(`/trips/${drafts.data[0].id}`)
  for (const { order_id, order_status, position } of trip.stops.slice(0, -1)) {
    if (order_status === 'approved') await staff.patch(`/orders/${order_id}`, { action: 'prepare' })
    await staff.patch(`/orders/${order_id}`, { action: 'pack', packages: 2 + ((position * 3) % 5) })
  }
}

/** Of an order that is under way, with two lines or more if there is one. */
async function remitoLink(staff: Caller): Promise<string> {
  const { body: queue } = await staff.get('/queue?status=in_transit&limit=100')
  for (const { id } of queue.data) {
    const { body: remitos } = await staff.get(`/remitos?source_order_id=${id}`)
    const { body: remito } = await staff.get(`/remitos/${remitos.data[0].id}`)
    if (remito.distribution_remito_items.length < 2 && id !== queue.data.at(-1).id) continue
    const { body: shared } = await staff.post(`/remitos/${remito.id}/share`, { email: null })
    return new URL(shared.url).pathname
  }
  throw new Error('no order is under way')
}

/** Two of the first product are refused. */
async function fillIn(page: Page) {
  await page
    .getByRole('button', { name: /^(¿Algún problema con|Any problem with) / })
    .first()
    .click()
  const more = page.getByRole('button', { name: /^(Uno más: Rechazado|One more: Refused)/ }).first()
  await more.click()
  await more.click()
}

/** On a phone, which it has the size of. */
async function takeOnPhone(
  context: BrowserContext,
  address: string,
  path: string,
  prepare?: (page: Page) => Promise<void>,
) {
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 760 })
  await page.goto(address)
  await settled(page)
  await prepare?.(page)
  await page.screenshot({ path })
}

type Shot = { route: string; address: string; person: SignedInUser | null }

async function take(browser: Browser, { route, address, person }: Shot) {
  const name = route === '/' ? 'home' : route.slice(1).replaceAll('/', '-').replaceAll('$', '')
  for (const [language, locale] of Object.entries(languages)) {
    const context = await browser.newContext({ locale, reducedMotion: 'reduce' })
    if (person) await context.addCookies([cookieOf(person.cookie, new URL(address).origin)])
    const page = await context.newPage()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(address)
      await settled(page)
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme })
        const path = join(folder, `${name}-${language}-${colorScheme}-${width}.png`)
        await page.screenshot({ path, fullPage: true })
      }
    }
    await context.close()
  }
}
