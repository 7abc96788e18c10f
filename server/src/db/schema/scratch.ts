// A temporary, migrated database: on a temporary cluster, or on the server of DATABASE_URL.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDb } from '../database.ts'
import { joinCluster } from '../embedded/cluster.ts'
import { migrate } from '../migrate.ts'

export async function withScratchDatabase<Result>(
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
