// One valid request to every route of the back office, each for a client of its own. A new route needs a line here, and
// every-backoffice-route.test.ts then checks its guarantees.
import type { ProblemCode, StaffScope } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Secrets } from '../../src/config/secrets.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { acceptanceText, addAcceptance, addEgreso, formHeaders } from './acceptance-data.ts'
import { addAccountEntries, addOrder, addRemitoItems, addRemitos, addTrips } from './document-data.ts'
import { addNotice } from './inbound-data.ts'
import { insertRows } from './insert-rows.ts'
import { addUserRow, addUserWithSecondFactor } from './people.ts'
import { addDelivered, addReturn } from './return-data.ts'
import { insertSandboxOf } from './sandbox-data.ts'
import { addLot, addProduct } from './stock-data.ts'
import { aNewView, aSharedView } from './view-data.ts'
import { addSignedEndpoint } from './webhook-data.ts'

export type StaffRequest = {
  /** The values of the path's `:parameters`. */
  params?: Record<string, string>
  query?: Record<string, string>
  /** JSON, or text of the type that `headers` names. */
  body?: Record<string, unknown> | string
  headers?: Record<string, string>
}

export type StaffSample = {
  /** null: only for people who are signed in, whatever their scopes. */
  scope: StaffScope | null
  /** Only for people who are signed in and have that scope. */
  session?: true
  /** Only an administrator among them may do what the sample does. */
  by?: 'administrator'
  /** The problem if the path or the query names something that does not exist. */
  missing?: ProblemCode
  /** The same for members of the body. */
  missingInBody?: Record<string, ProblemCode>
  make?: (db: Queryable, clientId: string, secrets: Secrets) => Promise<StaffRequest>
}

async function aDispute(db: Queryable, clientId: string): Promise<StaffRequest> {
  return { params: { id: (await addAcceptance(db, clientId, { late: true })).acceptanceId } }
}

const ofClient = async (_: Queryable, clientId: string) => ({ params: { id: clientId } })
const byClient = async (_: Queryable, clientId: string) => ({ query: { client_id: clientId } })
const withBody = (body: Record<string, unknown>) => async (_: Queryable, clientId: string) => ({
  params: { id: clientId },
  body,
})
const paid = (more: Record<string, unknown>) => async (_: Queryable, clientId: string) => ({
  body: { client_id: clientId, amount: 100.5, ...more },
})

const client = { missing: 'clients/not-found' } as const
const clientInBody = { missingInBody: { client_id: 'clients/not-found' } } as const

export const backofficeSamples: Record<string, StaffSample> = {
  'GET /session': { scope: null },
  'GET /views': { scope: null },
  'POST /views': { scope: null, make: async () => ({ body: aNewView() }) },
  'PATCH /views/:id': {
    scope: null,
    by: 'administrator',
    make: async (db) => ({ params: await aSharedView(db, null), body: { search: 'status=approved' } }),
  },
  'DELETE /views/:id': {
    scope: null,
    by: 'administrator',
    make: async (db) => ({ params: await aSharedView(db, null) }),
  },
  'GET /live': { scope: 'staff:read' },
  'POST /clients/:id/inspect': { scope: 'staff:clients', session: true, make: ofClient },
  'GET /users': { scope: 'staff:admin' },
  'GET /users/export': { scope: 'staff:admin' },
  'POST /users': {
    scope: 'staff:admin',
    ...clientInBody,
    make: async (_, clientId) => ({
      body: { email: `${uuidv7()}@cliente.example`, name: 'Luz', client_id: clientId, role: 'reader' },
    }),
  },
  'PATCH /users/:id': {
    scope: 'staff:admin',
    missing: 'users/not-found',
    make: async (db, clientId) => ({ params: await aReader(db, clientId), body: { name: 'Luz' } }),
  },
  'POST /users/:id/reset-second-factor': {
    scope: 'staff:admin',
    missing: 'users/not-found',
    make: async (db, clientId) => ({ params: { id: await addUserWithSecondFactor(db, clientId) } }),
  },
  'DELETE /users/:id': {
    scope: 'staff:admin',
    missing: 'users/not-found',
    make: async (db, clientId) => ({ params: await aReader(db, clientId) }),
  },
  'GET /staff-keys': { scope: 'staff:admin' },
  'GET /staff-keys/export': { scope: 'staff:admin' },
  'POST /staff-keys': {
    scope: 'staff:admin',
    make: async () => ({ body: { name: 'ERP', scopes: ['staff:read'] } }),
  },
  'POST /staff-keys/:id/rotate': {
    scope: 'staff:admin',
    missing: 'keys/not-found',
    make: async (db) => ({ params: await aStaffKey(db), body: { grace_days: 1 } }),
  },
  'DELETE /staff-keys/:id': {
    scope: 'staff:admin',
    missing: 'keys/not-found',
    make: async (db) => ({ params: await aStaffKey(db) }),
  },
  'GET /clients': { scope: 'staff:read' },
  'GET /clients/export': { scope: 'staff:read' },
  'POST /clients': {
    scope: 'staff:clients',
    make: async () => ({ body: { name: 'Bodega', email: 'bodega@bodega.example' } }),
  },
  'GET /clients/:id': { scope: 'staff:read', ...client, make: ofClient },
  'PATCH /clients/:id': { scope: 'staff:clients', ...client, make: withBody({ name: 'Otra' }) },
  'GET /clients/:id/overview': { scope: 'staff:read', ...client, make: ofClient },
  'GET /clients/:id/sandbox': {
    scope: 'staff:clients',
    missing: 'sandbox/not-found',
    make: async (db, clientId) => {
      await insertSandboxOf(db, clientId)
      return ofClient(db, clientId)
    },
  },
  'GET /clients/:id/users': { scope: 'staff:read', ...client, make: ofClient },
  'GET /clients/:id/keys': { scope: 'staff:read', ...client, make: ofClient },
  'POST /clients/:id/keys': {
    scope: 'staff:clients',
    ...client,
    make: withBody({ name: 'ERP', scopes: ['read:stock'] }),
  },
  'POST /clients/:id/keys/:key_id/rotate': {
    scope: 'staff:clients',
    missing: 'keys/not-found',
    make: async (db, clientId) => ({ params: await aKey(db, clientId), body: { grace_days: 1 } }),
  },
  'DELETE /clients/:id/keys/:key_id': {
    scope: 'staff:clients',
    missing: 'keys/not-found',
    make: async (db, clientId) => ({ params: await aKey(db, clientId) }),
  },
  'GET /clients/names': { scope: 'staff:read' },
  'GET /clients/:id/name': { scope: 'staff:read', ...client, make: ofClient },
  'GET /clients/:id/products': { scope: 'staff:read', ...client, make: ofClient },
  'GET /clients/:id/destinatarios': { scope: 'staff:read', ...client, make: ofClient },
  'POST /clients/:id/products': {
    scope: 'staff:stock',
    ...client,
    make: async (_, clientId) => ({
      params: { id: clientId },
      body: { name: 'Malbec', sku: uuidv7(), unit_type: 'caja' },
    }),
  },
  'GET /products/:id': {
    scope: 'staff:read',
    missing: 'products/not-found',
    make: async (db, clientId) => ({ params: { id: (await addProduct(db, clientId)).id } }),
  },
  'PATCH /products/:id': {
    scope: 'staff:stock',
    missing: 'products/not-found',
    make: async (db, clientId) => ({
      params: { id: (await addProduct(db, clientId)).id },
      body: { name: 'Otro' },
    }),
  },
  'GET /stock': { scope: 'staff:read', ...client, make: byClient },
  'GET /stock/export': { scope: 'staff:read', ...client, make: byClient },
  'GET /stock/:id': {
    scope: 'staff:read',
    missing: 'stock/not-found',
    make: async (db, clientId) => ({ params: { id: (await addProduct(db, clientId)).id } }),
  },
  'GET /lots': { scope: 'staff:read', ...client, make: byClient },
  'GET /lots/export': { scope: 'staff:read', ...client, make: byClient },
  'GET /lots/:id/trace': { scope: 'staff:read', missing: 'lots/not-found', make: aLot },
  'GET /lots/:id/trace/export': { scope: 'staff:read', missing: 'lots/not-found', make: aLot },
  'GET /lots/:id/orders': { scope: 'staff:read', missing: 'lots/not-found', make: aLot },
  'PATCH /lots/:id': {
    scope: 'staff:stock',
    missing: 'lots/not-found',
    make: async (db, clientId) => ({
      ...(await aLot(db, clientId)),
      body: { hold: true, reason: 'Retiro del mercado' },
    }),
  },
  'POST /stock/adjustments': {
    scope: 'staff:stock',
    missingInBody: { product_id: 'validation/invalid-body', lot_id: 'validation/invalid-body' },
    make: async (db, clientId) => {
      const { id } = await addProduct(db, clientId)
      const lot = await addLot(db, clientId, id)
      return { body: { product_id: id, delta: 1, reason: 'Recuento', lot_id: lot.id } }
    },
  },
  'POST /stock/transfers': {
    scope: 'staff:stock',
    missingInBody: {
      from_product_id: 'validation/invalid-body',
      to_product_id: 'validation/invalid-body',
      lot_id: 'validation/invalid-body',
    },
    make: async (db, clientId) => {
      const { id } = await addProduct(db, clientId)
      const lot = await addLot(db, clientId, id)
      const owner = { name: 'Otra', email: 'otra@otra.example', cuit_dni: null }
      const to = await addProduct(db, (await createClient(db, owner)).id)
      const body = { from_product_id: id, to_product_id: to.id, quantity: 1, reason: 'Venta', lot_id: lot.id }
      return { body }
    },
  },
  'POST /stock/preview': {
    scope: 'staff:read',
    make: async (db, clientId) => {
      const { id } = await addProduct(db, clientId)
      return { body: { items: [{ product_id: id, quantity: 1 }] } }
    },
  },
  'POST /products/imports': {
    scope: 'staff:stock',
    ...client,
    make: async (_db, clientId) => ({
      query: { client_id: clientId },
      body: `sku,name,unit_type\nSKU-${uuidv7()},Malbec,caja\n`,
      headers: { 'content-type': 'text/csv' },
    }),
  },
  'POST /stock/imports': {
    scope: 'staff:stock',
    ...client,
    make: async (db, clientId) => ({
      query: { client_id: clientId },
      body: `sku,quantity\n${(await addProduct(db, clientId)).sku},5\n`,
      headers: { 'content-type': 'text/csv' },
    }),
  },
  'GET /stock/imports': { scope: 'staff:read' },
  'GET /stock/imports/export': { scope: 'staff:read' },
  'GET /stock/imports/:id': { scope: 'staff:read', missing: 'imports/not-found', make: anImport },
  'GET /stock/imports/:id/lots': { scope: 'staff:read', missing: 'imports/not-found', make: anImport },
  'GET /stock/imports/:id/lots/export': { scope: 'staff:read', missing: 'imports/not-found', make: anImport },
  'GET /ledger': {
    scope: 'staff:read',
    missing: 'products/not-found',
    make: async (db, clientId) => ({ query: { product_id: (await addProduct(db, clientId)).id } }),
  },
  'GET /ledger/export': {
    scope: 'staff:read',
    missing: 'products/not-found',
    make: async (db, clientId) => ({ query: { product_id: (await addProduct(db, clientId)).id } }),
  },
  'GET /remitos': { scope: 'staff:read' },
  'GET /remitos/export': { scope: 'staff:read' },
  'POST /remitos': {
    scope: 'staff:receive',
    ...clientInBody,
    make: async (db, clientId) => {
      const { id } = await addProduct(db, clientId)
      return { body: { client_id: clientId, type: 'ingreso', items: [{ product_id: id, quantity: 1 }] } }
    },
  },
  'GET /remitos/:id': { scope: 'staff:read', missing: 'remitos/not-found', make: aRemito },
  'GET /remitos/:id/pdf': { scope: 'staff:read', missing: 'remitos/not-found', make: aRemito },
  // An unknown id gets a problem with pointers: see remitos/pdf/selection.test.ts.
  'GET /remitos/pdf': {
    scope: 'staff:read',
    make: async (db, clientId) => ({ query: (await aRemito(db, clientId)).params }),
  },
  'GET /remitos/:id/acceptance': {
    scope: 'staff:read',
    missing: 'remitos/not-accepted',
    make: async (db, clientId) => ({ params: { id: (await addAcceptance(db, clientId)).remitoId } }),
  },
  'GET /remitos/:id/acceptance/pdf': {
    scope: 'staff:read',
    missing: 'remitos/not-accepted',
    make: async (db, clientId) => ({ params: { id: (await addAcceptance(db, clientId)).remitoId } }),
  },
  'POST /remitos/:id/acceptance': {
    scope: 'staff:orders',
    missing: 'remitos/not-found',
    make: async (db, clientId) => {
      const { remitoId, itemId } = await addEgreso(db, clientId, 'delivered')
      return { params: { id: remitoId }, body: acceptanceText(itemId), headers: formHeaders }
    },
  },
  'POST /remitos/:id/share': {
    scope: 'staff:orders',
    missing: 'remitos/not-found',
    make: async (db, clientId) => {
      const { remitoId } = await addEgreso(db, clientId, 'in_transit')
      return { params: { id: remitoId }, body: {} }
    },
  },
  'GET /disputes': { scope: 'staff:read' },
  'GET /disputes/:id': {
    scope: 'staff:read',
    missing: 'remitos/acceptance-not-found',
    make: aDispute,
  },
  'GET /disputes/:id/pdf': {
    scope: 'staff:read',
    missing: 'remitos/acceptance-not-found',
    make: aDispute,
  },
  'POST /disputes/:id/settle': {
    scope: 'staff:orders',
    missing: 'remitos/acceptance-not-found',
    make: async (db, clientId) => ({
      ...(await aDispute(db, clientId)),
      body: { note: 'Nota de crédito' },
    }),
  },
  'POST /remitos/:id/void': {
    scope: 'staff:stock',
    missing: 'remitos/not-found',
    make: async (db, clientId) => ({ ...(await aRemito(db, clientId)), body: { reason: 'Error' } }),
  },
  'GET /remito-books': { scope: 'staff:admin' },
  'POST /remito-books': {
    scope: 'staff:admin',
    make: async () => {
      const point_of_sale = 1_000 + Math.floor(Math.random() * 90_000)
      const cai = { cai: '71234567890123', cai_expires_on: '2099-12-31' }
      return { body: { point_of_sale, from: 1, to: 9_000_000, ...cai } }
    },
  },
  'PATCH /remito-books/:id': {
    scope: 'staff:admin',
    missing: 'remitos/book-not-found',
    make: async (db) => ({ params: await aBookToClose(db), body: { closed: true } }),
  },
  'GET /inbound': { scope: 'staff:read' },
  'GET /inbound/export': { scope: 'staff:read' },
  'GET /inbound/:id': { scope: 'staff:read', missing: 'inbound/not-found', make: aNotice },
  'PATCH /inbound/:id': {
    scope: 'staff:receive',
    missing: 'inbound/not-found',
    make: async (db, clientId) => ({ ...(await aNotice(db, clientId)), body: { action: 'arrive' } }),
  },
  'GET /returns': { scope: 'staff:read' },
  'GET /returns/export': { scope: 'staff:read' },
  'GET /returns/:id': { scope: 'staff:read', missing: 'returns/not-found', make: aReturn },
  'GET /orders/:id/returnable': {
    scope: 'staff:read',
    missing: 'orders/not-found',
    make: async (db, clientId) => ({ params: { id: (await addDelivered(db, clientId)).order_id } }),
  },
  'POST /returns': {
    scope: 'staff:stock',
    missingInBody: { order_id: 'orders/not-found' },
    make: async (db, clientId) => {
      const { order_id, line } = await addDelivered(db, clientId)
      const { remito_item_id } = line
      return { body: { order_id, items: [{ remito_item_id, quantity: 1, reason: 'damaged' }] } }
    },
  },
  'PATCH /returns/:id': {
    scope: 'staff:receive',
    missing: 'returns/not-found',
    make: async (db, clientId) => {
      const id = await addReturn(db, clientId)
      const line = await db.one(sql<{ id: string }>`select id from return_items where return_id = ${id}`)
      const items = [{ id: line.id, quantity: 1, disposition: 'write_off' }]
      return { params: { id }, body: { action: 'receive', items } }
    },
  },
  'GET /orders': { scope: 'staff:read' },
  'GET /orders/export': { scope: 'staff:read' },
  'GET /queue': { scope: 'staff:read', make: async () => ({ query: { status: 'pending' } }) },
  'GET /today': { scope: 'staff:read' },
  'GET /orders/:id': { scope: 'staff:read', missing: 'orders/not-found', make: anOrder },
  'GET /orders/:id/picks': { scope: 'staff:read', missing: 'orders/not-found', make: anOrder },
  'GET /orders/:id/labels': { scope: 'staff:read', missing: 'orders/not-found', make: aPackedOrder },
  // An order that is not there gets a problem with pointers: see orders/pick-list.test.ts.
  'GET /pick-list': { scope: 'staff:read', make: anOrderToPick },
  'GET /pick-list/pdf': { scope: 'staff:read', make: anOrderToPick },
  'PATCH /orders/:id': {
    scope: 'staff:orders',
    missing: 'orders/not-found',
    make: async (db, clientId) => ({
      ...(await anOrder(db, clientId)),
      body: { action: 'reject', reason: 'Sin camión' },
    }),
  },
  'GET /trips': { scope: 'staff:read' },
  'GET /trips/export': { scope: 'staff:read' },
  'POST /trips': {
    scope: 'staff:orders',
    make: async (db, clientId) => ({
      body: { ...aVehicle, order_ids: [await addOrder(db, clientId, { status: 'approved' })] },
    }),
  },
  'GET /trips/:id': { scope: 'staff:read', missing: 'trips/not-found', make: aTrip },
  'GET /trips/:id/pdf': { scope: 'staff:read', missing: 'trips/not-found', make: aTrip },
  'GET /trips/:id/labels': { scope: 'staff:read', missing: 'trips/not-found', make: aTripToLabel },
  'PATCH /trips/:id': {
    scope: 'staff:orders',
    missing: 'trips/not-found',
    make: async (db) => ({ ...(await aTrip(db)), body: { if_revision: 1, plate: 'AA123BB' } }),
  },
  'POST /trips/:id/driver-link': { scope: 'staff:orders', missing: 'trips/not-found', make: aTrip },
  'DELETE /trips/:id': { scope: 'staff:orders', missing: 'trips/not-found', make: aTrip },
  'GET /balances': { scope: 'staff:read' },
  'GET /balances/export': { scope: 'staff:read' },
  'GET /balances/total': { scope: 'staff:read' },
  'GET /clients/:id/balance': { scope: 'staff:read', ...client, make: ofClient },
  'GET /clients/:id/transactions': { scope: 'staff:read', ...client, make: ofClient },
  'GET /clients/:id/transactions/export': { scope: 'staff:read', ...client, make: ofClient },
  'POST /payments': { scope: 'staff:account', ...clientInBody, make: paid({ payment_method: 'qr' }) },
  'POST /credit-sales': { scope: 'staff:account', ...clientInBody, make: paid({}) },
  'POST /credit-notes': {
    scope: 'staff:account',
    ...clientInBody,
    make: (db, clientId) => paid({ number: uuidv7() })(db, clientId),
  },
  'POST /transactions/:transaction_id/reverse': {
    scope: 'staff:account',
    missing: 'transactions/not-found',
    make: async (db, clientId) => {
      const [entry] = await addAccountEntries(db, clientId, [{}])
      return { params: { transaction_id: `pay_${entry?.id}` }, body: { reason: 'Error' } }
    },
  },
  'GET /audit': { scope: 'staff:read' },
  'GET /audit/export': { scope: 'staff:read' },
  'GET /search': { scope: 'staff:read', make: async () => ({ query: { q: 'malbec' } }) },
  'GET /clients/:id/webhooks': { scope: 'staff:read', ...client, make: ofClient },
  'POST /clients/:id/webhooks/:webhook_id/test': {
    scope: 'staff:clients',
    missing: 'webhooks/not-found',
    make: async (db, clientId, secrets) => ({
      params: { id: clientId, webhook_id: await addSignedEndpoint(db, clientId, secrets) },
      body: { type: 'order.approved' },
    }),
  },
}

async function aKey(db: Queryable, clientId: string) {
  const key = await issueApiKey(db, { clientId, name: uuidv7(), scopes: ['read:stock'] })
  return { id: clientId, key_id: key.id }
}

async function aLot(db: Queryable, clientId: string) {
  const { id: productId } = await addProduct(db, clientId)
  return { params: { id: (await addLot(db, clientId, productId)).id } }
}

async function aRemito(db: Queryable, clientId: string) {
  return { params: { id: (await addRemitos(db, clientId, [{}]))[0]?.id ?? '' } }
}

async function aReturn(db: Queryable, clientId: string) {
  return { params: { id: await addReturn(db, clientId) } }
}

async function aNotice(db: Queryable, clientId: string) {
  return { params: { id: await addNotice(db, clientId) } }
}

async function anImport(db: Queryable, clientId: string) {
  const id = uuidv7()
  const after = {
    lines: 1,
    products_created: 0,
    products_changed: 0,
    lots_created: 0,
    lots_changed: 0,
    unchanged: 1,
  }
  const entry = {
    id: uuidv7(),
    client_id: clientId,
    actor: 'staff',
    action: 'stock.import',
    subject_id: id,
    after,
  }
  await insertRows(db, 'audit_entries', [{ ...entry, created_at: new Date().toISOString() }])
  return { params: { id } }
}

async function anOrder(db: Queryable, clientId: string) {
  return { params: { id: await addOrder(db, clientId) } }
}

const aVehicle = { date: new Date().toISOString().slice(0, 10), driver_name: 'Raúl Quiroga' }

async function aTrip(db: Queryable) {
  return { params: { id: (await addTrips(db, [{}]))[0]?.id ?? '' } }
}

async function aTripToLabel(db: Queryable, clientId: string) {
  const { params } = await aTrip(db)
  const { id: order_id } = (await aPackedOrder(db, clientId)).params
  await insertRows(db, 'trip_stops', [{ trip_id: params.id, client_id: clientId, order_id, position: 1 }])
  return { params }
}

async function aPackedOrder(db: Queryable, clientId: string) {
  const packed = { packages: 2, packed_at: '2026-11-02T12:00:00Z', checked: true }
  return { params: { id: await addOrder(db, clientId, { status: 'in_preparation', ...packed }) } }
}

async function anOrderToPick(db: Queryable, clientId: string) {
  const orderId = await addOrder(db, clientId, { status: 'approved' })
  const { id: product_id } = await addProduct(db, clientId)
  const { id: lot_id } = await addLot(db, clientId, product_id)
  const [egreso] = await addRemitos(db, clientId, [{ type: 'egreso', source_order_id: orderId }])
  await addRemitoItems(db, clientId, [
    { remito_id: egreso?.id ?? '', product_id, lot_id, quantity: 2, position: 1 },
  ])
  return { query: { order_id: orderId } }
}

async function aReader(db: Queryable, clientId: string) {
  return { id: await addUserRow(db, { client_id: clientId, role: 'reader', scopes: [] }) }
}

async function aStaffKey(db: Queryable) {
  return { id: (await issueStaffKey(db, { name: 'ERP', scopes: ['staff:read'] })).id }
}

/** Another one stays open, so that egresos can be numbered. */
async function aBookToClose(db: Queryable) {
  const [id, other] = [uuidv7(), uuidv7()]
  const book = { cai: '71234567890123', cai_expires_on: '2099-12-31', created_at: new Date().toISOString() }
  const point_of_sale = 1_000 + Math.floor(Math.random() * 90_000)
  const numbers = (from: number, to: number) => ({ first_number: from, next_number: from, last_number: to })
  await insertRows(db, 'remito_books', [
    { id, point_of_sale, ...numbers(9_000_001, 9_000_100), has_numbers: true, ...book },
    { id: other, point_of_sale, ...numbers(9_000_101, 9_999_999), has_numbers: true, ...book },
  ])
  return { id }
}
