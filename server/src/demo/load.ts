// Demo data, made by the same rules as real work, so that it is consistent by construction. Everything in
// one transaction; a database that has the demo's first client is left alone.
import type { OrderAction, OrderStatus } from '@anden/contract'
import { recordCreditNote, recordCreditSale, recordPayment } from '../account/record.ts'
import { addProduct } from '../catalog/products.ts'
import type { Db, Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { addDestinatario } from '../destinatarios/change.ts'
import { clientByCuit, clientById, insertClient } from '../identity/queries.ts'
import { actOnOrder } from '../orders/act.ts'
import { createOrder } from '../orders/create.ts'
import { enterRemito } from '../remitos/enter.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { adjustStock } from '../stock/adjust.ts'
import { dayAfter } from '../warehouse-day.ts'
import { type DemoProduct, demoClients, demoDestinatarios, demoProducts } from './data.ts'
import { addDemoEndpoint, playDeliveries } from './deliveries.ts'
import type { DemoSettings } from './settings.ts'

const by = { actor: 'demo', requestId: 'demo' }
const lockId = 7_263_548_111
const orderedQuantity = 6
const statementLimitMs = 60_000

/** How an order comes into each state. */
const paths: Record<OrderStatus, readonly OrderAction[]> = {
  pending: [],
  approved: ['approve'],
  in_preparation: ['approve', 'prepare'],
  in_transit: ['approve', 'prepare', 'dispatch'],
  delivered: ['approve', 'prepare', 'dispatch', 'deliver'],
  failed_delivery: ['approve', 'prepare', 'dispatch', 'fail'],
  rejected: ['reject'],
  cancelled: ['approve', 'cancel'],
}

export async function loadDemo(db: Db, settings: DemoSettings): Promise<{ loaded: boolean }> {
  return db.transaction(async (tx) => {
    await tx.allowSlowStatements(statementLimitMs)
    await tx.rows(sql`select pg_advisory_xact_lock(${lockId})`)
    if (await tx.maybeOne(clientById(demoClients[0].id))) return { loaded: false }
    for (const [index, client] of demoClients.entries()) {
      // A real client may have the CUIT that the demo makes up.
      const taken = await tx.maybeOne(clientByCuit(client.cuit_dni))
      await tx.one(insertClient({ ...client, cuit_dni: taken ? null : client.cuit_dni }))
      const endpointId = await addDemoEndpoint(tx, by, client.id, settings.secrets)
      const productIds = await receiveGoods(tx, client.id, demoProducts[index] ?? [], settings)
      const destinatarioIds: string[] = []
      for (const one of demoDestinatarios[index] ?? []) {
        destinatarioIds.push((await addDestinatario(tx, by, client.id, one)).id)
      }
      await placeOrders(tx, client.id, productIds, destinatarioIds, settings)
      await breakSome(tx, productIds[0], settings)
      await moveMoney(tx, client.id)
      await playDeliveries(tx, endpointId)
    }
    return { loaded: true }
  })
}

async function receiveGoods(
  tx: Transaction,
  clientId: string,
  products: readonly DemoProduct[],
  settings: RemitoSettings,
): Promise<string[]> {
  const stocked: string[] = []
  for (const [index, { name, sku, unit, lots }] of products.entries()) {
    const product = await addProduct(tx, by, clientId, { name, sku, unit_type: unit })
    if (lots.length === 0) continue
    stocked.push(product.id)
    await enterRemito(
      tx,
      by,
      {
        client_id: clientId,
        type: 'ingreso',
        date: dayAfter(settings.today, index - 40),
        remito_number: [`R 0003-0000${4410 + index}`],
        items: lots.map((lot) => ({
          product_id: product.id,
          quantity: lot.quantity,
          lot_number: lot.number,
          expiry_date: lot.expiresInDays === null ? null : dayAfter(settings.today, lot.expiresInDays),
          vintage_year: lot.vintage,
        })),
      },
      settings,
    )
  }
  return stocked
}

async function placeOrders(
  tx: Transaction,
  clientId: string,
  productIds: readonly string[],
  destinatarioIds: readonly string[],
  settings: RemitoSettings,
) {
  for (const [index, actions] of Object.values(paths).entries()) {
    const productId = productIds[index % productIds.length]
    const destinatarioId = destinatarioIds[index % destinatarioIds.length]
    if (!productId || !destinatarioId) continue
    const order = await createOrder(
      tx,
      by,
      clientId,
      { destinatario_id: destinatarioId, items: [{ product_id: productId, quantity: orderedQuantity }] },
      settings.today,
    )
    for (const action of actions) await actOnOrder(tx, by, order.id, action, 'Demostración', settings)
  }
}

async function breakSome(tx: Transaction, productId: string | undefined, { today }: RemitoSettings) {
  if (!productId) return
  await adjustStock(tx, by, { product_id: productId, delta: -2, reason: 'Rotura en depósito' }, today)
}

async function moveMoney(tx: Transaction, clientId: string) {
  const client_id = clientId
  await recordCreditSale(tx, by, {
    client_id,
    amount: 482_500.75,
    description: 'Almacenaje y despacho de octubre',
  })
  await recordPayment(tx, by, { client_id, amount: 300_000, payment_method: 'transferencia' })
  await recordCreditNote(tx, by, {
    client_id,
    amount: 12_500.25,
    number: '00003-00000087',
    description: 'Ajuste de almacenaje',
  })
  await recordPayment(tx, by, {
    client_id,
    amount: 45_000,
    payment_method: 'efectivo',
    description: 'En ventanilla',
  })
}
