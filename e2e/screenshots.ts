// `npm run screenshots` saves a picture of every page in both languages, both themes and three widths to screenshots/.
// Arguments select the routes that begin with one of them: `npm run screenshots -- /orders`. With --guide it saves the pictures
// of the guide for the warehouse instead, to docs/pictures/.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
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
  board: '/warehouse/orders',
  counts: '/warehouse/counts',
  account: '/warehouse/account',
  trace: '/warehouse/lots/$id',
}
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
  const browser = await chromium.launch(chromiumOptions)
  for (const [language, locale] of Object.entries(languages)) {
    await mkdir(join(guideFolder, language), { recursive: true })
    const viewport = { width: 1200, height: 760 }
    const context = await browser.newContext({ locale, viewport, reducedMotion: 'reduce' })
    await context.addCookies([cookieOf(staff.cookie, url)])
    const page = await context.newPage()
    for (const [name, route] of Object.entries(guidePictures)) {
      await page.goto(url + (await addressOf({ route, for: 'staff' }, staff.api, world)))
      await settled(page)
      await page.screenshot({ path: join(guideFolder, language, `${name}.png`) })
    }
    await context.close()
  }
  await browser.close()
  await world.close()
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
