// The largest sheets, several at once, in a process with little memory: only a few are read at a time, and each is bounded.
import { portalScopes, staffScopes } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../../../tests/harness/command.ts'
import { excelFile } from '../../../tests/harness/excel-file.ts'
import { caller } from '../../../tests/harness/http.ts'
import { sendSheet } from '../../../tests/harness/order-sheets.ts'
import { useDatabase } from '../../../tests/harness/prologue.ts'
import { times } from '../../../tests/harness/race.ts'
import { backofficePrefix, portalPrefix } from '../../app/routes.ts'
import { createClient } from '../../identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../identity/issue-keys.ts'

const { db, settings } = await useDatabase()
const client = await createClient(db, { name: 'Bodega', email: 'b@b.example', cuit_dni: null })
const staffKey = await issueStaffKey(db, { name: 'ERP', scopes: staffScopes })
const key = await issueApiKey(db, { clientId: client.id, name: 'ERP', scopes: portalScopes })
const server = await serve({
  // The program itself takes half of it. A large young generation would count, too.
  NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=8',
  ...settings,
  SECRET_KEY: 'a secret that only this test knows',
  ROLES: 'api',
})
afterAll(() => server.end('SIGTERM'))
const staff = caller(server.url + backofficePrefix, staffKey.token)
const portal = caller(server.url + portalPrefix, key.token)

test('2,000 lines of 4 MiB are shown to several people at once and placed in bounded memory', async () => {
  const product = { sku: 'VINO', name: 'Vino', unit_type: 'caja' }
  const { body: made } = await staff.post(`/clients/${client.id}/products`, product)
  const items = [{ product_id: made.id, quantity: 1_000_000 }]
  const received = await staff.post('/remitos', { client_id: client.id, type: 'ingreso', items })
  expect(received.status, received.text).toBe(201)
  await portal.post('/destinatarios', { name: 'Vinoteca' })
  const header = ['reference', 'destinatario', 'sku', 'quantity', 'notes']
  const lines = times(2_000, (line) => {
    const order = Math.floor(line / 4)
    return [`OC-${order}`, 'Vinoteca', 'VINO', '1', `Pedido ${order} `.repeat(200).slice(0, 1_900)]
  })
  const csv = [header, ...lines].map((cells) => cells.join(','))
  const shown = await Promise.all([
    ...times(3, () => sendSheet(portal, '/orders/imports?dry_run=true', csv)),
    ...times(3, () => sendSheet(portal, '/orders/imports?dry_run=true', excelFile([header, ...lines]))),
  ])
  for (const { status, text, body } of shown) {
    expect(status, text.slice(0, 500)).toBe(200)
    expect([body.fault_count, body.orders.length, body.totals[0].requested]).toEqual([0, 500, 2_000])
  }
  const placed = await sendSheet(portal, '/orders/imports', csv)
  expect(placed.body).toMatchObject({ placed: 500, existing: 0 })
}, 180_000)
