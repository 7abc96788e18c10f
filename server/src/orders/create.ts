// A client places an order. Its products stay locked from the availability check until the commit, so that concurrent
// orders cannot reserve the last unit twice.
import type { FieldError, NewOrder } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Author } from '../author.ts'
import type { Transaction } from '../db/pool.ts'
import { deliveryDefaults } from '../destinatarios/delivery.ts'
import { problem, refuseBody } from '../problem.ts'
import { archivedHint, type Locked, lockProducts, wholeUnitsFault } from '../stock/lock.ts'
import { reserveOrder, shortagesFor } from '../stock/reserve.ts'
import { publishOrder } from './publish-order.ts'
import { insertOrder, insertOrderItems, nextOrderNumber, type OrderDetailRow } from './queries.ts'

export async function createOrder(
  tx: Transaction,
  by: Author,
  clientId: string,
  order: NewOrder,
  today: string,
): Promise<OrderDetailRow> {
  const destinatario = await deliveryDefaults(tx, clientId, order.destinatario_id)
  if (!destinatario) {
    throw problem('orders/unknown-destinatario', {
      errors: [{ pointer: '/destinatario_id', detail: 'is not one of your destinatarios' }],
    })
  }
  const products = await lockProducts(
    tx,
    order.items.map((item) => item.product_id),
  )
  checkItems(order, products, clientId)
  const shortages = await shortagesFor(
    tx,
    products,
    order.items.map((item) => ({ ...item, vintage_year: item.vintage_year ?? null })),
    today,
  )
  if (shortages.length > 0) throw problem('orders/insufficient-stock', { shortages })

  const id = uuidv7()
  const delivery = order.delivery_type === 'retiro' ? noDelivery : destinatario
  const { order_number } = await tx.one(nextOrderNumber(clientId))
  await tx.run(insertOrder(clientId, { ...delivery, ...withoutItems(order), id, order_number }))
  await tx.run(
    insertOrderItems(
      clientId,
      id,
      order.items.map((item) => ({ ...item, id: uuidv7() })),
    ),
  )
  await reserveOrder(tx, id)
  const detail = await publishOrder(tx, clientId, id, 'order.created', null)
  await recordAudit(tx, by, { clientId, action: 'orders.create', subjectId: id, after: detail })
  return detail
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

function checkItems(order: NewOrder, products: Locked, clientId: string) {
  const unknown: FieldError[] = []
  const fractions: FieldError[] = []
  for (const [index, item] of order.items.entries()) {
    const product = products.get(item.product_id)
    if (product?.client_id !== clientId) {
      unknown.push({ pointer: `/items/${index}/product_id`, detail: 'is not one of your products' })
    } else if (product.archived) {
      unknown.push({ pointer: `/items/${index}/product_id`, detail: archivedHint })
    } else {
      const fault = wholeUnitsFault(product.unit_type, item.quantity)
      if (fault) fractions.push({ pointer: `/items/${index}/quantity`, detail: fault })
    }
  }
  if (unknown.length > 0) throw problem('orders/unknown-product', { errors: unknown.slice(0, 20) })
  refuseBody(fractions)
}
