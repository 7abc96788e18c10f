// A role that owns nothing and has no privileges beyond everyone's.
import { randomBytes } from 'node:crypto'
import { raw, sql } from '../../src/db/sql.ts'
import type { TestDatabase } from './database.ts'

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
