// One valid request to every route of the back office, each for a client of its own. A new route needs a line here, and
// every-backoffice-route.test.ts then checks its guarantees.
import type { ProblemCode, StaffScope } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Secrets } from '../../src/config/secrets.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { addAccountEntries, addOrder, addRemitos } from './document-data.ts'
import { insertRows } from './insert-rows.ts'
import { addUserRow, addUserWithSecondFactor } from './people.ts'
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
  'POST /remitos/:id/void': {
    scope: 'staff:stock',
    missing: 'remitos/not-found',
    make: async (db, clientId) => ({ ...(await aRemito(db, clientId)), body: { reason: 'Error' } }),
  },
  'GET /orders': { scope: 'staff:read' },
  'GET /orders/export': { scope: 'staff:read' },
  'GET /queue': { scope: 'staff:read', make: async () => ({ query: { status: 'pending' } }) },
  'GET /today': { scope: 'staff:read' },
  'GET /orders/:id': { scope: 'staff:read', missing: 'orders/not-found', make: anOrder },
  'GET /orders/:id/picks': { scope: 'staff:read', missing: 'orders/not-found', make: anOrder },
  'PATCH /orders/:id': {
    scope: 'staff:orders',
    missing: 'orders/not-found',
    make: async (db, clientId) => ({
      ...(await anOrder(db, clientId)),
      body: { action: 'reject', reason: 'Sin camión' },
    }),
  },
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

async function anImport(db: Queryable, clientId: string) {
  const id = uuidv7()
  const after = { lines: 1, products_created: 0, lots_created: 0, lots_changed: 0, unchanged: 1 }
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

async function aReader(db: Queryable, clientId: string) {
  return { id: await addUserRow(db, { client_id: clientId, role: 'reader', scopes: [] }) }
}

async function aStaffKey(db: Queryable) {
  return { id: (await issueStaffKey(db, { name: 'ERP', scopes: ['staff:read'] })).id }
}
