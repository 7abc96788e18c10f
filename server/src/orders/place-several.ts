// Places several orders of one client by the rules of one, with a number of statements that does not depend on how many there are.
// The caller has locked their products and knows that the goods are there.

import { recordAuditBatch } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import { deliveryDefaultsOf } from '../destinatarios/find.ts'
import { publish } from '../events/publish.ts'
import { requireRoom } from '../identity/sandbox-limits.ts'
import type { Locked } from '../stock/lock.ts'
import {
  auditedState,
  draftOf,
  type OrderAuthor,
  type OrderOfProducts,
  orderEvent,
  unknownDestinatario,
} from './create.ts'
import type { OrderDetailRow } from './queries.ts'
import { insertOrders, takeOrderNumbers } from './several-queries.ts'

/** In their order, in which they are numbered. */
export async function placeSeveral(
  tx: Transaction,
  by: OrderAuthor,
  clientId: string,
  orders: readonly OrderOfProducts[],
  products: Locked,
): Promise<OrderDetailRow[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ destinatario_id }) => destinatario_id)
  const defaults = await deliveryDefaultsOf(tx, clientId, ids)
  const { last_number: last } = await tx.one(takeOrderNumbers(clientId, orders.length))
  requireRoom(clientId, 'orders', last)
  const drafts = orders.map((order, index) => {
    const destinatario = defaults.get(order.destinatario_id)
    // It was there when the order was read, and has been deleted meanwhile.
    if (!destinatario) throw unknownDestinatario()
    const order_number = orderNumber(last - orders.length + 1 + index)
    return draftOf(order, destinatario, { order_number, at: tx.time, products, by })
  })
  tx.pipeline(insertOrders(clientId, drafts, by))
  const placed = drafts.map(({ detail }) => detail)
  publish(
    tx,
    placed.map((order) => orderEvent(clientId, order, 'order.created', null)),
  )
  recordAuditBatch(
    tx,
    by,
    placed.map((order) => ({
      clientId,
      action: 'orders.create',
      subjectId: order.id,
      after: auditedState(order),
    })),
  )
  return placed
}

const orderNumber = (number: number) => `PED-${String(number).padStart(6, '0')}`
