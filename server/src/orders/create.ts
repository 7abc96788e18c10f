// A client places an order. Its products stay locked from the availability check until the commit, so that concurrent
// orders cannot reserve the last unit twice.
import type { NewOrder } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Author } from '../author.ts'
import { inOrder } from '../db/pipeline.ts'
import type { Transaction } from '../db/transaction.ts'
import { deliveryDefaults } from '../destinatarios/delivery.ts'
import { problem } from '../problem.ts'
import { lockProducts } from '../stock/lock.ts'
import { reserveOrder, shortagesFor } from '../stock/reserve.ts'
import { checkItems, productIdsOf, requestsOf, unknownDestinatario } from './check.ts'
import { publishOrder } from './publish-order.ts'
import { insertOrder, insertOrderItems, type OrderDetailRow } from './queries.ts'
import { withStep } from './timeline.ts'

export async function createOrder(
  tx: Transaction,
  by: Author,
  clientId: string,
  order: NewOrder,
  today: string,
): Promise<OrderDetailRow> {
  const requests = requestsOf(order)
  // In one round trip. PostgreSQL runs them in this order, and the sums of `shortagesFor` see what was committed before the
  // lock was granted.
  const [destinatario, products, shortages] = await inOrder([
    deliveryDefaults(tx, clientId, order.destinatario_id),
    lockProducts(tx, productIdsOf(order)),
    shortagesFor(tx, clientId, requests, today),
  ])
  if (!destinatario) throw unknownDestinatario()
  checkItems(order, products, clientId)
  if (shortages.length > 0) throw problem('orders/insufficient-stock', { shortages })

  const id = uuidv7()
  const delivery = order.delivery_type === 'retiro' ? noDelivery : destinatario
  tx.pipeline(insertOrder(clientId, { ...delivery, ...withoutItems(order), id }))
  tx.pipeline(
    insertOrderItems(
      clientId,
      id,
      order.items.map((item) => ({ ...item, id: uuidv7() })),
    ),
  )
  reserveOrder(tx, id)
  const detail = await publishOrder(tx, clientId, id, 'order.created', null)
  const { timeline: _, ...after } = detail
  recordAudit(tx, by, { clientId, action: 'orders.create', subjectId: id, after })
  return withStep(detail, by, null)
}

const noDelivery = {
  delivery_address: null,
  delivery_city: null,
  delivery_province: null,
  delivery_contact: null,
}

/** Fields that the client sent, null included, override the defaults. */
function withoutItems({ items: _items, ...fields }: NewOrder) {
  return fields
}
