// Writes schema.sql; with --check, only verifies that it matches the migrations.

import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDb } from './database.ts'
import { joinCluster } from './embedded/cluster.ts'
import { migrate } from './migrate.ts'
import { describeSchema } from './schema.ts'

const file = new URL('../../schema.sql', import.meta.url)

try {
  const text = await withScratchDatabase(process.env['DATABASE_URL'], describeSchema)
  if (!process.argv.includes('--check')) {
    await writeFile(file, text)
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    throw new Error('server/schema.sql does not match the migrations: run npm run db:dump')
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

// A temporary, migrated database: on a temporary cluster, or on the server of DATABASE_URL.

async function withScratchDatabase<Result>(
  serverUrl: string | undefined,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  if (serverUrl) return withDatabaseOn(serverUrl, work)
  const dataDir = await mkdtemp(join(tmpdir(), 'anden-scratch-'))
  try {
    // PostgreSQL may have to run as another user.
    await chmod(dataDir, 0o755)
    const cluster = await joinCluster({ dataDir, durable: false })
    try {
      return await withDatabaseOn(cluster.url, work)
    } finally {
      await cluster.leave()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withDatabaseOn<Result>(serverUrl: string, work: (client: pg.Client) => Promise<Result>) {
  const name = `anden_scratch_${randomBytes(4).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = name
  await administer(serverUrl, `create database ${name}`)
  const db = createDb({ url: url.href, maxConnections: 1 })
  try {
    await migrate(db)
    const client = await db.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  } finally {
    await db.close()
    await administer(serverUrl, `drop database ${name} with (force)`)
  }
}

async function administer(serverUrl: string, statement: string) {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
