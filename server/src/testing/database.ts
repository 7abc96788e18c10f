// A clone of the migrated template, for one test file.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDb, type Db } from '../db/pool.ts'

export type TestDatabase = { url: string; db: Db; drop(): Promise<void> }

type Options = { maxConnections?: number; onNotice?: (text: string) => void }

export function cloneDatabase(options: Options = {}): Promise<TestDatabase> {
  return createDatabase(inject('template'), options)
}

/** One that no migration has seen. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

async function createDatabase(template: string, options: Options = {}): Promise<TestDatabase> {
  const name = `${inject('template')}_${randomBytes(4).toString('hex')}`
  await administer(`create database ${name} template ${template} strategy ${inject('cloneStrategy')}`)
  const url = new URL(inject('serverUrl'))
  url.pathname = name
  const db = createDb({ url: url.href, ...options })
  return {
    url: url.href,
    db,
    async drop() {
      await db.close()
      await administer(`drop database ${name} with (force)`)
    },
  }
}

// Two clones of one template cannot be made at the same moment: the second waits its turn.
async function administer(statement: string) {
  const client = new pg.Client(inject('serverUrl'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(42)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
