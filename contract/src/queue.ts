// The work queue of the warehouse: open orders, oldest first, with the details that a dispatcher needs.

import { openOrderStatuses } from './order-transitions.ts'
import { DeliveryType, orderDetailFields, orderWeight, tripOfOrder } from './orders.ts'
import { Id, Named, Nullable, OneOf, Quantity, Timestamp } from './primitives.ts'
import { Shortage } from './problems/document.ts'
import { UnitType } from './products.ts'
import { type Static, Type } from './type.ts'

const OpenStatus = OneOf(openOrderStatuses, { examples: ['pending'] })

export const QueueFilters = {
  status: OpenStatus,
  client_id: Type.Optional(Id),
  for_trip: Type.Optional(
    Type.Boolean({
      description:
        '`true`: only orders that a trip can take now: approved, in preparation or a failed delivery, `envio`, and on no other trip',
    }),
  ),
}

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
  packages: orderDetailFields.packages,
  revision: orderDetailFields.revision,
  changed_at: Nullable(Timestamp, {
    description: 'When its client or the warehouse last changed what it says; null: never',
  }),
  ...orderWeight,
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
  ...tripOfOrder,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type QueuedOrder = Static<typeof QueuedOrder>
