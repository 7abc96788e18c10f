import { ofClient } from './clients.ts'
import { actionsWithReasonText, orderActions, orderStatuses } from './order-transitions.ts'
import { CreatedBetween } from './paging.ts'
import {
  amongMatches,
  foundBy,
  Id,
  Line,
  Named,
  Nullable,
  OneOf,
  Quantity,
  QuantityIn,
  Text,
  Timestamp,
  VintageYear,
} from './primitives.ts'
import { ProductLabel } from './products.ts'
import { type Static, Type } from './type.ts'

export const OrderStatus = OneOf(orderStatuses, { examples: ['pending'] })
export type OrderStatus = Static<typeof OrderStatus>

export const DeliveryType = OneOf(['envio', 'retiro'], {
  description: '`envio`: the warehouse delivers. `retiro`: the recipient collects',
  examples: ['envio'],
})

const orderFields = {
  id: Id,
  order_number: Type.String({ examples: ['PED-000042'] }),
  status: OrderStatus,
  status_reason: Nullable(Type.String(), {
    description: 'The reason given with the latest reject, fail or cancel',
  }),
  reference: Nullable(Type.String({ examples: ['OC-2026-0117'] }), {
    description: "The client's own reference, such as the number of a purchase order; not unique",
  }),
  delivery_type: DeliveryType,
  destinatario_id: Id,
  notes: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Order = Named('Order', orderFields)
export type Order = Static<typeof Order>

export const OrderItem = Named('OrderItem', {
  id: Id,
  product_id: Id,
  quantity: Quantity,
  vintage_year: Nullable(VintageYear),
  notes: Nullable(Type.String()),
  products: ProductLabel,
})

export const Attachment = Named('Attachment', {
  id: Id,
  file_url: Type.String({
    description: 'A signed link, valid for one hour; every read returns a new one',
    examples: [
      'http://localhost:3000/files/0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10?expires=1793628310&signature=…',
    ],
  }),
  file_name: Type.String({ examples: ['orden-de-compra.pdf'] }),
  created_at: Timestamp,
})
export type Attachment = Static<typeof Attachment>

export const orderDetailFields = {
  ...orderFields,
  delivery_address: Nullable(Type.String({ examples: ['Av. San Martín 1250'] })),
  delivery_city: Nullable(Type.String({ examples: ['Mendoza'] })),
  delivery_province: Nullable(Type.String({ examples: ['Mendoza'] })),
  delivery_contact: Nullable(Type.String({ examples: ['Vinoteca del Centro, +54 261 555-0100'] })),
  distribution_order_items: Type.Array(OrderItem),
}

const stepFields = {
  status: OrderStatus,
  at: Timestamp,
  reason: Nullable(Type.String(), {
    description: 'Given with a reject, fail or cancel, or with a dispatch in spite of a hold',
  }),
}

export const OrderStep = Named('OrderStep', stepFields)
export const StaffOrderStep = Named('StaffOrderStep', {
  ...stepFields,
  by: Type.String({ description: 'Who did it, as in the audit log', examples: ['staff ERP (sk_9dKq21z)'] }),
  by_name: Type.String({
    description: 'The name of the person, as it is now, or of the key',
    examples: ['ERP'],
  }),
})
export type StaffOrderStep = Static<typeof StaffOrderStep>

const timelineText = { description: 'Every status that the order has had, oldest first' }

export const OrderDetail = Named('OrderDetail', {
  ...orderDetailFields,
  placed_by: Nullable(Type.String({ examples: ['Ana Álamos'] }), {
    description: 'The name of the person, or of the API key, that placed the order',
  }),
  distribution_order_attachments: Type.Array(Attachment),
  timeline: Type.Array(OrderStep, timelineText),
})
export type OrderDetail = Static<typeof OrderDetail>

export const CreatedOrder = Named('CreatedOrder', {
  ...OrderDetail.properties,
  duplicate_of: Nullable(
    Type.Unsafe<{ id: string; order_number: string; created_at: string }>(
      Named('DuplicateOrder', {
        id: Id,
        order_number: orderFields.order_number,
        created_at: Timestamp,
      }),
    ),
    {
      description:
        'The newest order of the last 90 days with the same `reference`; null: there is none. The order is placed all the same',
    },
  ),
})
export type CreatedOrder = Static<typeof CreatedOrder>

const reference = Type.Optional(
  Line(64, { description: 'Exact match of your own reference, ignoring case', examples: ['OC-2026-0117'] }),
)

const orderNumber = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Exact match',
    examples: ['PED-000042'],
  }),
)

const q = foundBy(
  `The beginning of the number, with or without its letters and zeros (\`42\`, \`PED-42\`), of the SKU or of a word of the name of a product, of a lot number or of a word of the recipient's name. ${amongMatches('newest matching orders')}, of those from \`from\` to \`to\` if these are given`,
  '42',
)

const isOpen = Type.Optional(
  Type.Boolean({
    description:
      '`true`: only orders that are not delivered, rejected or cancelled. `false`: only those that are',
  }),
)

/** The filters for counting orders, besides the status. */
export const OrderCountFilters = {
  order_number: orderNumber,
  reference,
  ...q,
  destinatario_id: Type.Optional(Id),
  ...CreatedBetween,
}

/** One, or several: `status=pending,approved`. */
const statuses = Type.Optional(
  Type.Array(OrderStatus, {
    minItems: 1,
    maxItems: orderStatuses.length,
    uniqueItems: true,
    description: 'One status, or several with commas: `pending,approved`',
  }),
)

export const OrderFilters = {
  order_number: orderNumber,
  reference,
  updated_since: Type.Optional(
    Type.String({ ...Timestamp, description: 'Only orders that have changed at or after this time' }),
  ),
  ...q,
  status: statuses,
  is_open: isOpen,
  destinatario_id: Type.Optional(Id),
  ...CreatedBetween,
}

const reason = Text(500, { examples: ['El destinatario pidió postergar la entrega'] })

const addressText =
  'Street, city and province are one address. Default for `envio`: that of the destinatario. If any of the three is sent, null included, the others are null unless they are sent'

export const NewOrder = Named('NewOrder', {
  destinatario_id: Id,
  items: Type.Array(
    Named('NewOrderItem', {
      product_id: Type.Optional(Id),
      sku: Type.Optional(
        Line(64, { description: 'In place of `product_id`: the SKU of the product, as it is written' }),
      ),
      quantity: QuantityIn,
      vintage_year: Type.Optional(Nullable(VintageYear, { description: 'Pick from this vintage only' })),
      notes: Type.Optional(Nullable(Text(500))),
    }),
    {
      minItems: 1,
      maxItems: 200,
      examples: [[{ product_id: '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10', quantity: 12 }]],
    },
  ),
  reference: Type.Optional(
    Nullable(Line(64), {
      description:
        'Your own reference. Not unique: `duplicate_of` of the answer names an order that has it already',
      examples: ['OC-2026-0117'],
    }),
  ),
  delivery_type: Type.Optional(DeliveryType),
  notes: Type.Optional(Nullable(Text(2000))),
  delivery_address: Type.Optional(Nullable(Text(300), { description: addressText })),
  delivery_city: Type.Optional(Nullable(Text(200), { description: addressText })),
  delivery_province: Type.Optional(Nullable(Text(200), { description: addressText })),
  delivery_contact: Type.Optional(
    Nullable(Text(300), { description: 'Default for `envio`: name and phone of the destinatario' }),
  ),
})
export type NewOrder = Static<typeof NewOrder>

export const OrderChange = Named('OrderChange', {
  action: OneOf(['cancel'], { examples: ['cancel'] }),
  reason: Type.Optional(Nullable(reason)),
})

export const StaffOrderChange = Named('StaffOrderChange', {
  action: OneOf(orderActions, { examples: ['approve'] }),
  reason: Type.Optional(
    Nullable(reason, {
      description: `Required for ${actionsWithReasonText}, and with \`override_hold\``,
    }),
  ),
  override_hold: Type.Optional(
    Type.Boolean({
      description:
        'Only for dispatch, false if left out: the goods leave although their lot is on hold. The audit log keeps it',
    }),
  ),
})
export type StaffOrderChange = Static<typeof StaffOrderChange>

const recipientFields = {
  id: Id,
  name: Type.String({ examples: ['Vinoteca del Centro'] }),
  city: Nullable(Type.String({ examples: ['Mendoza'] })),
}

const cityOfDelivery = Nullable(Type.String({ examples: ['Mendoza'] }), {
  description: 'Where the order goes, which can differ from the city of its recipient',
})

/** An order in the back office, with the client that it belongs to. */
export const StaffOrder = Named('StaffOrder', {
  ...ofClient,
  ...orderFields,
  delivery_city: cityOfDelivery,
  destinatario: Named('OrderRecipient', recipientFields),
})
export type StaffOrder = Static<typeof StaffOrder>

export const StaffOrderDetail = Named('StaffOrderDetail', {
  ...ofClient,
  ...orderDetailFields,
  distribution_order_attachments: Type.Array(Attachment),
  timeline: Type.Array(StaffOrderStep, timelineText),
  destinatario: Named('OrderRecipientDetail', {
    ...recipientFields,
    phone: Nullable(Type.String({ examples: ['+54 261 555-0100'] })),
    delivery_schedule: Nullable(Type.String({ examples: ['Lunes a viernes de 9 a 13'] }), {
      description: 'When the recipient receives goods',
    }),
  }),
})
export type StaffOrderDetail = Static<typeof StaffOrderDetail>

export const StaffOrderFilters = {
  client_id: Type.Optional(Id),
  order_number: orderNumber,
  ...q,
  destinatario_id: Type.Optional(Id),
  city: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The city that the order goes to, without regard to case and accents',
      examples: ['Mendoza'],
    }),
  ),
  status: statuses,
  ...CreatedBetween,
}
