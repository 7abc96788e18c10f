// Users of the demo: an administrator and an operator of the first client and an administrator of the staff, who sign in, and
// two who were invited.

import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { portalScopes, staffScopes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { makeDataDir } from '../config/data-dir.ts'
import type { Db } from '../db/database.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { issueApiKey, issueStaffKey } from '../identity/issue-keys.ts'
import { scryptPasswords } from '../identity/passwords.ts'
import { keysByHash, type Lookups, staffKeysByHash } from '../identity/queries.ts'
import { hashOf } from '../identity/tokens.ts'
import { insertUser, setPassword, userByEmail } from '../identity/users/queries.ts'
import { demoClients } from './data.ts'
import { addDemoRequests } from './requests.ts'
import { demoSandbox } from './sandbox.ts'

const people = [
  {
    email: 'ana@losalamos.example',
    name: 'Ana Álamos',
    client_id: demoClients[0].id,
    role: 'administrator' as const,
    scopes: [],
  },
  {
    email: 'carla@losalamos.example',
    name: 'Carla Funes',
    client_id: demoClients[0].id,
    role: 'operator' as const,
    scopes: [],
  },
  {
    email: 'leo@deposito.example',
    name: 'Leo Duarte',
    client_id: null,
    role: 'staff' as const,
    scopes: [...staffScopes],
  },
] as const

/** Users without a password. */
const invited = [
  {
    email: 'bruno@losalamos.example',
    name: 'Bruno Álamos',
    client_id: demoClients[0].id,
    role: 'reader' as const,
    scopes: [],
  },
  {
    email: 'marta@deposito.example',
    name: 'Marta Ríos',
    client_id: null,
    role: 'staff' as const,
    scopes: ['staff:read', 'staff:orders', 'staff:stock'],
  },
] as const

/** A person who places orders. */
export const demoBuyer = { email: people[1].email, name: people[1].name }

export const demoLogins = {
  client: people[0].email,
  operator: people[1].email,
  warehouse: people[2].email,
}

/** All users who sign in have the same password. */
export async function addDemoPeople(db: Queryable, password: string): Promise<void> {
  const hash = await scryptPasswords().hash(password)
  for (const person of people) {
    await db.maybeOne(insertUser({ ...person, scopes: [...person.scopes], id: uuidv7() }))
    await db.run(setPassword({ id: uuidv7(), email: person.email, hash }))
  }
  for (const person of invited)
    await db.maybeOne(insertUser({ ...person, scopes: [...person.scopes], id: uuidv7() }))
}

export async function areDemoPeopleThere(db: Queryable): Promise<boolean> {
  const found = await Promise.all(people.map(({ email }) => db.maybeOne(userByEmail(email))))
  return found.every((user) => user !== undefined && !user.invitation_pending)
}

// The demo's keys, one of a client, one of its sandbox and one of the staff, and the password of its people are random, created once, and
// stored in a file that only its owner can read.

export type DemoCredentials = { apiKey: string; testKey: string; staffKey: string; password: string }

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
    const sandbox = { clientId: await demoSandbox(tx), name: 'Demo', scopes: portalScopes }
    const request = { clientId: demoClients[0].id, name: 'Demo', scopes: portalScopes }
    const key = await issueApiKey(tx, request)
    const credentials = {
      apiKey: key.token,
      testKey: (await issueApiKey(tx, sandbox)).token,
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
    const { apiKey, testKey, staffKey, password } = JSON.parse(
      await readFile(file, 'utf8'),
    ) as Partial<DemoCredentials>
    const isWhole = [apiKey, testKey, staffKey, password].every((one) => typeof one === 'string')
    return isWhole ? ({ apiKey, testKey, staffKey, password } as DemoCredentials) : null
  } catch {
    return null
  }
}

async function areValid(db: Queryable, { apiKey, testKey, staffKey }: DemoCredentials): Promise<boolean> {
  const keys = [
    await db.maybeOne(keysByHash(lookupOf(apiKey))),
    await db.maybeOne(keysByHash(lookupOf(testKey))),
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
