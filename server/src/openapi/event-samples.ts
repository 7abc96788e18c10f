// A realistic sample of every event, for the API reference and for `anden trigger`. A sample is the contract's example
// of the payload with what its event implies: an approved order has the status `approved`. All samples tell one story:
// the same order, its remito, product and lot, at times relative to a given moment.
import {
  type EventPayload,
  type EventType,
  eventFamilyOf,
  eventPayloads,
  orderTransitions,
} from '@anden/contract'
import { exampleOf } from './components.ts'

export type EventSample = { [Type in EventType]: { type: Type; object: EventPayload<Type> } }[EventType]

const ids = {
  order: '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  orderItem: '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d11',
  destinatario: '0199a5d0-1e27-7b3c-8f10-2c9d7e4a6b52',
  product: '01998f14-90c4-7e58-a3b6-71d0c5e2f843',
  lot: '0199902b-4d1f-7a90-b5c8-0e6f3a7d9c24',
  notice: '0199b0e4-5a17-7c3d-8b92-6e1f40d7a3c5',
  noticeItem: '0199b0e4-5a17-7c3d-8b92-6e1f40d7a3c6',
  remito: '0199b1d9-c2e5-7f06-8a4b-93e1d7c50f68',
  remitoItem: '0199b1d9-c2e5-7f06-8a4b-93e1d7c50f69',
  return: '0199b2e7-91c4-7b05-8d3a-2f6e50c1a794',
  returnItem: '0199b2e7-91c4-7b05-8d3a-2f6e50c1a795',
  ingreso: '0199b31f-04d8-7a6b-95e2-c7b80d1f3e46',
  payment: '0199b20a-57b8-7d3e-9c61-4f82a0b6e7d3',
  creditNote: '0199b20c-8e13-7c95-b07a-6d1f94e3a2c8',
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export function eventSample(type: EventType, nowMs: number): EventSample {
  const object = { ...(exampleOf(eventPayloads[type]) as object), ...details(type, nowMs) }
  return { type, object } as EventSample
}

/** The differences from the contract's example. The keys of a payload keep the order of its schema. */
function details(type: EventType, nowMs: number): object {
  return { ...timesOf(type, nowMs), ...ownDetails(type, nowMs) }
}

/** Everything happened just now, unless the event says otherwise. */
function timesOf(type: EventType, nowMs: number) {
  const names = Object.keys(eventPayloads[type].properties).filter((name) => name.endsWith('_at'))
  return Object.fromEntries(names.map((name) => [name, time(nowMs)]))
}

function ownDetails(type: EventType, nowMs: number): object {
  const family = eventFamilyOf(type)
  if (family === 'order') return orderDetails(type, nowMs)
  if (family === 'remito') return remitoDetails(type === 'remito.voided', nowMs)
  if (family === 'inbound') return noticeDetails(type === 'inbound.received', nowMs)
  if (family === 'return') return returnDetails(type === 'return.received', nowMs)
  if (type === 'payment.received') {
    return { id: `pay_${ids.payment}`, number: null, reverses: null }
  }
  if (type === 'credit_note.issued') {
    const description = 'Devolución de 6 cajas'
    return { id: `cn_${ids.creditNote}`, description, amount: 18_450.75 }
  }
  if (family === 'stock') return { product_id: ids.product }
  return lotDetails(type, nowMs)
}

const reasons: Partial<Record<EventType, string>> = {
  'order.rejected': 'El destinatario no está habilitado',
  'order.failed_delivery': 'Local cerrado',
  'order.cancelled': 'Pedido duplicado',
}

function orderDetails(type: EventType, nowMs: number) {
  const transition = Object.values(orderTransitions).find(({ event }) => event === type)
  const previous = transition?.from.staff[0] ?? null
  return {
    id: ids.order,
    status: transition?.to ?? 'pending',
    status_reason: reasons[type] ?? null,
    destinatario_id: ids.destinatario,
    notes: 'Entregar por la mañana',
    created_at: time(previous === null ? nowMs : nowMs - 5 * hourMs),
    distribution_order_items: [itemOf(itemSchema, ids.orderItem)],
    previous_status: previous,
    ...(type === 'order.updated' ? { revision: 2, changes: [updateOf(nowMs)] } : {}),
  }
}

function updateOf(nowMs: number) {
  const change = exampleOf(eventPayloads['order.updated'].properties.changes.items) as object
  const products = exampleOf(itemSchema.properties.products)
  const nameless = { before_name: null, after_name: null }
  return {
    ...change,
    at: time(nowMs),
    reason: null,
    fields: [{ field: 'notes', before: null, after: 'Entregar por la mañana', ...nameless }],
    lines: [
      {
        id: ids.orderItem,
        product_id: ids.product,
        vintage_year: null,
        products,
        before: { quantity: 4, notes: null },
        after: { quantity: 6, notes: null },
      },
    ],
  }
}

const itemSchema = eventPayloads['order.created'].properties.distribution_order_items.items

function remitoDetails(isVoided: boolean, nowMs: number) {
  const createdMs = isVoided ? nowMs - hourMs : nowMs
  return {
    id: ids.remito,
    status: isVoided ? 'voided' : 'issued',
    date: day(createdMs),
    source_order_id: ids.order,
    inbound_id: null,
    return_id: null,
    created_at: time(createdMs),
    voided_at: isVoided ? time(nowMs) : null,
    void_reason: isVoided ? 'Pedido cancelado por el cliente' : null,
    distribution_remito_items: [
      {
        ...itemOf(eventPayloads['remito.created'].properties.distribution_remito_items.items, ids.remitoItem),
        expiry_date: day(nowMs + 300 * dayMs),
      },
    ],
  }
}

function returnDetails(isReceived: boolean, nowMs: number) {
  const item = exampleOf(eventPayloads['return.expected'].properties.items.items) as object
  const parts = isReceived
    ? { received: 6, disposition: 'hold', restocked: 0, held: 6, written_off: 0 }
    : { received: 0, disposition: null, restocked: 0, held: 0, written_off: 0 }
  return {
    id: ids.return,
    status: isReceived ? 'received' : 'expected',
    order_id: ids.order,
    remito_id: ids.remito,
    lines: 1,
    created_at: time(isReceived ? nowMs - dayMs : nowMs),
    received_at: isReceived ? time(nowMs) : null,
    closed_at: null,
    close_reason: null,
    ingreso_id: isReceived ? ids.ingreso : null,
    items: [
      {
        ...item,
        id: ids.returnItem,
        remito_item_id: ids.remitoItem,
        product_id: ids.product,
        lot_id: ids.lot,
        expiry_date: day(nowMs + 300 * dayMs),
        ...parts,
      },
    ],
  }
}

function noticeDetails(isReceived: boolean, nowMs: number) {
  const item = exampleOf(eventPayloads['inbound.arrived'].properties.items.items) as object
  const goods = isReceived
    ? { received: 118, difference: -2, difference_reason: 'missing' }
    : { received: 0, difference: -120, difference_reason: null }
  return {
    id: ids.notice,
    status: isReceived ? 'received_with_differences' : 'arrived',
    revision: isReceived ? 4 : 2,
    expected_on: day(nowMs),
    lines: 1,
    lines_received: isReceived ? 1 : 0,
    created_at: time(nowMs - 3 * dayMs),
    arrived_at: time(isReceived ? nowMs - 2 * hourMs : nowMs),
    closed_at: isReceived ? time(nowMs) : null,
    cancel_reason: null,
    items: [
      {
        ...item,
        id: ids.noticeItem,
        product_id: ids.product,
        quantity: 120,
        ...goods,
        expiry_date: day(nowMs + 300 * dayMs),
        difference_note: null,
      },
    ],
    remito_ids: isReceived ? [ids.remito] : [],
  }
}

const itemOf = (schema: unknown, id: string) => ({
  ...(exampleOf(schema) as object),
  id,
  product_id: ids.product,
  quantity: 6,
})

function lotDetails(type: EventType, nowMs: number) {
  const daysUntilExpiry = type === 'lot.expiring' ? 12 : 300
  return {
    lot_id: ids.lot,
    product_id: ids.product,
    expiry_date: day(nowMs + daysUntilExpiry * dayMs),
    ...(type === 'lot.expiring' ? { days_until_expiry: daysUntilExpiry } : {}),
  }
}

const time = (ms: number) => new Date(ms).toISOString()
const day = (ms: number) => time(ms).slice(0, 10)
