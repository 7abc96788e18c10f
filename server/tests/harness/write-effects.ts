// Every write of both APIs, made for a client with rows in every list, and the topics whose reads show it.

import { uuidv7 } from 'uuidv7'
import { declarationDeps } from '../../src/app/deps.ts'
import { portalRouter } from '../../src/app/routes.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import type { Topic } from '../../src/http/reads/versioned-rows.ts'
import { acceptanceText, addAcceptance, formHeaders } from './acceptance-data.ts'
import type { HttpAnswer } from './http.ts'
import { announce, announcement } from './inbound-data.ts'
import { peopleEffects } from './people-effects.ts'
import { deliver } from './return-data.ts'
import { routeSamples } from './route-samples.ts'
import { aPdf, boundary, formEnd, partHead } from './uploads.ts'
import { order, type Warehouse } from './warehouse.ts'

export async function aBusyClient(warehouse: Warehouse) {
  const client = await warehouse.aStockedClient(50)
  const { body: pending } = await order(client, 5)
  const { body: approved } = await order(client, 5)
  await warehouse.act(approved.id, 'approve')
  const [remito] = (await client.portal.get('/remitos?type=ingreso')).body.data
  const entry = { client_id: client.id, amount: 10, payment_method: 'qr' }
  const { body: payment } = await warehouse.staff.post('/payments', entry)
  const hook = { url: 'https://8.8.8.8/busy', events: ['lot.expiring'] }
  const { body: webhook } = await client.portal.post('/webhooks', hook)
  const deliveredId = await deliver(warehouse, client, [{ product_id: client.productId, quantity: 5 }])
  const { remito_item_id } = (await warehouse.staff.get(`/orders/${deliveredId}/returnable`)).body.items[0]
  const returning = { order_id: deliveredId, items: [{ remito_item_id, quantity: 1, reason: 'damaged' }] }
  const { body: expected } = await warehouse.staff.post('/returns', returning)
  const { id: noticeId } = await announce(client.portal, client.productId)
  const { api: person } = await client.aUser()
  const { body: sandbox } = await person.post('/sandbox')
  const ids = {
    noticeId,
    returnId: expected.id,
    pendingId: pending.id,
    approvedId: approved.id,
    remitoId: remito.id,
    paymentId: payment.id,
  }
  return {
    ...client,
    ...ids,
    returning,
    webhookId: webhook.id,
    person,
    sandboxId: sandbox.client_id as string,
  }
}
export type BusyClient = Awaited<ReturnType<typeof aBusyClient>>

export type Effect = {
  write: (client: BusyClient) => Promise<HttpAnswer>
  /** Topics of reads that show the write. */
  changes: readonly Topic[]
  /** Topics whose version may change, too, although nothing on their pages does. */
  mayTouch: readonly Topic[]
}

const put = (
  write: Effect['write'],
  changes: Effect['changes'],
  mayTouch: Effect['mayTouch'] = [],
): Effect => ({ write, changes, mayTouch })

const money = { amount: 5, description: 'x' }
const csv = { 'content-type': 'text/csv' }
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const aBook = () => ({
  point_of_sale: 1_000 + Math.floor(Math.random() * 90_000),
  from: 1,
  to: 9_999,
  cai: '71234567890123',
  cai_expires_on: '2099-12-31',
})
const anEndpoint = async ({ portal }: BusyClient) =>
  (await portal.post('/webhooks', { url: 'https://8.8.8.8/x', events: ['order.created'] })).body.id
const aDestinatario = ({ destinatarioId }: BusyClient) => `/destinatarios/${destinatarioId}`
const sku = async ({ portal, productId }: BusyClient) =>
  (await portal.get(`/stock/${productId}`)).body.products.sku

/** Every write that only sandboxes have: the live client sees nothing of it. */
const sandboxEffects = (db: Queryable): Record<string, Effect> =>
  Object.fromEntries(
    portalRouter(declarationDeps)
      .routes.filter(({ method, environment }) => method !== 'GET' && environment === 'sandbox')
      .map(({ method, path }) => [
        `portal ${method} ${path}`,
        put(async ({ person, sandboxId }) => {
          const { params, body } = routeSamples[`${method} ${path}`] ?? {}
          const values = (await params?.(db, sandboxId)) ?? {}
          const filled = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '')
          const inSandbox = { 'anden-environment': 'sandbox' }
          return person.call(method, filled, await body?.(db, sandboxId), inSandbox)
        }, []),
      ]),
  )

export function writeEffects(warehouse: Warehouse, db: Queryable): Record<string, Effect> {
  const { staff } = warehouse
  const aTripWith = ({ approvedId }: BusyClient) =>
    staff.post('/trips', {
      date: new Date().toISOString().slice(0, 10),
      driver_name: 'Raúl Quiroga',
      order_ids: [approvedId],
    })
  async function egresoOf(orderId: string): Promise<{ id: string; itemId: string; quantity: number }> {
    const { body: found } = await staff.get(`/remitos?source_order_id=${orderId}`)
    const { body } = await staff.get(`/remitos/${found.data[0].id}`)
    const [line] = body.distribution_remito_items
    return { id: body.id, itemId: line.id, quantity: line.quantity }
  }
  return {
    ...peopleEffects(warehouse, db),
    'portal POST /orders': put((client) => order(client, 1), ['orders', 'stock']),
    'portal POST /orders/batch': put(
      ({ portal, productId, destinatarioId }) =>
        portal.post('/orders/batch', {
          orders: [
            {
              idempotency_key: uuidv7(),
              destinatario_id: destinatarioId,
              items: [{ product_id: productId, quantity: 1 }],
            },
          ],
        }),
      ['orders', 'stock'],
    ),
    'portal POST /destinatarios/imports': put(
      ({ portal }) => portal.post('/destinatarios/imports', `name,city\n${uuidv7()},Mendoza\n`, csv),
      ['destinatarios'],
      ['orders'],
    ),
    'portal POST /orders/imports': put(
      ({ portal, productId, destinatarioId }) => {
        const line = [uuidv7(), destinatarioId, productId, 1].join()
        return portal.post('/orders/imports', `reference,destinatario,product_id,quantity\n${line}\n`, csv)
      },
      ['orders', 'stock'],
    ),
    'portal PATCH /orders/:id': put(
      ({ portal, approvedId }) => portal.patch(`/orders/${approvedId}`, { action: 'cancel' }),
      ['orders', 'stock', 'remitos'],
    ),
    'portal POST /orders/:id/attachments': put(
      ({ portal, pendingId }) =>
        portal.post(`/orders/${pendingId}/attachments`, `${partHead()}${aPdf()}${formEnd}`, form),
      [],
      ['orders'],
    ),
    'portal DELETE /orders/:id/attachments/:attachment_id': put(
      async ({ portal, pendingId }) => {
        const path = `/orders/${pendingId}/attachments`
        const { body } = await portal.post(path, `${partHead()}${aPdf()}${formEnd}`, form)
        return portal.delete(`${path}/${body.id}`)
      },
      [],
      ['orders'],
    ),
    'portal POST /destinatarios': put(
      ({ portal }) => portal.post('/destinatarios', { name: 'Ana' }),
      ['destinatarios', 'orders'],
    ),
    'portal PATCH /destinatarios/:id': put(
      (client) => client.portal.patch(aDestinatario(client), { city: 'Maipú' }),
      ['destinatarios', 'orders'],
    ),
    'portal DELETE /destinatarios/:id': put(
      (client) => client.portal.delete(aDestinatario(client)),
      ['destinatarios', 'orders'],
    ),
    'portal POST /inbound': put(
      ({ portal, productId }) => portal.post('/inbound', announcement(productId)),
      ['inbound'],
    ),
    'portal PATCH /inbound/:id': put(
      ({ portal, noticeId }) =>
        portal.patch(`/inbound/${noticeId}`, { action: 'update', if_revision: 1, notes: 'x' }),
      ['inbound'],
    ),
    'portal POST /webhooks': put(
      ({ portal }) => portal.post('/webhooks', { url: 'https://8.8.8.8/y', events: ['order.created'] }),
      ['webhooks'],
    ),
    'portal PATCH /webhooks/:id': put(
      async (client) => client.portal.patch(`/webhooks/${await anEndpoint(client)}`, { status: 'paused' }),
      ['webhooks'],
    ),
    'portal DELETE /webhooks/:id': put(
      async (client) => client.portal.delete(`/webhooks/${await anEndpoint(client)}`),
      ['webhooks'],
    ),
    'portal POST /webhooks/:id/rotate-secret': put(
      async (client) => client.portal.post(`/webhooks/${await anEndpoint(client)}/rotate-secret`),
      ['webhooks'],
    ),
    'portal POST /webhooks/:id/recover': put(
      async (client) => client.portal.post(`/webhooks/${await anEndpoint(client)}/recover`),
      ['webhooks'],
    ),
    'portal POST /webhooks/:id/replay': put(
      async (client) =>
        client.portal.post(`/webhooks/${await anEndpoint(client)}/replay`, { since: '2020-01-01T00:00:00Z' }),
      ['webhooks'],
    ),
    'backoffice POST /clients': put(
      () => staff.post('/clients', { name: 'Otra', email: 'otra@otra.example' }),
      [],
    ),
    'backoffice PATCH /clients/:id': put(({ id }) => staff.patch(`/clients/${id}`, { name: 'Otra' }), []),
    'backoffice POST /clients/:id/keys': put(
      ({ id }) => staff.post(`/clients/${id}/keys`, { name: 'x', scopes: ['read:stock'] }),
      [],
    ),
    'backoffice POST /clients/:id/keys/:key_id/rotate': put(
      ({ id, keyId }) => staff.post(`/clients/${id}/keys/${keyId}/rotate`, { grace_days: 1 }),
      [],
    ),
    'backoffice POST /clients/:id/products': put(
      ({ id }) => staff.post(`/clients/${id}/products`, { name: 'x', sku: 'x', unit_type: 'kg' }),
      ['stock'],
      ['orders', 'remitos', 'inbound'],
    ),
    'backoffice PATCH /products/:id': put(
      ({ productId }) => staff.patch(`/products/${productId}`, { name: 'Otro' }),
      ['stock', 'remitos', 'inbound'],
      ['orders'],
    ),
    'backoffice PATCH /lots/:id': put(
      async ({ portal }) => {
        const [lot] = (await portal.get('/stock/lots')).body.data
        return staff.patch(`/lots/${lot.id}`, { hold: true, reason: 'x' })
      },
      ['stock'],
      ['remitos'],
    ),
    'backoffice POST /stock/adjustments': put(
      ({ productId }) => staff.post('/stock/adjustments', { product_id: productId, delta: 1, reason: 'x' }),
      ['stock'],
      ['remitos'],
    ),
    'backoffice POST /stock/transfers': put(
      async ({ productId }) => {
        const to = await warehouse.aStockedClient(0)
        const goods = { from_product_id: productId, to_product_id: to.productId, quantity: 1, reason: 'x' }
        return staff.post('/stock/transfers', goods)
      },
      ['stock'],
      ['remitos'],
    ),
    'backoffice POST /products/imports': put(
      ({ id }) =>
        staff.post(`/products/imports?client_id=${id}`, `sku,name,unit_type\n${uuidv7()},Malbec,caja\n`, csv),
      ['stock'],
      ['orders', 'remitos', 'inbound'],
    ),
    'backoffice POST /stock/imports': put(
      async (client) =>
        staff.post(`/stock/imports?client_id=${client.id}`, `sku,quantity\n${await sku(client)},9\n`, csv),
      ['stock'],
      ['remitos'],
    ),
    'backoffice POST /remitos': put(
      ({ id, productId }) =>
        staff.post('/remitos', {
          client_id: id,
          type: 'egreso',
          items: [{ product_id: productId, quantity: 1 }],
        }),
      ['stock', 'remitos'],
    ),
    'backoffice POST /remitos/:id/void': put(
      async ({ id, productId }) => {
        const remito = await warehouse.receive(id, { product_id: productId, quantity: 1 })
        return staff.post(`/remitos/${remito.id}/void`, { reason: 'x' })
      },
      ['stock', 'remitos'],
    ),
    'backoffice POST /remitos/:id/acceptance': put(
      async ({ approvedId }) => {
        const { id, itemId, quantity } = await egresoOf(approvedId)
        for (const action of ['prepare', 'dispatch']) await warehouse.act(approvedId, action)
        return staff.post(`/remitos/${id}/acceptance`, acceptanceText(itemId, quantity), formHeaders)
      },
      ['orders', 'remitos'],
    ),
    'backoffice POST /remitos/:id/share': put(async ({ approvedId }) => {
      const { id } = await egresoOf(approvedId)
      return staff.post(`/remitos/${id}/share`, {})
    }, []),
    'backoffice POST /disputes/:id/settle': put(
      async ({ id }) => {
        const { acceptanceId } = await addAcceptance(db, id, { late: true })
        return staff.post(`/disputes/${acceptanceId}/settle`, { note: 'x' })
      },
      [],
      ['orders', 'remitos', 'stock', 'destinatarios', 'inbound'],
    ),
    'backoffice POST /remito-books': put(() => staff.post('/remito-books', aBook()), []),
    'backoffice PATCH /remito-books/:id': put(async () => {
      await staff.post('/remito-books', aBook())
      const { body } = await staff.post('/remito-books', aBook())
      return staff.patch(`/remito-books/${body.id}`, { closed: true })
    }, []),
    'backoffice PATCH /inbound/:id': put(
      async ({ noticeId, productId }) => {
        await staff.patch(`/inbound/${noticeId}`, { action: 'arrive' })
        const items = [{ product_id: productId, quantity: 1 }]
        return staff.patch(`/inbound/${noticeId}`, { action: 'receive', items })
      },
      ['inbound', 'stock', 'remitos'],
    ),
    'backoffice POST /returns': put(({ returning }) => staff.post('/returns', returning), ['remitos']),
    'backoffice PATCH /returns/:id': put(
      async ({ returnId }) => {
        const [line] = (await staff.get(`/returns/${returnId}`)).body.items
        const items = [{ id: line.id, quantity: 1, disposition: 'hold' }]
        return staff.patch(`/returns/${returnId}`, { action: 'receive', items })
      },
      ['stock', 'remitos'],
    ),
    'backoffice PATCH /orders/:id': put(
      ({ pendingId }) => warehouse.act(pendingId, 'approve'),
      ['orders', 'stock', 'remitos'],
    ),
    'backoffice POST /trips': put(async (client) => aTripWith(client), []),
    'backoffice PATCH /trips/:id': put(
      async (client) => {
        const { body } = await aTripWith(client)
        await warehouse.act(client.approvedId, 'prepare')
        return staff.patch(`/trips/${body.id}`, { if_revision: 1, action: 'depart' })
      },
      ['orders'],
    ),
    'backoffice POST /trips/:id/driver-link': put(
      async (client) => staff.post(`/trips/${(await aTripWith(client)).body.id}/driver-link`),
      [],
    ),
    'backoffice DELETE /trips/:id': put(
      async (client) => staff.delete(`/trips/${(await aTripWith(client)).body.id}`),
      [],
    ),
    'backoffice POST /payments': put(
      ({ id }) => staff.post('/payments', { client_id: id, ...money, payment_method: 'qr' }),
      ['account'],
    ),
    'backoffice POST /credit-sales': put(
      ({ id }) => staff.post('/credit-sales', { client_id: id, ...money }),
      ['account'],
    ),
    'backoffice POST /credit-notes': put(
      ({ id }) => staff.post('/credit-notes', { client_id: id, ...money, number: '1' }),
      ['account'],
    ),
    'backoffice POST /transactions/:transaction_id/reverse': put(
      ({ paymentId }) => staff.post(`/transactions/${paymentId}/reverse`, { reason: 'x' }),
      ['account'],
    ),
    // Last, when the connections have compiled the functions of the tables.
    ...sandboxEffects(db),
  }
}
