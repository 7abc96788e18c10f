// The list by which goods are taken from the shelves for one order or several.
import { ofClient } from './clients.ts'
import { OrderStatus } from './orders.ts'
import { Id, Named, Nullable, Quantity, VintageYear } from './primitives.ts'
import { UnitType } from './products.ts'
import { type Static, Type } from './type.ts'

export const maxOrdersPerPickList = 50

export const OrdersToPick = {
  order_id: Type.Array(Id, {
    minItems: 1,
    maxItems: maxOrdersPerPickList,
    uniqueItems: true,
    description: `The orders, approved or in preparation: \`order_id=…&order_id=…\`, at most ${maxOrdersPerPickList}`,
  }),
}

const orderNumber = Type.String({ examples: ['PED-000042'] })

export const PickListRow = Named('PickListRow', {
  ...ofClient,
  location: Nullable(Type.String({ examples: ['A-12-3'] })),
  product_id: Id,
  sku: Type.String({ examples: ['MAL-RES-750'] }),
  name: Type.String({ examples: ['Malbec Reserva 750 ml'] }),
  gtin: Nullable(Type.String({ examples: ['7790895000997'] })),
  unit_type: UnitType,
  lot_id: Id,
  lot_number: Type.String({ examples: ['L-2231'] }),
  expiry_date: Nullable(Type.String({ format: 'date', examples: ['2027-03-31'] })),
  vintage_year: Nullable(VintageYear),
  quantity: Quantity,
  orders: Type.Array(
    Named('PickListShare', {
      order_id: Id,
      order_number: orderNumber,
      quantity: Quantity,
      notes: Nullable(Type.String(), { description: 'What the client wrote about the goods' }),
    }),
    { description: 'For which orders, in the order in which they were asked for' },
  ),
})
export type PickListRow = Static<typeof PickListRow>

export const PickListOrder = Named('PickListOrder', {
  id: Id,
  order_number: orderNumber,
  status: OrderStatus,
  client_name: Type.String({ examples: ['Bodega Los Álamos'] }),
  destinatario_name: Type.String({ examples: ['Vinoteca del Centro'] }),
  notes: Nullable(Type.String()),
})
export type PickListOrder = Static<typeof PickListOrder>

export const PickList = Named('PickList', {
  rows: Type.Array(PickListRow, {
    description: 'A row for each product and lot, by location (those without one last), SKU and lot',
  }),
  orders: Type.Array(PickListOrder, { description: 'As they were asked for' }),
})
export type PickList = Static<typeof PickList>
