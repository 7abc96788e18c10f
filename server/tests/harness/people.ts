// People who can sign in, and their sessions, created without signing in.
import { createHmac, randomBytes } from 'node:crypto'
import type { UserRole } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { AppDeps } from '../../src/app/deps.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { sessionCookie } from '../../src/http/admission/origins.ts'
import { librarySecret, sessionPolicy, signedValue } from '../../src/identity/sessions/cookie.ts'
import { hashOf } from '../../src/identity/tokens.ts'
import { insertUser, type NewUserRow } from '../../src/identity/users/queries.ts'
import { type Caller, caller, type Inspect } from './http.ts'

export const testPassword = 'una clave larga y única'

export type TestUser = { id: string; email: string }
export type SignedInUser = TestUser & { sessionId: string; cookie: string; api: Caller }

const emailOf = (id: string) => `ana.${id}@cliente.example`

export async function addUserRow(db: Queryable, place: Pick<NewUserRow, 'client_id' | 'role' | 'scopes'>) {
  const id = uuidv7()
  await db.one(insertUser({ id, ...place, email: emailOf(id), name: 'Ana' }))
  return id
}

/** A reader of a client. Nobody knows the codes. */
export async function addUserWithSecondFactor(db: Queryable, clientId: string): Promise<string> {
  const id = await addUserRow(db, { client_id: clientId, role: 'reader', scopes: [] })
  await db.run(sql`
    insert into two_factors (id, user_id, secret, backup_codes, verified) values (${uuidv7()}, ${id}, 'x', 'x', true)`)
  await db.run(sql`update users set two_factor_enabled = true where id = ${id}`)
  return id
}

type Place = {
  clientId: string | null
  role: UserRole
  scopes: readonly string[]
}

type PeopleDeps = Pick<AppDeps, 'db' | 'secrets' | 'clock' | 'passwords' | 'baseUrl'>

export function testPeople(deps: PeopleDeps, inspect?: Inspect) {
  const { db } = deps

  async function aPerson({ clientId, role, scopes }: Place): Promise<TestUser> {
    const id = await addUserRow(db, { client_id: clientId, role, scopes: [...scopes] })
    return { id, email: emailOf(id) }
  }

  /** The password is `testPassword`. */
  async function aPersonWithPassword(place: Place): Promise<TestUser> {
    const person = await aPerson(place)
    await db.run(sql`
      insert into user_accounts (id, user_id, provider_id, account_id, password)
      values (${uuidv7()}, ${person.id}, 'credential', ${person.id}, ${await deps.passwords.hash(testPassword)})`)
    return person
  }

  async function signedIn(
    place: Place,
    root: string,
    headers: Record<string, string> = {},
  ): Promise<SignedInUser> {
    const person = await aPerson(place)
    const token = randomBytes(24).toString('base64url')
    const sessionId = uuidv7()
    const now = deps.clock()
    await db.run(sql`
      insert into sessions (id, user_id, token_hash, expires_at, last_used_at, created_at)
      values (${sessionId}, ${person.id}, ${hashOf(token)}, ${new Date(now + sessionPolicy.maxMs).toISOString()},
        ${new Date(now).toISOString()}, ${new Date(now).toISOString()})`)
    const value = signedValue(librarySecret(deps.secrets), token)
    const cookie = `${sessionCookie(deps.baseUrl())}=${value}`
    const own = { cookie, 'sec-fetch-site': 'same-origin', ...headers }
    return { ...person, sessionId, cookie, api: caller(root, undefined, inspect, own) }
  }

  return { aPerson, aPersonWithPassword, signedIn }
}

// Codes of an authenticator: RFC 6238 with SHA-1, six digits and 30 seconds, independent of the code that it checks.

/** `steps`: the number of 30-second periods from now. */
export function codeAt(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll('=', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
