// A clone of the migrated template, for one test file.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDb, type Db, type DbAddress } from '../../src/db/database.ts'
import { defaultLimits, sessionSettings } from '../../src/db/driver/connection-config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type AppliedMigration, isOfBaseline, readMigrations } from '../../src/db/migrations.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { insertRows } from './insert-rows.ts'

export type TestDatabase = {
  address: DbAddress
  /** Bypasses the pooler, if the run has one. */
  directUrl: string
  /** Settings for a command. */
  settings: { DATABASE_URL: string; DATABASE_DIRECT_URL: string }
  db: Db
  drop(): Promise<void>
}

type Options = { maxConnections?: number; onNotice?: (text: string) => void }

export function cloneDatabase(options: Options = {}): Promise<TestDatabase> {
  return createDatabase(inject('template'), options)
}

/** A database without any migration. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

async function createDatabase(template: string, options: Options = {}): Promise<TestDatabase> {
  const name = `${inject('template')}_${randomBytes(4).toString('hex')}`
  await administer(`create database ${name} template ${template} strategy ${inject('cloneStrategy')}`)
  const address = addressOf(name)
  if (address.directUrl) await administer(settingsOfRole(name))
  const db = createDb({ ...address, ...options })
  return {
    address,
    directUrl: db.directUrl,
    settings: { DATABASE_URL: address.url, DATABASE_DIRECT_URL: address.directUrl ?? '' },
    db,
    async drop() {
      await db.close()
      await administer(`drop database ${name} with (force)`)
    },
  }
}

/** The address of a database on the server of the tests. */
function addressOf(name: string): DbAddress {
  const at = (server: string) => {
    const url = new URL(server)
    url.pathname = name
    return url.href
  }
  const pooler = inject('poolerUrl')
  const directUrl = at(inject('serverUrl'))
  return pooler ? { url: at(pooler), directUrl } : { url: directUrl }
}

/** A start of the service sets these for the sessions of a pooler (db/driver/pooler.ts). A clone of a database lacks them. */
function settingsOfRole(database: string): string {
  return Object.entries(sessionSettings(defaultLimits))
    .map(([name, value]) => `alter role current_user in database ${database} set ${name} = '${value}'`)
    .join(';')
}

// Two clones of one template cannot be created at once: the second waits.
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

/** A database with the schema of the baseline, which has recorded these migrations from before the baseline. */
export async function earlierDatabase(recorded: readonly AppliedMigration[]): Promise<TestDatabase> {
  const database = await emptyDatabase()
  await migrate(database.db, { migrations: (await readMigrations()).filter(isOfBaseline) })
  await database.db.run(sql`delete from schema_migrations`)
  await insertRows(database.db, 'schema_migrations', recorded)
  return database
}

// A role that owns nothing and has no privileges beyond everyone's.

export async function aRole({ db, address }: TestDatabase) {
  const name = `anden_role_${randomBytes(4).toString('hex')}`
  await db.run(sql`create role ${raw(name)} login password 'secret'`)
  const asRole = (url: string) => {
    const own = new URL(url)
    own.username = name
    own.password = 'secret'
    return own.href
  }
  const url = asRole(address.url)
  const directUrl = address.directUrl ? asRole(address.directUrl) : null
  return {
    name,
    address: { url, directUrl },
    settings: { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl ?? '' },
    /** Grants everything that the service needs on a database that is up to date. */
    async grantTables() {
      for (const schema of ['public', 'graphile_worker']) {
        await db.run(sql`grant usage on schema ${raw(schema)} to ${raw(name)}`)
        await db.run(
          sql`grant select, insert, update, delete on all tables in schema ${raw(schema)} to ${raw(name)}`,
        )
        await db.run(sql`grant usage on all sequences in schema ${raw(schema)} to ${raw(name)}`)
      }
    },
    async drop() {
      await db.run(sql`drop owned by ${raw(name)}`)
      await db.run(sql`drop role ${raw(name)}`)
    },
  }
}
