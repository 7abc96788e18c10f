// Runs once: starts PostgreSQL, builds the dashboard, starts a service with demo data, and launches the browser.
import { rm } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { directoryStorage } from '../../server/src/attachments/directory-storage.ts'
import { attachmentsDirectory } from '../../server/src/attachments/storage.ts'
import { secretKeys } from '../../server/src/config/secrets.ts'
import { buildIfChanged, ownWorkspace } from '../../server/src/dashboard/build.ts'
import { createDb } from '../../server/src/db/database.ts'
import { raw, sql } from '../../server/src/db/sql.ts'
import { loadDemo } from '../../server/src/demo/load.ts'
import { addDemoPeople } from '../../server/src/demo/people.ts'
import { openSecrets } from '../../server/src/secret-key/stored-key.ts'
import { warehouseDay } from '../../server/src/stock/warehouse-day.ts'
import setUpPostgres from '../../server/tests/harness/global-setup.ts'
import { chromiumOptions } from './chromium.ts'
import { makeDataDir, secretKey, startAnden } from './service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the service that all tests share. */
    url: string
    dataDir: string
    databaseUrl: string
    browser: string
  }
}

/** The shortest history that shows something on every page. */
const demoDays = 60

export default async function setup(project: TestProject) {
  const building = buildIfChanged({ workspace: ownWorkspace, say: () => undefined })
  const stopPostgres = await setUpPostgres(project)
  const dataDir = await makeDataDir()
  const databaseUrl = await demoDatabase(project, dataDir)
  await building
  const service = await startAnden(databaseUrl, dataDir)
  const browser = await chromium.launchServer(chromiumOptions)
  project.provide('url', service.url)
  project.provide('dataDir', dataDir)
  project.provide('databaseUrl', databaseUrl)
  project.provide('browser', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await service.stop()
    await stopPostgres()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function demoDatabase(project: TestProject, dataDir: string): Promise<string> {
  const { serverUrl, template } = project.getProvidedContext()
  const name = `${template}_demo`
  const server = createDb({ url: serverUrl, maxConnections: 1 })
  await server.run(sql`create database ${raw(name)} template ${raw(template)}`)
  await server.close()
  const url = new URL(serverUrl)
  url.pathname = name
  const db = createDb({ url: url.href })
  const keys = secretKeys([secretKey])
  await openSecrets(db, keys)
  const today = warehouseDay(Date.now, 'America/Argentina/Buenos_Aires')()
  const files = directoryStorage(attachmentsDirectory(dataDir))
  await loadDemo(db, { today, pointOfSale: 1, days: demoDays, secrets: keys, files })
  await addDemoPeople(db, crypto.randomUUID())
  await db.close()
  return url.href
}
