// A row in every table that a day's business (`business.ts`) leaves empty: people with everything that belongs to them, and
// numbers of printed documents. The ledger gets enough entries of one product for a checkpoint.
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { createSandbox } from '../../src/sandbox/create.ts'
import { acceptanceText, formHeaders } from './acceptance-data.ts'
import type { Business } from './business.ts'
import { addOrder } from './document-data.ts'
import { insertRows } from './insert-rows.ts'
import { addUserRow } from './people.ts'
import { times } from './race.ts'

type Client = Business['clients'][number]

export async function addOneOfEverything(
  db: Db,
  { staff }: Business,
  { id, products, portal, destinatarioId }: Client,
) {
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
  await insertRows(db, 'remito_books', [
    {
      id: uuidv7(),
      point_of_sale: 7,
      first_number: 1,
      last_number: 50,
      next_number: 1,
      cai: '71234567890123',
      cai_expires_on: '2099-12-31',
      has_numbers: true,
      created_at: new Date().toISOString(),
    },
  ])
  const items = [{ product_id, quantity: 1 }]
  const order = { destinatario_id: destinatarioId, items }
  const key = { 'idempotency-key': uuidv7() }
  const placed = (await portal((api) => api.post('/orders', order, key))).answer.body.id
  await staff((api) => api.patch(`/orders/${placed}`, { action: 'approve' }))
  const trip = {
    date: new Date().toISOString().slice(0, 10),
    driver_name: 'Raúl Quiroga',
    order_ids: [placed],
  }
  const { answer } = await staff((api) => api.post('/trips', trip))
  expect(answer.status, answer.text).toBe(201)
  const [remito] = answer.body.stops[0].remitos
  const lines = await staff((api) => api.get(`/remitos/${remito.id}`))
  const [line] = lines.answer.body.distribution_remito_items
  const link = await staff((api) => api.post(`/trips/${answer.body.id}/driver-link`))
  expect(link.answer.status, link.answer.text).toBe(201)
  await staff((api) => api.patch(`/orders/${placed}`, { action: 'prepare' }))
  const { body: draft } = (await staff((api) => api.get(`/trips/${answer.body.id}`))).answer
  const departing = { if_revision: draft.revision, action: 'depart' }
  await staff((api) => api.patch(`/trips/${answer.body.id}`, departing))
  const accepted = await staff((api) =>
    api.post(`/remitos/${remito.id}/acceptance`, acceptanceText(line.id), formHeaders),
  )
  expect(accepted.answer.status, accepted.answer.text).toBe(201)
  const { body: stock } = (await portal((api) => api.get(`/stock/${product_id}`))).answer
  const sheet = `reference,destinatario,sku,quantity\nOC-1,${destinatarioId},${stock.products.sku},1\n`
  const imported = await portal((api) => api.post('/orders/imports', sheet, { 'content-type': 'text/csv' }))
  expect(imported.answer.status, imported.answer.text).toBeLessThan(300)
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
  const sandboxId = await db.transaction((tx) => createSandbox(tx, { actor: 'test', requestId: 'test' }, id))
  await insertRows(db, 'sandbox_remito_series', [{ client_id: sandboxId, last_number: 1 }])
  const orderId = await addOrder(db, sandboxId)
  await insertRows(db, 'sandbox_simulations', [
    {
      order_id: orderId,
      client_id: sandboxId,
      script: 'happy',
      actions: ['approve'],
      step_seconds: 60,
      state: 'failed',
      done: 0,
      problem_code: 'orders/insufficient-stock',
      problem_detail: 'x',
      request_id: 'test',
      started_at: later,
    },
  ])
  await insertRows(db, 'sandbox_resets', [
    {
      client_id: sandboxId,
      data: 'demo',
      state: 'failed',
      done: 10,
      total: 20,
      problem_code: 'server/internal',
      problem_detail: 'x',
      actor: 'test',
      request_id: 'test',
      started_at: later,
      finished_at: later,
    },
  ])
  await insertRows(db, 'sandbox_faults', [
    {
      id: uuidv7(),
      client_id: sandboxId,
      kind: '503',
      route: 'POST /orders',
      times_left: 3,
      created_at: later,
    },
  ])
  await insertRows(db, 'sandbox_mails', [
    {
      id: uuidv7(),
      client_id: sandboxId,
      sent_to: 'compras@vinoteca.example',
      subject: 'Remito',
      body: 'Hola',
      attachments: ['remito.pdf'],
      created_at: later,
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
