// What a person sees before everything is there: the frame of a page before its scripts, and the demo while it is loaded.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { secretKeys } from '../server/src/config/secrets.ts'
import { createDb } from '../server/src/db/database.ts'
import { loadingDemoName, showProgress } from '../server/src/db/progress.ts'
import { demoCredentials } from '../server/src/demo/credentials.ts'
import { loadDemo } from '../server/src/demo/load.ts'
import { useDatabase } from '../server/tests/harness/prologue.ts'
import { openBrowser } from './harness/browser.ts'
import { makeDataDir, secretKey, startAnden } from './harness/service.ts'
import { visit } from './harness/visit.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const database = await useDatabase()

const frame = `(() => {
  const { width, height } = document.getElementById('frame')?.getBoundingClientRect() ?? { width: 0, height: 0 }
  return { drawn: width > 0 && height > 0, paper: getComputedStyle(document.documentElement).backgroundColor }
})()`

test.each([
  { theme: 'light', paper: 'rgb(250, 249, 247)', width: 1440 },
  { theme: 'dark', paper: 'rgb(19, 17, 16)', width: 390 },
] as const)('on a slow network, the frame of the page is drawn first: $theme, $width px', async (story) => {
  const { theme, paper, width } = story
  const client = await world.aClient()
  const { context, takeFaults } = await openBrowser({ as: await client.aUser(), theme, width })
  const page = await context.newPage()
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(frame)).toEqual({ drawn: true, paper })
  released.resolve()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(frame)).toMatchObject({ drawn: false, paper })
  await context.close()
  expect(takeFaults()).toEqual([])
})

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
    await page.getByText(/45\s%/).waitFor()
  })
  const today = new Date().toISOString().slice(0, 10)
  await loadDemo(db, { today, pointOfSale: 1, cai: null, days: 15, secrets: secretKeys([secretKey]) })
  await demoCredentials(db, dataDir, service.url)
  await page.getByRole('heading', { level: 1, name: /Ana/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.context().close()
  await db.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})
