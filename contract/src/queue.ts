// What the warehouse works on: open orders, oldest first, with what a dispatcher must know of each.

import { openOrderStatuses } from './order-transitions.ts'
import { DeliveryType } from './orders.ts'
import { Id, Named, Nullable, OneOf, Quantity, Timestamp } from './primitives.ts'
import { Shortage } from './problems/document.ts'
import { UnitType } from './products.ts'
import { type Static, Type } from './type.ts'

const OpenStatus = OneOf(openOrderStatuses, { examples: ['pending'] })

export const QueueFilters = { status: OpenStatus, client_id: Type.Optional(Id) }

export const QueuedOrder = Named('QueuedOrder', {
  id: Id,
  order_number: Type.String({ examples: ['PED-000042'] }),
  status: OpenStatus,
  delivery_type: DeliveryType,
  client: Named('QueueClient', { id: Id, name: Type.String({ examples: ['Bodega Los Álamos'] }) }),
  destinatario: Named('QueueDestinatario', {
    id: Id,
    name: Type.String({ examples: ['Vinoteca del Centro'] }),
    city: Nullable(Type.String({ examples: ['Mendoza'] })),
  }),
  delivery_address: Nullable(Type.String({ examples: ['Av. San Martín 1250'] })),
  delivery_city: Nullable(Type.String({ examples: ['Mendoza'] })),
  delivery_province: Nullable(Type.String({ examples: ['Mendoza'] })),
  lines: Type.Integer({ description: 'How many items it has', examples: [2] }),
  quantities: Type.Array(Named('QueueQuantity', { unit_type: UnitType, quantity: Quantity }), {
    description: 'The sum of its items, by unit',
  }),
  remito: Nullable(
    Named('QueueRemito', {
      id: Id,
      remito_number: Type.Array(Type.String(), { examples: [['R 00001-00000042']] }),
    }),
    { description: 'The egreso that its approval issued; null before' },
  ),
  lots_on_hold: Type.Integer({
    description: 'How many lots of its goods are on hold: while there are any, dispatching it is refused',
    examples: [0],
  }),
  shortages: Type.Array(Shortage, {
    description: 'What is missing to approve it now; empty if nothing is, and after approval',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type QueuedOrder = Static<typeof QueuedOrder>
