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
import { requireRoom } from '../identity/sandbox-limits.ts'
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
  requireRoom(clientId, 'orders', numbered.last_number)
  if (!destinatario) throw unknownDestinatario()
  checkItems(order, products, clientId)
  const short = shortagesIn(sums, products, requests)
  if (short.length > 0) {
    throw problem('orders/insufficient-stock', { shortages: await withReasons(tx, short, products, today) })
  }

  // Nothing waits for the rest: it is sent at once, with the commit.
  const { row, lines, detail } = draftOf(order, destinatario, { ...numbered, at: tx.time, products, by })
  tx.pipeline(insertOrder(clientId, row, lines, by))
  publishOrder(tx, clientId, detail, 'order.created', null)
  recordAudit(tx, by, { clientId, action: 'orders.create', subjectId: row.id, after: auditedState(detail) })
  return { ...detail, duplicate_of: duplicate ?? null }
}

/** The rows of an order that can be placed, and what reading it would return. */
export function draftOf(
  order: OrderOfProducts,
  destinatario: DeliveryFields,
  { order_number, at, products, by }: { order_number: string; at: string; products: Locked; by: OrderAuthor },
) {
  const { items, delivery_type = 'envio', notes = null, reference = null, destinatario_id } = order
  const delivery = deliveryOf(order, delivery_type === 'retiro' ? noDelivery : destinatario)
  const fields = { destinatario_id, delivery_type, notes, reference, ...delivery }
  const row = { ...fields, order_number, id: uuidv7(), created_at: at }
  const lines = items.map(newLine)
  return { row, lines, detail: detailOf(row, lines, products, by) }
}

export const noDelivery: DeliveryFields = {
  delivery_address: null,
  delivery_city: null,
  delivery_province: null,
  delivery_contact: null,
}

/**
 * Fields that the client sent, null included, override the defaults. Street, city and province are one address: if any of
 * them is sent, none is taken from the destinatario, because the street of one place and the city of another are no address.
 */
export function deliveryOf(given: Partial<DeliveryFields>, defaults: DeliveryFields): DeliveryFields {
  const isAddressSent = addressFields.some((field) => given[field] !== undefined)
  const applied = isAddressSent ? { ...noDelivery, delivery_contact: defaults.delivery_contact } : defaults
  const { delivery_address, delivery_city, delivery_province, delivery_contact } = { ...applied, ...given }
  return { delivery_address, delivery_city, delivery_province, delivery_contact }
}

const addressFields = ['delivery_address', 'delivery_city', 'delivery_province'] as const

export const newLine = (item: Items['items'][number]): NewLine => ({
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
    revision: 1,
    created_at: row.created_at,
    updated_at: row.created_at,
    packages: null,
    packed_at: null,
    checked: null,
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
    trip: null,
    acceptance: null,
    changes: [],
  }
}

function labelOf(products: Locked, productId: string) {
  const { name, sku } = products.get(productId) ?? throwProblem('orders/unknown-product')
  return { name, sku }
}

/** For the audit log, which has the steps and updates as entries of their own. */
export function auditedState(order: OrderDetailRow) {
  const { timeline: _steps, placed_by: _name, changes: _updates, ...state } = order
  return state
}

/** Publishes the order in its state after the change. */
export function publishOrder(
  tx: Transaction,
  clientId: string,
  order: OrderDetailRow,
  type: `order.${string}` & EventType,
  previousStatus: OrderStatus | null,
): void {
  publish(tx, [orderEvent(clientId, order, type, previousStatus)])
}

export function orderEvent(
  clientId: string,
  order: OrderDetailRow,
  type: `order.${string}` & EventType,
  previousStatus: OrderStatus | null,
): NewEvent {
  const object: EventPayload<'order.created'> = { ...order, previous_status: previousStatus }
  return { clientId, type, object } as NewEvent
}

/** An order whose products all have their id. */
export type OrderOfProducts = Omit<NewOrder, 'items'> & Items

/** Lines whose products all have their id. */
export type Items = {
  items: (Omit<NewOrder['items'][number], 'product_id' | 'sku'> & { product_id: string })[]
}

/** Looks up the products that are named by their SKU. Without any, nothing is read. */
export async function withProductIds<Given extends Pick<NewOrder, 'items'>>(
  at: Queryable,
  clientId: string,
  order: Given,
): Promise<Omit<Given, 'items'> & Items> {
  return namedById(order, await productIdsBySku(at, clientId, [order]))
}

type Named = Pick<NewOrder, 'items'>

export async function productIdsBySku(
  at: Queryable,
  clientId: string,
  orders: readonly Named[],
): Promise<Map<string, string>> {
  const skus = [...new Set(orders.flatMap(({ items }) => items.flatMap(({ sku }) => sku ?? [])))]
  const found = skus.length > 0 ? await at.rows(productsBySku(clientId, skus)) : []
  return new Map(found.map(({ sku, id }) => [sku, id]))
}

export function namedById<Given extends Named>(
  order: Given,
  idOf: ReadonlyMap<string, string>,
): Omit<Given, 'items'> & Items {
  refuseBody(
    order.items.flatMap((item, index): FieldFault[] =>
      (item.product_id === undefined) === (item.sku === undefined)
        ? [{ pointer: `/items/${index}`, ...fault('name_product_once') }]
        : [],
    ),
  )
  const unknown: FieldFault[] = []
  const items = order.items.map(({ sku, product_id, ...item }, index) => {
    const id = product_id ?? idOf.get(sku ?? '')
    if (id === undefined) unknown.push({ pointer: `/items/${index}/sku`, ...fault('not_your_product') })
    return { ...item, product_id: id ?? '' }
  })
  if (unknown.length > 0) throw problem('orders/unknown-product', { errors: unknown.slice(0, 20) })
  return { ...order, items }
}

// What an order must fulfil, whether it is placed, changed or only previewed.
export const unknownDestinatario = () =>
  problem('orders/unknown-destinatario', {
    errors: [{ pointer: '/destinatario_id', ...fault('unknown_destinatario') }],
  })

export const productIdsOf = (order: Items) => order.items.map((item) => item.product_id)

export const requestsOf = (order: Items) =>
  order.items.map((item) => ({ ...item, vintage_year: item.vintage_year ?? null }))

export function checkItems(order: Items, products: Locked, clientId: string) {
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
