// Rules for every page, whatever it shows.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { distOf, ownWorkspace } from '../server/src/dashboard/build.ts'
import { demoClients } from '../server/src/demo/data.ts'
import { faultsByAxe } from './harness/axe.ts'
import { desktop } from './harness/browser.ts'
import { addressOf, type DashboardPage, dashboardPages } from './harness/pages.ts'
import { maxLayoutShift, sumLayoutShifts, walkAs } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

/** The gzipped size of all scripts that a page loads. */
const firstPageBytes = 220_000
const furtherPageBytes = 60_000
const phoneWidth = 390

const world = await sharedWorld()
const client = await world.demo.aUser()
const staff = await world.aStaffUser()
const people = {
  nobody: { walk: await walkAs({}, sumLayoutShifts), api: client.api },
  client: { walk: await walkAs({ as: client }, sumLayoutShifts), api: client.api },
  staff: { walk: await walkAs({ as: staff }, sumLayoutShifts), api: staff.api },
}
const assets = join(distOf(ownWorkspace), 'assets')
const gzipped = new Map(
  readdirSync(assets)
    .filter((name) => name.endsWith('.js.gz'))
    .map((name) => [name.replace(/\.gz$/, ''), statSync(join(assets, name)).size]),
)
let firstPage: Promise<string[]> | undefined

test('the first page is small', async () => {
  const size = sizeOf(await scriptsOfFirstPage())
  expect(size).toBeGreaterThan(100_000)
  expect(size).toBeLessThanOrEqual(firstPageBytes)
})

const missing: DashboardPage = { route: '/no-such-page', for: 'client' }

test.each([...dashboardPages, missing])(
  '$route: accessible, fits a phone, no layout shifts, small',
  async (dashboardPage) => {
    const known = await scriptsOfFirstPage()
    const page = await open(dashboardPage)
    expect
      .soft(await page.evaluate<number>('window.layoutShift'), 'layout shift')
      .toBeLessThan(maxLayoutShift)
    const further = (await scriptsOf(page)).filter((script) => !known.includes(script))
    expect.soft(sizeOf(further), 'script').toBeLessThanOrEqual(furtherPageBytes)
    expect.soft(await faultsByAxe(page), 'by axe').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    // The page notices the change and switches its colours a moment later.
    const theme = () => page.evaluate("document.documentElement.getAttribute('data-mantine-color-scheme')")
    await expect.poll(theme, { message: 'theme' }).toBe('dark')
    // This is the only rule that depends on the theme.
    expect.soft(await faultsByAxe(page, 'color-contrast'), 'by axe, dark').toEqual([])
    await page.setViewportSize({ width: phoneWidth, height: 800 })
    // Charts follow the new width after a moment.
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    await expect.poll(width, { message: 'width' }).toBe(phoneWidth)
  },
)

const withClientNames = ['/warehouse/orders/list', '/warehouse/remitos', '/warehouse/audit']

test.each(withClientNames)('%s: rows arrive with the names of their clients', async (route) => {
  const { page } = people.staff.walk
  const asked = clientsAskedFor(page)
  await open({ route, for: 'staff' })
  await page.getByRole('cell', { name: demoClients[0].name, exact: true }).first().waitFor()
  expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(maxLayoutShift)
  expect(asked.filter((url) => url.includes('cursor='))).toEqual([])
})

test('the board of the orders does not move, even if the queues that it begins with arrive last', async () => {
  const { page } = people.staff.walk
  const late = ['failed_delivery', 'in_transit', 'in_preparation', 'approved', 'pending']
  const shown = new Map(late.map((status) => [status, Promise.withResolvers<void>()]))
  await page.route(/\/queue\?/, async (one) => {
    const status = new URL(one.request().url()).searchParams.get('status') ?? ''
    await shown.get(late[late.indexOf(status) - 1] ?? '')?.promise
    const answer = page.waitForResponse((response) => response.request() === one.request())
    await one.continue()
    await (await answer).finished()
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    shown.get(status)?.resolve()
  })
  onTestFinished(() => page.unroute(/\/queue\?/))
  await open({ route: '/warehouse/orders', for: 'staff' })
  // The lots of the framed order come after everything else.
  const framed = page.locator('article[aria-current="true"]')
  await framed.getByText(/ · \d/).first().waitFor()
  await framed.getByText('Looking for lots…').waitFor({ state: 'detached' })
  expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(maxLayoutShift)
})

test('no page of the staff reads the clients page by page', async () => {
  const { page } = people.staff.walk
  // Small pages, so that whoever wanted all clients would have to ask again.
  const fewAtATime = (url: string) => url.replace(/limit=\d+/, 'limit=5')
  await page.route(/\/clients\?/, (one) => one.continue({ url: fewAtATime(one.request().url()) }))
  onTestFinished(() => page.unroute(/\/clients\?/))
  const asked = clientsAskedFor(page)
  const ofStaff = dashboardPages.filter((one) => one.for === 'staff' && one.route !== '/warehouse/clients')
  for (const one of ofStaff) {
    await open(one)
    expect
      .soft(
        asked.filter((url) => url.includes('cursor=')),
        one.route,
      )
      .toEqual([])
  }
})

/** The addresses of the requests for the list of clients, as they are sent. */
function clientsAskedFor(page: Page): string[] {
  const urls: string[] = []
  const note = (request: { url(): string }) => {
    if (/\/backoffice\/clients\?/.test(request.url())) urls.push(request.url())
  }
  page.on('request', note)
  onTestFinished(() => void page.off('request', note))
  return urls
}

/**
 * Other tests add to these lists at the same time, which would rightly move their contents. So they are limited to one
 * client.
 */
const ofAllClients = ['/warehouse/orders', ...withClientNames]
const narrowed = ({ route }: DashboardPage) =>
  ofAllClients.includes(route) ? `?client_id=${world.demo.id}` : ''

/** Opens the page with a full load, in the light theme on a desktop, regardless of how the previous page was viewed. */
async function open(dashboardPage: DashboardPage): Promise<Page> {
  const { walk, api } = people[dashboardPage.for]
  await walk.page.emulateMedia({ colorScheme: 'light' })
  await walk.page.setViewportSize(desktop)
  await walk.load((await addressOf(dashboardPage, api, world)) + narrowed(dashboardPage))
  return walk.page
}

async function scriptsOf(page: Page): Promise<string[]> {
  const urls = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
  )
  return [...new Set(urls)].filter((url) => url.endsWith('.js')).map((url) => url.replace('/assets/', ''))
}

function scriptsOfFirstPage(): Promise<string[]> {
  firstPage ??= open({ route: '/', for: 'client' }).then(scriptsOf)
  return firstPage
}

const sizeOf = (scripts: readonly string[]) =>
  scripts.reduce((sum, name) => sum + (gzipped.get(name) ?? Number.NaN), 0)
