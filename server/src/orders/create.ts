// A client places an order. Its products stay locked from the availability check until the commit, so that concurrent
// orders cannot reserve the last unit twice.
import type {
  CreatedOrder,
  EventPayload,
  EventType,
  FieldFault,
  NewOrder,
  OrderStatus,
} from '@anden/contract'
import { fault } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import { inOrder, type Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { deliveryDefaults } from '../destinatarios/change.ts'
import { type NewEvent, publish } from '../events/publish.ts'
import { problem, refuseBody, throwProblem } from '../problem.ts'
import { type Locked, lockProducts, wholeUnitsFault } from '../stock/lock.ts'
import { shortagesIn, sumsFor } from '../stock/reserve.ts'
import { withReasons } from '../stock/shortage-reasons.ts'
import {
  type DeliveryFields,
  insertOrder,
  type NewLine,
  type NewOrderRow,
  nextOrderNumber,
  type OrderDetailRow,
  orderWithReference,
  productsBySku,
} from './queries.ts'

/** With the name of the person or of the key. */
export type OrderAuthor = Author & { name: string }

export async function createOrder(
  tx: Transaction,
  by: OrderAuthor,
  clientId: string,
  given: NewOrder,
  today: string,
): Promise<OrderDetailRow & Pick<CreatedOrder, 'duplicate_of'>> {
  const order = await withProductIds(tx, clientId, given)
  const requests = requestsOf(order)
  // In one round trip. PostgreSQL runs them in this order, and the sums see what was committed before the lock was granted,
  // as do the locked rows. A refused order gives its number back.
  const [destinatario, products, sums, numbered, duplicate] = await inOrder([
    deliveryDefaults(tx, clientId, order.destinatario_id),
    lockProducts(tx, productIdsOf(order)),
    sumsFor(tx, clientId, requests, today),
    tx.one(nextOrderNumber(clientId)),
    order.reference ? tx.maybeOne(orderWithReference(clientId, order.reference)) : Promise.resolve(null),
  ])
  if (!destinatario) throw unknownDestinatario()
  checkItems(order, products, clientId)
  const short = shortagesIn(sums, products, requests)
  if (short.length > 0) {
    throw problem('orders/insufficient-stock', { shortages: await withReasons(tx, short, products, today) })
  }

  // Nothing waits for the rest: it is sent at once, with the commit.
  const defaults = order.delivery_type === 'retiro' ? noDelivery : destinatario
  const row = { ...deliveryOf(order, defaults), ...numbered, id: uuidv7(), created_at: tx.time }
  const lines = order.items.map(newLine)
  tx.pipeline(insertOrder(clientId, row, lines, by))
  const detail = detailOf(row, lines, products, by)
  publishOrder(tx, clientId, detail, 'order.created', null)
  const { timeline: _steps, placed_by: _name, ...after } = detail
  recordAudit(tx, by, { clientId, action: 'orders.create', subjectId: row.id, after })
  return { ...detail, duplicate_of: duplicate ?? null }
}

const noDelivery: DeliveryFields = {
  delivery_address: null,
  delivery_city: null,
  delivery_province: null,
  delivery_contact: null,
}

/**
 * Fields that the client sent, null included, override the defaults. Street, city and province are one address: if any of
 * them is sent, none is taken from the destinatario, because the street of one place and the city of another are no address.
 */
function deliveryOf({ items: _, ...given }: OrderOfProducts, defaults: DeliveryFields) {
  const isAddressSent = addressFields.some((field) => given[field] !== undefined)
  const applied = isAddressSent ? { ...noDelivery, delivery_contact: defaults.delivery_contact } : defaults
  return { delivery_type: 'envio' as const, notes: null, reference: null, ...applied, ...given }
}

const addressFields = ['delivery_address', 'delivery_city', 'delivery_province'] as const

const newLine = (item: OrderOfProducts['items'][number]): NewLine => ({
  id: uuidv7(),
  product_id: item.product_id,
  quantity: item.quantity,
  vintage_year: item.vintage_year ?? null,
  notes: item.notes ?? null,
})

/** What reading the order would return. */
function detailOf(
  row: NewOrderRow,
  lines: readonly NewLine[],
  products: Locked,
  { actor, name }: OrderAuthor,
): OrderDetailRow {
  return {
    id: row.id,
    order_number: row.order_number,
    status: 'pending',
    status_reason: null,
    reference: row.reference,
    delivery_type: row.delivery_type,
    destinatario_id: row.destinatario_id,
    notes: row.notes,
    created_at: row.created_at,
    updated_at: row.created_at,
    delivery_address: row.delivery_address,
    delivery_city: row.delivery_city,
    delivery_province: row.delivery_province,
    delivery_contact: row.delivery_contact,
    distribution_order_items: lines.map((line) => ({
      ...line,
      products: labelOf(products, line.product_id),
    })),
    distribution_order_attachments: [],
    timeline: [{ status: 'pending', at: row.created_at, reason: null, by: actor, by_name: name }],
    placed_by: name,
  }
}

function labelOf(products: Locked, productId: string) {
  const { name, sku } = products.get(productId) ?? throwProblem('orders/unknown-product')
  return { name, sku }
}

/** Publishes the order in its state after the change. */
export function publishOrder(
  tx: Transaction,
  clientId: string,
  order: OrderDetailRow,
  type: `order.${string}` & EventType,
  previousStatus: OrderStatus | null,
): void {
  const object: EventPayload<'order.created'> = { ...order, previous_status: previousStatus }
  publish(tx, [{ clientId, type, object } as NewEvent])
}

/** An order whose products all have their id. */
type OrderOfProducts = Omit<NewOrder, 'items'> & {
  items: (Omit<NewOrder['items'][number], 'product_id' | 'sku'> & { product_id: string })[]
}

/** Looks up the products that are named by their SKU. Without any, nothing is read. */
export async function withProductIds(
  at: Queryable,
  clientId: string,
  order: NewOrder,
): Promise<OrderOfProducts> {
  refuseBody(
    order.items.flatMap((item, index): FieldFault[] =>
      (item.product_id === undefined) === (item.sku === undefined)
        ? [{ pointer: `/items/${index}`, ...fault('name_product_once') }]
        : [],
    ),
  )
  const skus = [...new Set(order.items.flatMap(({ sku }) => sku ?? []))]
  const found = skus.length > 0 ? await at.rows(productsBySku(clientId, skus)) : []
  const idOf = new Map(found.map(({ sku, id }) => [sku, id]))
  const unknown: FieldFault[] = []
  const items = order.items.map(({ sku, product_id, ...item }, index) => {
    const id = product_id ?? idOf.get(sku ?? '')
    if (id === undefined) unknown.push({ pointer: `/items/${index}/sku`, ...fault('not_your_product') })
    return { ...item, product_id: id ?? '' }
  })
  if (unknown.length > 0) throw problem('orders/unknown-product', { errors: unknown.slice(0, 20) })
  return { ...order, items }
}

// What a new order must fulfil, whether it is placed or only previewed.
export const unknownDestinatario = () =>
  problem('orders/unknown-destinatario', {
    errors: [{ pointer: '/destinatario_id', ...fault('unknown_destinatario') }],
  })

export const productIdsOf = (order: OrderOfProducts) => order.items.map((item) => item.product_id)

export const requestsOf = (order: OrderOfProducts) =>
  order.items.map((item) => ({ ...item, vintage_year: item.vintage_year ?? null }))

export function checkItems(order: OrderOfProducts, products: Locked, clientId: string) {
  const unknown: FieldFault[] = []
  const fractions: FieldFault[] = []
  for (const [index, item] of order.items.entries()) {
    const product = products.get(item.product_id)
    if (product?.client_id !== clientId) {
      unknown.push({ pointer: `/items/${index}/product_id`, ...fault('not_your_product') })
    } else if (product.archived) {
      unknown.push({ pointer: `/items/${index}/product_id`, ...fault('archived') })
    } else {
      const fraction = wholeUnitsFault(product.unit_type, item.quantity)
      if (fraction) fractions.push({ pointer: `/items/${index}/quantity`, ...fraction })
    }
  }
  if (unknown.length > 0) throw problem('orders/unknown-product', { errors: unknown.slice(0, 20) })
  refuseBody(fractions)
}
