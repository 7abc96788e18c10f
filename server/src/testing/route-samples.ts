// One valid request to every route of the portal. Whoever adds a route adds its line here, and the guarantees
// of every-route.test.ts are proved for it.
import type { PortalScope } from '@anden/contract'
import type { Queryable } from '../db/pool.ts'
import { addDestinatario, addOrder, addRemitos } from './document-data.ts'
import { addProduct } from './stock-data.ts'

export type Sample = {
  /** The scope without which it is refused; null: any valid key will do. */
  scope: PortalScope | null
  /** No key is asked for. */
  public?: true
  /** Makes what the path names, for this client: the values of its `:parameters`. */
  params?: (db: Queryable, clientId: string) => Promise<Record<string, string>>
  /** A body that is accepted from this client. */
  body?: (db: Queryable, clientId: string) => Promise<Record<string, unknown>>
  /** Headers that it needs, new for each request. */
  headers?: () => Record<string, string>
}

export const routeSamples: Record<string, Sample> = {
  'GET /health': { scope: null, public: true },
  'GET /me': { scope: null },
  'GET /stock': { scope: 'read:stock' },
  'GET /stock/lots': { scope: 'read:stock' },
  'GET /stock/:id': {
    scope: 'read:stock',
    params: async (db, clientId) => ({ id: (await addProduct(db, clientId)).id }),
  },
  'GET /remitos': { scope: 'read:remitos' },
  'GET /remitos/:id': {
    scope: 'read:remitos',
    params: async (db, clientId) => ({ id: (await addRemitos(db, clientId, [{}]))[0]?.id ?? '' }),
  },
  'GET /movements': { scope: 'read:activity' },
  'GET /orders': { scope: 'read:orders' },
  'GET /orders/:id': {
    scope: 'read:orders',
    params: async (db, clientId) => ({ id: await addOrder(db, clientId) }),
  },
  'GET /balance': { scope: 'read:account' },
  'GET /transactions': { scope: 'read:account' },
  'GET /destinatarios': { scope: 'read:destinatarios' },
  'GET /destinatarios/:id': {
    scope: 'read:destinatarios',
    params: async (db, clientId) => ({ id: await addDestinatario(db, clientId) }),
  },
}
