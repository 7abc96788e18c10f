// One PostgreSQL for the whole run: the embedded one, or the one that DATABASE_URL names. It has a migrated template, of
// which every test file gets its own clone. With TEST_POOLER=pgbouncer the service reaches it through PgBouncer in
// transaction mode.
import { randomBytes } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDb } from '../../src/db/database.ts'
import { joinCluster } from '../../src/db/embedded/cluster.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { isInMemory, makeQuickestDirectory } from './quickest-directory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string
    /** null: the service uses the server's own address. */
    poolerUrl: string | null
    template: string
    /** How PostgreSQL clones the template: by copying files, if that is faster than copying pages. */
    cloneStrategy: 'file_copy' | 'wal_log'
  }
}

export default async function setup(project: TestProject) {
  const external = process.env['DATABASE_URL']
  const dataDir = external ? null : await makeQuickestDirectory()
  // Accessible to the account that PostgreSQL runs under if we are root.
  if (dataDir) await chmod(dataDir, 0o755)
  const cluster = dataDir ? await joinCluster({ dataDir, durable: false }) : null
  const serverUrl = external ?? cluster?.url ?? ''
  // Many test files start processes: with their code compiled once for all of them, one starts in 0.4 s instead of 0.6.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
    new URL('../../../node_modules/.cache/compiled', import.meta.url),
  )
  // Commands that tests start must not inherit the run's own settings.
  delete process.env['DATABASE_URL']

  const template = `anden_test_${randomBytes(4).toString('hex')}`
  await administer(serverUrl, `create database ${template}`)
  const url = new URL(serverUrl)
  url.pathname = template
  const db = createDb({ url: url.href, maxConnections: 1 })
  await migrate(db)
  await db.close()
  const pooler = process.env['TEST_POOLER'] === 'pgbouncer' ? await startPgBouncer(serverUrl) : null
  project.provide('serverUrl', serverUrl)
  project.provide('poolerUrl', pooler?.url ?? null)
  project.provide('template', template)
  project.provide('cloneStrategy', (await isServerInMemory(serverUrl)) ? 'file_copy' : 'wal_log')

  return async () => {
    await pooler?.stop()
    if (external) await dropAll(serverUrl, template)
    await cluster?.leave()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  }
}

/** Only a superuser may ask where a server keeps its data. Without an answer, the pages are copied, which always works. */
async function isServerInMemory(serverUrl: string): Promise<boolean> {
  const shown = administer<{ data_directory: string }>(serverUrl, 'show data_directory')
  const [row] = await shown.catch(() => [])
  return row !== undefined && isInMemory(row.data_directory)
}

async function administer<Row extends object>(serverUrl: string, statement: string) {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

async function dropAll(serverUrl: string, template: string) {
  const databases = await administer<{ datname: string }>(
    serverUrl,
    `select datname from pg_database where datname like '${template}%'`,
  )
  for (const { datname } of databases) await administer(serverUrl, `drop database ${datname} with (force)`)
}
