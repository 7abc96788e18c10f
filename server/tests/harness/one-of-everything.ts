// A row in every table that a day's business (`business.ts`) leaves empty: people with everything that belongs to them, and
// numbers of printed documents. The ledger gets enough entries of one product for a checkpoint.
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import type { Business } from './business.ts'
import { insertRows } from './insert-rows.ts'
import { addUserRow } from './people.ts'
import { times } from './race.ts'

type Client = Business['clients'][number]

export async function addOneOfEverything(db: Db, { staff }: Business, { id, products }: Client) {
  const [product_id] = products
  const documents: [string, object][] = [
    ['/credit-notes', { client_id: id, amount: 1, number: 'NC 0003-00000087' }],
    [
      '/remitos',
      {
        client_id: id,
        type: 'ingreso',
        remito_number: ['R 0003-00001821'],
        items: times(20, (index) => ({ product_id, quantity: 1, lot_number: `L${index}` })),
      },
    ],
  ]
  for (const [path, body] of documents) {
    const { answer } = await staff((api) => api.post(path, body))
    expect(answer.status, answer.text).toBe(201)
  }
  const ana = await addUserRow(db, { client_id: id, role: 'administrator', scopes: [] })
  const leo = await addUserRow(db, { client_id: null, role: 'staff', scopes: ['staff:read'] })
  for (const user_id of [ana, leo]) await addBelongings(db, user_id)
  const [session_id, later] = [uuidv7(), new Date(Date.now() + 3_600_000).toISOString()]
  await insertRows(db, 'sessions', [
    {
      id: session_id,
      user_id: leo,
      token_hash: bytes('session'),
      expires_at: later,
      last_used_at: later,
      created_at: later,
      updated_at: later,
    },
  ])
  await insertRows(db, 'client_inspections', [
    { id: uuidv7(), session_id, client_id: id, expires_at: later, created_at: later },
  ])
  await insertRows(db, 'saved_views', [
    {
      id: uuidv7(),
      client_id: id,
      user_id: ana,
      page: '/orders',
      name: 'Para Córdoba',
      search: 'status=pending',
      shared: true,
      created_at: later,
      updated_at: later,
    },
  ])
  await insertRows(db, 'invitation_tries', [{ client_id: id, started_at: later, tries: 3 }])
  await insertRows(db, 'daily_runs', [{ job: 'lot-expiring', day: '2026-01-01', finished_at: later }])
}

async function addBelongings(db: Db, user_id: string) {
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const dates = { created_at: soon, updated_at: soon }
  const password = 'scrypt$not-a-real-one'
  await insertRows(db, 'user_accounts', [
    { id: uuidv7(), user_id, provider_id: 'credential', account_id: user_id, password, ...dates },
  ])
  await insertRows(db, 'two_factors', [
    {
      id: uuidv7(),
      user_id,
      secret: 'sealed',
      backup_codes: 'hashed',
      verified: true,
      failed_verification_count: 0,
    },
  ])
  await insertRows(db, 'used_totp_codes', [{ user_id, code: '492039', used_at: soon }])
  await insertRows(db, 'verifications', [
    { id: uuidv7(), identifier: `hash of ${user_id}`, value: user_id, expires_at: soon, ...dates },
  ])
}

/** 32 bytes in PostgreSQL's notation. */
const bytes = (text: string) => `\\x${Buffer.from(text.padEnd(32)).toString('hex')}`
