// The demo's keys, one of a client and one of the staff, and the password of its people are random, created once, and
// stored in a file that only its owner can read.
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { portalScopes, staffScopes } from '@anden/contract'
import { makeDataDir } from '../config/data-dir.ts'
import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { issueApiKey, issueStaffKey } from '../identity/issue-keys.ts'
import { keysByHash, type Lookups, staffKeysByHash } from '../identity/queries.ts'
import { hashOf } from '../identity/tokens.ts'
import { userByEmail } from '../identity/users/queries.ts'
import { demoClients } from './data.ts'
import { addDemoPeople, areDemoPeopleThere, demoLogins } from './people.ts'
import { addDemoRequests } from './requests.ts'

export type DemoCredentials = { apiKey: string; staffKey: string; password: string }

const credentialsFile = (dataDir: string) => join(dataDir, 'demo-credentials.json')

/** Whether this is the demo's database: the stored credentials are valid in it. */
export async function isDemo(db: Queryable, dataDir: string): Promise<boolean> {
  const stored = await readStored(credentialsFile(dataDir))
  return stored !== null && areValid(db, stored)
}

/** Serialised by a lock, so that two concurrent first starts get the same keys. */
export async function demoCredentials(db: Db, dataDir: string, baseUrl: string): Promise<DemoCredentials> {
  const file = credentialsFile(dataDir)
  return db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(7263548112)`)
    const stored = await readStored(file)
    if (stored && (await areValid(tx, stored))) return stored
    const request = { clientId: demoClients[0].id, name: 'Demo', scopes: portalScopes }
    const key = await issueApiKey(tx, request)
    const credentials = {
      apiKey: key.token,
      staffKey: (await issueStaffKey(tx, { name: 'Demo', scopes: staffScopes })).token,
      password: randomBytes(12).toString('base64url'),
    }
    await addDemoPeople(tx, credentials.password)
    await addDemoRequests(tx, { key, user: await tx.one(userByEmail(demoLogins.client)) }, baseUrl)
    await makeDataDir(dataDir)
    const draft = `${file}.${randomBytes(4).toString('hex')}`
    await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, file)
    return credentials
  })
}

/** null: the file is missing or damaged, and is replaced. Nothing depends on the keys in it. */
async function readStored(file: string): Promise<DemoCredentials | null> {
  try {
    const { apiKey, staffKey, password } = JSON.parse(
      await readFile(file, 'utf8'),
    ) as Partial<DemoCredentials>
    const isWhole = [apiKey, staffKey, password].every((one) => typeof one === 'string')
    return isWhole ? ({ apiKey, staffKey, password } as DemoCredentials) : null
  } catch {
    return null
  }
}

async function areValid(db: Queryable, { apiKey, staffKey }: DemoCredentials): Promise<boolean> {
  const keys = [
    await db.maybeOne(keysByHash(lookupOf(apiKey))),
    await db.maybeOne(staffKeysByHash(lookupOf(staffKey))),
  ]
  const areLive = keys.every((key) => key?.credential?.revoked_at === null)
  return areLive && areDemoPeopleThere(db)
}

const lookupOf = (token: string): Lookups => ({
  tokenHashes: [hashOf(token)],
  topics: [null],
  revisions: [null],
})
