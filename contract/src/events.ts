// The payload of each type of event (`data.object` of the envelope). The types are in event-types.ts.

import { AccountTransaction } from './account.ts'
import { type EventType, eventTypes } from './event-types.ts'
import { InboundNoticeDetail } from './inbound.ts'
import { OrderStatus, OrderUpdate, orderDetailFields } from './orders.ts'
import { CreatedBetween } from './paging.ts'
import {
  Amount,
  CalendarDate,
  Id,
  Named,
  Nullable,
  OneOf,
  Quantity,
  Timestamp,
  VintageYear,
} from './primitives.ts'
import { RemitoDetail } from './remitos.ts'
import { ReturnDetail } from './returns.ts'
import { lotSources } from './stock.ts'
import { type Static, type TSchema, Type } from './type.ts'

const OrderPayload = Named('OrderPayload', { ...orderDetailFields, previous_status: Nullable(OrderStatus) })

const OrderUpdatedPayload = Named('OrderUpdatedPayload', {
  ...OrderPayload.properties,
  changes: Type.Array(OrderUpdate, { description: 'The one change that this event reports' }),
})

const lotFields = {
  lot_id: Id,
  product_id: Id,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
}

const CreditNotePayload = Named('CreditNotePayload', {
  id: Type.String({ examples: ['cn_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'] }),
  number: Type.String({ examples: ['00003-00000087'] }),
  amount: Amount,
  description: Nullable(Type.String()),
  created_at: Timestamp,
})

const StockChangedPayload = Named('StockChangedPayload', {
  product_id: Id,
  old_quantity: Type.Number({ examples: [126] }),
  new_quantity: Type.Number({ examples: [120] }),
  delta: Type.Number({ description: '`new_quantity` − `old_quantity`', examples: [-6] }),
  source: Type.Unsafe<null>({ type: 'null', description: 'Always null in v1' }),
  updated_at: Timestamp,
})

const LotCreatedPayload = Named('LotCreatedPayload', {
  ...lotFields,
  quantity: Quantity,
  source_type: OneOf(lotSources, { examples: ['remito_ingreso'] }),
  created_at: Timestamp,
})

const LotDepletedPayload = Named('LotDepletedPayload', { ...lotFields, depleted_at: Timestamp })

const LotExpiringPayload = Named('LotExpiringPayload', {
  ...lotFields,
  quantity: Quantity,
  days_until_expiry: Type.Integer({ examples: [12] }),
})

const holdReason = Type.String({ examples: ['Retiro del mercado por el fabricante'] })

const LotHeldPayload = Named('LotHeldPayload', {
  ...lotFields,
  quantity: { ...Quantity, description: 'What is left in the warehouse' },
  reason: holdReason,
  held_at: Timestamp,
})

const LotReleasedPayload = Named('LotReleasedPayload', {
  ...lotFields,
  quantity: { ...Quantity, description: 'What is left in the warehouse' },
  reason: { ...holdReason, description: 'Why it was held' },
  released_at: Timestamp,
})

export const eventPayloads = {
  'order.created': OrderPayload,
  'order.updated': OrderUpdatedPayload,
  'order.approved': OrderPayload,
  'order.rejected': OrderPayload,
  'order.in_preparation': OrderPayload,
  'order.in_transit': OrderPayload,
  'order.delivered': OrderPayload,
  'order.failed_delivery': OrderPayload,
  'order.cancelled': OrderPayload,
  'remito.created': RemitoDetail,
  'remito.voided': RemitoDetail,
  'remito.accepted': RemitoDetail,
  'remito.disputed': RemitoDetail,
  'inbound.arrived': InboundNoticeDetail,
  'inbound.received': InboundNoticeDetail,
  'return.expected': ReturnDetail,
  'return.received': ReturnDetail,
  'payment.received': AccountTransaction,
  'credit_note.issued': CreditNotePayload,
  'stock.changed': StockChangedPayload,
  'lot.created': LotCreatedPayload,
  'lot.depleted': LotDepletedPayload,
  'lot.expiring': LotExpiringPayload,
  'lot.held': LotHeldPayload,
  'lot.released': LotReleasedPayload,
} as const satisfies Record<EventType, TSchema>

export type EventPayload<Type extends EventType> = Static<(typeof eventPayloads)[Type]>

/** Events from before there were sandboxes do not have it. */
export const livemode = Type.Optional(
  Type.Boolean({
    description:
      '`false`: in a sandbox. Events from before there were sandboxes do not have it: they are live',
    examples: [true],
  }),
)

export const EventEnvelope = Named('Event', {
  id: Type.String({
    description: '`evt_` followed by a UUID',
    examples: ['evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'],
  }),
  type: OneOf(eventTypes, { examples: ['stock.changed'] }),
  created_at: Timestamp,
  api_version: OneOf(['v1'], { examples: ['v1'] }),
  livemode,
  data: Type.Object({
    object: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      examples: [
        {
          product_id: '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
          old_quantity: 126,
          new_quantity: 120,
          delta: -6,
          source: null,
          updated_at: '2026-11-02T13:45:10.250Z',
        },
      ],
    }),
  }),
})
export type EventEnvelope = Static<typeof EventEnvelope>

export const EventFilters = {
  type: Type.Optional(OneOf(eventTypes)),
  object_id: Type.Optional(
    Type.String({
      ...Id,
      description:
        'The object that the event carries: the order of `order.*`, the remito of `remito.*`, the notice of `inbound.*`, the return of `return.*`, the product of `stock.changed`, the lot of `lot.*`',
    }),
  ),
  order: Type.Optional(
    OneOf(['desc', 'asc'], {
      default: 'desc',
      description:
        '`asc`: a feed that can be resumed. The last page has a cursor too, and resuming from it never misses an event. With `object_id` it is a list that ends, the oldest event first',
    }),
  ),
  ...CreatedBetween,
}
