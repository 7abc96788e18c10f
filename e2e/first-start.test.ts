// What a person sees before everything is there.
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { secretKeys } from '../server/src/config/secrets.ts'
import { createDb } from '../server/src/db/database.ts'
import { loadingDemoName, showProgress } from '../server/src/db/progress.ts'
import { loadDemo } from '../server/src/demo/load.ts'
import { demoCredentials } from '../server/src/demo/people.ts'
import { useDatabase } from '../server/tests/harness/prologue.ts'
import { visit } from './harness/browser.ts'
import { makeDataDir, secretKey, startAnden } from './harness/service.ts'

const database = await useDatabase()

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
  await loadDemo(db, { today, pointOfSale: 1, cai: null, days: 60, secrets: secretKeys([secretKey]) })
  await demoCredentials(db, dataDir, service.url)
  await page.getByRole('heading', { level: 1, name: /Ana/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.context().close()
  await db.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})
