// The service stops while a page is open, and comes back.
import { rm } from 'node:fs/promises'
import { test } from 'vitest'
import { useDatabase } from '../server/tests/harness/prologue.ts'
import { visit } from './harness/browser.ts'
import { makeDataDir, startAnden } from './harness/service.ts'
import { openWorld } from './harness/world.ts'

const database = await useDatabase()

test('the page shows since when it is offline, keeps typed text, and follows the data again', async () => {
  const dataDir = await makeDataDir()
  let service = await startAnden(database.directUrl, dataDir)
  const world = await openWorld(service.url, database.directUrl)
  const client = await world.aClient()
  const { page, expectAnswers } = await visit('/destinatarios', {
    as: await client.aUser(),
    url: service.url,
  })
  expectAnswers('Failed to load resource: net::ERR_')
  await page.getByText('live', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Add the first one' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add a recipient' }).waitFor()
  await page.getByLabel('Name').fill('Vinoteca del Sur')

  await service.stop()
  await page.getByText(/no connection since \d\d:\d\d/).waitFor()
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('No connection to the service').waitFor()

  service = await startAnden(database.directUrl, dataDir, Number(new URL(service.url).port))
  await page.getByText('live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vinoteca del Sur' }).waitFor()
  await page.context().close()
  await world.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})
