// What a person sees before everything is there: the frame of a page before its scripts, and the demo while it is loaded.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { directoryStorage } from '../server/src/attachments/directory-storage.ts'
import { attachmentsDirectory } from '../server/src/attachments/storage.ts'
import { secretKeys } from '../server/src/config/secrets.ts'
import { createDb } from '../server/src/db/database.ts'
import { loadingDemoName, showProgress } from '../server/src/db/progress.ts'
import { loadDemo } from '../server/src/demo/load.ts'
import { demoCredentials } from '../server/src/demo/people.ts'
import { useDatabase } from '../server/tests/harness/prologue.ts'
import { openBrowser, visit } from './harness/browser.ts'
import { makeDataDir, secretKey, startAnden } from './harness/service.ts'
import { maxLayoutShift, settled, sumLayoutShifts } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const database = await useDatabase()

const frame = `(() => {
  const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect() ?? { width: 0, height: 0 }
  const { width, height } = boxOf('#frame')
  return {
    drawn: width > 0 && height > 0,
    paper: getComputedStyle(document.documentElement).backgroundColor,
    side: Math.round(boxOf('#frame .side').width),
    top: Math.round(boxOf('#frame .top').height),
  }
})()`

test.each([
  { theme: 'light', paper: 'rgb(250, 249, 247)', width: 1440, side: 220 },
  { theme: 'dark', paper: 'rgb(19, 17, 16)', width: 1024, side: 56 },
  { theme: 'dark', paper: 'rgb(19, 17, 16)', width: 390, side: 390 },
] as const)('on a slow network, the frame of the page is drawn first: $theme, $width px', async (story) => {
  const { theme, paper, width, side } = story
  const client = await world.aClient()
  const { context, takeFaults } = await openBrowser({ as: await client.aUser(), theme, width })
  await context.addInitScript({ content: sumLayoutShifts })
  const page = await context.newPage()
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(frame)).toEqual({ drawn: true, paper, side, top: 56 })
  // It has been painted, not only laid out.
  const paints = `performance.getEntriesByName('first-paint').length`
  await expect.poll(() => page.evaluate(paints)).toBe(1)
  released.resolve()
  await settled(page)
  expect(await page.evaluate(frame)).toMatchObject({ drawn: false, paper })
  // The page covers the frame exactly, in its own font, and has not moved.
  expect(await page.evaluate(boxes)).toEqual({ side: width < 700 ? 0 : side, top: 56, paper })
  expect(await page.evaluate(fonts)).toEqual({ state: 'loaded', isUsed: true })
  expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(maxLayoutShift)
  await context.close()
  expect(takeFaults()).toEqual([])
})

const boxes = `({
  side: Math.round(document.querySelector('aside').getBoundingClientRect().width),
  top: Math.round(document.querySelector('main').getBoundingClientRect().top),
  paper: getComputedStyle(document.body).backgroundColor,
})`

/** Drawn in Inter, the heading has another width than in the font that takes its place. */
const fonts = `(() => {
  const heading = document.querySelector('h1')
  const range = document.createRange()
  range.selectNodeContents(heading)
  const widthIn = (family) => {
    heading.style.fontFamily = family
    return range.getBoundingClientRect().width
  }
  const [own, inter, other] = ['', '"Inter Variable"', 'system-ui, sans-serif'].map(widthIn)
  heading.style.fontFamily = ''
  const [face] = [...document.fonts].filter(({ family }) => family.includes('Inter Variable'))
  return { state: face?.status, isUsed: own === inter && own !== other }
})()`

test('the page of the sign-in, which has no side bar, shows no frame', async () => {
  const { page } = await visit('/sign-in')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(frame)).toMatchObject({ drawn: false })
})

test('the demo says how far it is loaded, and is entered as soon as it is there', async () => {
  const dataDir = await makeDataDir()
  const service = await startAnden(database.directUrl, dataDir)
  const db = createDb({ url: database.directUrl, maxConnections: 3 })
  const { page } = await visit('/sign-in', { url: service.url, language: 'es' })
  await page.getByRole('button', { name: 'Entrar como el cliente' }).click()
  await page.getByText('Se están cargando los datos de la demo').waitFor()
  await db.transaction(async (tx) => {
    await tx.rows(showProgress(loadingDemoName, 45))
    await page.getByText(/45\s?%/).waitFor()
  })
  const today = new Date().toISOString().slice(0, 10)
  await loadDemo(db, {
    today,
    pointOfSale: 1,
    days: 15,
    secrets: secretKeys([secretKey]),
    files: directoryStorage(attachmentsDirectory(dataDir)),
  })
  await demoCredentials(db, dataDir, service.url)
  await page.getByRole('heading', { level: 1, name: /Ana/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.context().close()
  await db.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})
