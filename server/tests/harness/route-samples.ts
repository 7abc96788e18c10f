// One valid request to every route of the portal. A new route needs a line here, and every-route.test.ts then checks its
// guarantees.
import type { PortalScope } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { secretKeys } from '../../src/config/secrets.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { issueApiKey } from '../../src/identity/issue-keys.ts'
import { addAcceptance } from './acceptance-data.ts'
import { addAttachments, addDestinatario, addOrder, addRemitos } from './document-data.ts'
import { addNotice } from './inbound-data.ts'
import { addUserRow, addUserWithSecondFactor } from './people.ts'
import { addReturn } from './return-data.ts'
import { testSecret } from './service.ts'
import { addLot, addProduct } from './stock-data.ts'
import { aPdf, boundary, formEnd, partHead } from './uploads.ts'
import { aNewView, aSharedView } from './view-data.ts'
import { addDelivery, addEndpoint, addSignedEndpoint } from './webhook-data.ts'

export type RouteSample = {
  /** The required scope; null: any valid key is accepted. */
  scope: PortalScope | null
  /** No key is needed. */
  public?: true
  /** Only for people who are signed in, or only for administrators. */
  session?: 'user' | 'administrator'
  /** Only an administrator among them may do what the sample does. */
  by?: 'administrator'
  /** Creates what the path names, for this client, and returns the values of the path's `:parameters`. */
  params?: (db: Queryable, clientId: string) => Promise<Record<string, string>>
  /** Query parameters that it needs. */
  query?: string
  /** A body that the route accepts from this client: JSON, or text of the type that `headers` names. */
  body?: (db: Queryable, clientId: string) => Promise<Record<string, unknown> | string>
  /** Headers that it needs, new for each request. */
  headers?: () => Record<string, string>
}

export const routeSamples: Record<string, RouteSample> = {
  'GET /health': { scope: null, public: true },
  'GET /me': { scope: null },
  'GET /live': { scope: null },
  'GET /session': { scope: null, session: 'user' },
  'POST /sandbox': { scope: null, session: 'user' },
  'GET /sandbox': { scope: null },
  'GET /sandbox/mails': { scope: 'read:requests' },
  'POST /sandbox/receive': {
    scope: 'write:orders',
    body: async (db, clientId) => ({
      items: [{ product_id: (await addProduct(db, clientId)).id, quantity: 12, lot_number: 'L2409-A' }],
    }),
  },
  'POST /sandbox/inbound/:id/receive': { scope: 'write:orders', params: aNotice },
  'POST /sandbox/adjustments': {
    scope: 'write:orders',
    body: async (db, clientId) => ({
      product_id: (await addProduct(db, clientId)).id,
      delta: 3,
      reason: 'Conteo',
    }),
  },
  'POST /sandbox/lots/:id/hold': {
    scope: 'write:orders',
    params: aLot,
    body: async () => ({ hold: true, reason: 'Retiro del mercado' }),
  },
  'POST /sandbox/clock': {
    scope: 'write:orders',
    body: async () => ({ advance_to: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10) }),
  },
  'POST /sandbox/reset': { scope: 'write:orders', body: async () => ({ data: 'products' }) },
  'POST /sandbox/faults': {
    scope: 'write:orders',
    body: async () => ({ kind: '503', times: 2, route: 'POST /orders' }),
  },
  'GET /sandbox/faults': { scope: 'read:requests' },
  'DELETE /sandbox/faults': { scope: 'write:orders', params: aFault },
  'POST /sandbox/orders/:id/simulate': {
    scope: 'write:orders',
    params: anOrder,
    body: async () => ({ script: 'reject' }),
  },
  'GET /sandbox/orders/:id/simulation': {
    scope: 'read:orders',
    params: async (db, clientId) => ({ id: await addSimulation(db, clientId) }),
  },
  'POST /sandbox/payments': {
    scope: 'write:orders',
    body: async () => ({ amount: 1500.5, payment_method: 'transferencia' }),
  },
  'POST /sandbox/credit-notes': {
    scope: 'write:orders',
    body: async () => ({ amount: 250, number: `NC ${uuidv7()}`.slice(0, 40) }),
  },
  'GET /users': { scope: null, session: 'administrator' },
  'GET /users/export': { scope: null, session: 'administrator' },
  'POST /users': {
    scope: null,
    session: 'administrator',
    body: async () => ({ email: `${uuidv7()}@cliente.example`, name: 'Luz', role: 'reader' }),
  },
  'PATCH /users/:id': {
    scope: null,
    session: 'administrator',
    params: aReader,
    body: async () => ({ name: 'Luz' }),
  },
  'POST /users/:id/reset-second-factor': {
    scope: null,
    session: 'administrator',
    params: async (db, clientId) => ({ id: await addUserWithSecondFactor(db, clientId) }),
  },
  'DELETE /users/:id': { scope: null, session: 'administrator', params: aReader },
  'GET /views': { scope: null, session: 'user', query: 'page=/orders' },
  'POST /views': { scope: null, session: 'user', body: async () => aNewView() },
  'PATCH /views/:id': {
    scope: null,
    session: 'user',
    by: 'administrator',
    params: aSharedView,
    body: async () => ({ search: 'status=approved' }),
  },
  'DELETE /views/:id': { scope: null, session: 'user', by: 'administrator', params: aSharedView },
  'GET /keys': { scope: null, session: 'administrator' },
  'GET /keys/export': { scope: null, session: 'administrator' },
  'POST /keys': {
    scope: null,
    session: 'administrator',
    body: async () => ({ name: 'ERP', scopes: ['read:stock'] }),
  },
  'POST /keys/:id/rotate': {
    scope: null,
    session: 'administrator',
    params: aKey,
    body: async () => ({ grace_days: 1 }),
  },
  'GET /keys/:id/usage': { scope: null, session: 'administrator', params: aKey },
  'DELETE /keys/:id': { scope: null, session: 'administrator', params: aKey },
  'GET /stock': { scope: 'read:stock' },
  'GET /stock/export': { scope: 'read:stock' },
  'GET /stock/lots': { scope: 'read:stock' },
  'GET /stock/lots/export': { scope: 'read:stock' },
  'GET /stock/lots/:id/trace': { scope: 'read:stock', params: aLot },
  'GET /stock/lots/:id/trace/export': { scope: 'read:stock', params: aLot },
  'GET /stock/:id': { scope: 'read:stock', params: aProduct },
  'GET /stock/:id/history': { scope: 'read:stock', params: aProduct },
  'GET /stock/:id/history/export': { scope: 'read:stock', params: aProduct },
  'GET /remitos': { scope: 'read:remitos' },
  'GET /remitos/export': { scope: 'read:remitos' },
  'GET /remitos/:id': { scope: 'read:remitos', params: aRemito },
  'GET /remitos/:id/pdf': { scope: 'read:remitos', params: aRemito },
  'GET /remitos/:id/acceptance': {
    scope: 'read:remitos',
    params: async (db, clientId) => ({ id: (await addAcceptance(db, clientId)).remitoId }),
  },
  'GET /remitos/:id/acceptance/pdf': {
    scope: 'read:remitos',
    params: async (db, clientId) => ({ id: (await addAcceptance(db, clientId)).remitoId }),
  },
  'GET /inbound': { scope: 'read:inbound' },
  'GET /inbound/export': { scope: 'read:inbound' },
  'GET /inbound/:id': { scope: 'read:inbound', params: aNotice },
  'GET /inbound/:id/labels': { scope: 'read:inbound', params: aNotice },
  'POST /inbound': {
    scope: 'write:inbound',
    body: async (db, clientId) => ({
      reference: uuidv7(),
      expected_on: new Date().toISOString().slice(0, 10),
      items: [{ product_id: (await addProduct(db, clientId)).id, quantity: 12 }],
    }),
  },
  'PATCH /inbound/:id': {
    scope: 'write:inbound',
    params: aNotice,
    body: async () => ({ action: 'update', if_revision: 1, carrier: 'Expreso Cuyo' }),
  },
  'GET /returns': { scope: 'read:remitos' },
  'GET /returns/export': { scope: 'read:remitos' },
  'GET /returns/:id': {
    scope: 'read:remitos',
    params: async (db, clientId) => ({ id: await addReturn(db, clientId) }),
  },
  'GET /movements': { scope: 'read:activity' },
  'GET /orders': { scope: 'read:orders' },
  'GET /orders/export': { scope: 'read:orders' },
  'GET /orders/counts': { scope: 'read:orders' },
  'GET /orders/:id': { scope: 'read:orders', params: anOrder },
  'POST /orders': {
    scope: 'write:orders',
    headers: () => ({ 'idempotency-key': uuidv7() }),
    body: aNewOrder,
  },
  'POST /orders/preview': { scope: 'read:stock', body: aNewOrder },
  'POST /orders/batch': {
    scope: 'write:orders',
    body: async (db, clientId) => ({
      orders: [{ idempotency_key: uuidv7(), ...(await aNewOrder(db, clientId)) }],
    }),
  },
  'POST /inbound/read-sheet': {
    scope: 'write:inbound',
    headers: () => ({ 'content-type': 'text/csv' }),
    body: async () => 'sku,quantity\nMAL-RES-750,6\n',
  },
  'POST /destinatarios/imports': {
    scope: 'write:destinatarios',
    headers: () => ({ 'content-type': 'text/csv' }),
    body: async () => `name,city\nVinoteca ${uuidv7()},Mendoza\n`,
  },
  'POST /orders/imports': {
    scope: 'write:orders',
    headers: () => ({ 'content-type': 'text/csv' }),
    body: aSheetOfOrders,
  },
  'PATCH /orders/:id': {
    scope: 'write:orders',
    params: anOrder,
    body: async () => ({ action: 'cancel' }),
  },
  'POST /orders/:id/attachments': {
    scope: 'write:orders',
    params: anOrder,
    headers: () => ({ 'content-type': `multipart/form-data; boundary=${boundary}` }),
    body: async () => `${partHead()}${aPdf()}${formEnd}`,
  },
  'DELETE /orders/:id/attachments/:attachment_id': { scope: 'write:orders', params: anAttachment },
  'GET /balance': { scope: 'read:account' },
  'GET /transactions': { scope: 'read:account' },
  'GET /transactions/export': { scope: 'read:account' },
  'GET /destinatarios': { scope: 'read:destinatarios' },
  'GET /destinatarios/export': { scope: 'read:destinatarios' },
  'GET /destinatarios/:id': { scope: 'read:destinatarios', params: aDestinatario },
  'POST /destinatarios': { scope: 'write:destinatarios', body: async () => ({ name: 'Vinoteca' }) },
  'PATCH /destinatarios/:id': {
    scope: 'write:destinatarios',
    params: aDestinatario,
    body: async () => ({ city: 'Mendoza' }),
  },
  'DELETE /destinatarios/:id': { scope: 'write:destinatarios', params: aDestinatario },
  'GET /events': { scope: 'read:events' },
  'GET /events/export': { scope: 'read:events' },
  'GET /requests': { scope: 'read:requests' },
  'GET /requests/export': { scope: 'read:requests' },
  'GET /overview': { scope: null },
  'GET /search': { scope: null, query: 'q=malbec' },
  'GET /webhooks': { scope: 'read:webhooks' },
  'GET /webhooks/:id': { scope: 'read:webhooks', params: anEndpoint },
  'GET /webhooks/:id/health': { scope: 'read:webhooks', params: anEndpoint },
  'GET /webhooks/:id/deliveries': { scope: 'read:webhooks', params: anEndpoint },
  'GET /webhooks/:id/deliveries/:delivery_id': { scope: 'read:webhooks', params: aDelivery },
  'POST /webhooks': {
    scope: 'write:webhooks',
    body: async () => ({ url: `https://8.8.8.8/${uuidv7()}`, events: ['order.created'] }),
  },
  'PATCH /webhooks/:id': {
    scope: 'write:webhooks',
    params: anEndpoint,
    body: async () => ({ description: 'ERP' }),
  },
  'DELETE /webhooks/:id': { scope: 'write:webhooks', params: anEndpoint },
  'POST /webhooks/:id/rotate-secret': {
    scope: 'write:webhooks',
    params: anEndpoint,
    body: async () => ({ overlap_seconds: 60 }),
  },
  'POST /webhooks/:id/replay': {
    scope: 'write:webhooks',
    params: anEndpoint,
    body: async () => ({ since: '2026-01-01T00:00:00Z' }),
  },
  'POST /webhooks/:id/recover': { scope: 'write:webhooks', params: anEndpoint, body: async () => ({}) },
  'POST /webhooks/:id/test': {
    scope: null,
    session: 'administrator',
    params: aSignedEndpoint,
    body: async () => ({ type: 'order.approved' }),
  },
  'POST /webhooks/:id/deliveries/:delivery_id/retry': { scope: 'write:webhooks', params: aDelivery },
}

async function aLot(db: Queryable, clientId: string) {
  const { id: productId } = await addProduct(db, clientId)
  return { id: (await addLot(db, clientId, productId)).id }
}

async function aProduct(db: Queryable, clientId: string) {
  return { id: (await addProduct(db, clientId)).id }
}

async function aRemito(db: Queryable, clientId: string) {
  return { id: (await addRemitos(db, clientId, [{}]))[0]?.id ?? '' }
}

async function aNotice(db: Queryable, clientId: string) {
  return { id: await addNotice(db, clientId) }
}

async function anEndpoint(db: Queryable, clientId: string) {
  return { id: await addEndpoint(db, clientId) }
}

/** A test ping is signed, so the secret of its endpoint must be valid. */
async function aSignedEndpoint(db: Queryable, clientId: string) {
  return { id: await addSignedEndpoint(db, clientId, secretKeys([testSecret])) }
}

async function aDelivery(db: Queryable, clientId: string) {
  const id = await addEndpoint(db, clientId)
  return { id, delivery_id: await addDelivery(db, clientId, id) }
}

async function aNewOrder(db: Queryable, clientId: string) {
  const product = await addProduct(db, clientId)
  await addLot(db, clientId, product.id)
  const destinatario_id = await addDestinatario(db, clientId)
  return { destinatario_id, items: [{ product_id: product.id, quantity: 1 }] }
}

async function aSheetOfOrders(db: Queryable, clientId: string) {
  const { destinatario_id, items } = await aNewOrder(db, clientId)
  const line = ['OC-1', destinatario_id, items[0]?.product_id, items[0]?.quantity]
  return `reference,destinatario,product_id,quantity\n${line.join()}\n`
}

async function anOrder(db: Queryable, clientId: string) {
  return { id: await addOrder(db, clientId) }
}

/** Of a route that no test asks for. The path names nothing. */
async function aFault(db: Queryable, clientId: string): Promise<Record<string, string>> {
  await db.run(sql`
    insert into sandbox_faults (id, client_id, kind, route, times_left)
    values (${uuidv7()}, ${clientId}, '500', 'GET /search', 1)
    on conflict do nothing`)
  return {}
}

/** Of an order, whose id it returns. */
async function addSimulation(db: Queryable, clientId: string): Promise<string> {
  const { id: orderId } = await anOrder(db, clientId)
  await db.run(sql`
    insert into sandbox_simulations (order_id, client_id, script, actions, step_seconds, request_id)
    values (${orderId}, ${clientId}, 'reject', '{reject}', 5, 'test')`)
  return orderId
}

async function anAttachment(db: Queryable, clientId: string) {
  const order_id = await addOrder(db, clientId)
  const file = { order_id, file_name: 'a.pdf', state: 'ready' as const, created_at: new Date().toISOString() }
  const [{ id } = { id: '' }] = await addAttachments(db, clientId, [file])
  return { id: order_id, attachment_id: id }
}

async function aDestinatario(db: Queryable, clientId: string) {
  return { id: await addDestinatario(db, clientId) }
}

async function aReader(db: Queryable, clientId: string) {
  return { id: await addUserRow(db, { client_id: clientId, role: 'reader', scopes: [] }) }
}

async function aKey(db: Queryable, clientId: string) {
  return { id: (await issueApiKey(db, { clientId, name: 'ERP', scopes: ['read:stock'] })).id }
}
