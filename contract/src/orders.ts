import { acceptanceOfDetail } from './acceptances.ts'
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

const revisionField = Type.Integer({
  description:
    'From 1, and 1 more with every change of the order: of what it says, of its status, of its packing',
  examples: [1],
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
  revision: revisionField,
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

/** What a client is told of the trip that takes its order: nothing that would say how many trips there are. */
export const OrderTrip = Named('OrderTrip', {
  plate: Nullable(Type.String({ examples: ['AB123CD'] })),
  driver_name: Type.String({ examples: ['Raúl Quiroga'] }),
  stop: Type.Integer({ description: 'Its place in the route, from 1', examples: [3] }),
  stops: Type.Integer({ description: 'How many stops the route has', examples: [8] }),
})

const maxPackages = 9999

/** What the action `pack` says of an order; all null before. */
const packingFields = {
  packages: Nullable(Type.Integer({ examples: [3] }), {
    description: 'How many packages (bultos) it was packed in; null: not yet',
  }),
  packed_at: Nullable(Timestamp, { description: 'When it was last packed' }),
  checked: Nullable(Type.Boolean(), {
    description: '`true`: every unit was scanned or ticked while it was packed',
  }),
}

export const orderDetailFields = {
  ...orderFields,
  ...packingFields,
  delivery_address: Nullable(Type.String({ examples: ['Av. San Martín 1250'] })),
  delivery_city: Nullable(Type.String({ examples: ['Mendoza'] })),
  delivery_province: Nullable(Type.String({ examples: ['Mendoza'] })),
  delivery_contact: Nullable(Type.String({ examples: ['Vinoteca del Centro, +54 261 555-0100'] })),
  trip: Nullable(OrderTrip, {
    description: 'With which vehicle it left last, and where it stands in the route; null before',
  }),
  acceptance: acceptanceOfDetail,
  distribution_order_items: Type.Array(OrderItem),
}

const stepFields = {
  status: OrderStatus,
  at: Timestamp,
  reason: Nullable(Type.String(), {
    description: 'Given with a reject, fail or cancel, or with a dispatch in spite of a hold',
  }),
}

const stepActor = Type.String({
  description: 'Who did it, as in the audit log',
  examples: ['staff ERP (sk_9dKq21z)'],
})

export const OrderStep = Named('OrderStep', stepFields)
export const StaffOrderStep = Named('StaffOrderStep', {
  ...stepFields,
  by: stepActor,
  by_name: Type.String({
    description: 'The name of the person, as it is now, or of the key',
    examples: ['ERP'],
  }),
})
export type StaffOrderStep = Static<typeof StaffOrderStep>

/** What an update of a pending order can change, besides its lines. */
export const updatedFields = [
  'reference',
  'destinatario_id',
  'delivery_type',
  'notes',
  'delivery_address',
  'delivery_city',
  'delivery_province',
  'delivery_contact',
] as const
export type UpdatedField = (typeof updatedFields)[number]

const UpdatedText = Nullable(Type.String(), { examples: ['Entregar por la tarde'] })
const RecipientName = Nullable(Type.String({ examples: ['Vinoteca del Centro'] }), {
  description: 'For `destinatario_id`: the name of the recipient at that time; otherwise null',
})

export const UpdatedOrderField = Named('UpdatedOrderField', {
  field: OneOf(updatedFields, { examples: ['notes'] }),
  before: UpdatedText,
  after: UpdatedText,
  before_name: RecipientName,
  after_name: RecipientName,
})
export type UpdatedOrderField = Static<typeof UpdatedOrderField>

const OrderLineState = Nullable(
  Named('OrderLineState', { quantity: Quantity, notes: Nullable(Type.String()) }),
  { description: '`before` is null if the line was added, `after` if it was removed' },
)

export const UpdatedOrderLine = Named('UpdatedOrderLine', {
  id: { ...Id, description: 'The line. One that keeps its product and vintage keeps its id' },
  product_id: Id,
  vintage_year: Nullable(VintageYear),
  products: ProductLabel,
  before: OrderLineState,
  after: OrderLineState,
})
export type UpdatedOrderLine = Static<typeof UpdatedOrderLine>

const updateFields = {
  revision: { ...revisionField, description: 'Which the order got by it', examples: [2] },
  at: Timestamp,
  by_warehouse: Type.Boolean({ description: '`true`: the warehouse made it', examples: [false] }),
  by_name: Nullable(Type.String({ examples: ['Ana Álamos'] }), {
    description:
      'The name of the person, or of the API key. Clients do not see who at the warehouse it was: null',
  }),
  reason: Nullable(Type.String({ examples: ['Faltan dos cajas'] }), {
    description: 'Given by the warehouse, always',
  }),
  fields: Type.Array(UpdatedOrderField),
  lines: Type.Array(UpdatedOrderLine, { description: 'The lines that were changed, added or removed' }),
}

/** What one update of a pending order has changed. */
export const OrderUpdate = Named('OrderUpdate', updateFields)
export type OrderUpdate = Static<typeof OrderUpdate>
export const StaffOrderUpdate = Named('StaffOrderUpdate', { ...updateFields, by: stepActor })
export type StaffOrderUpdate = Static<typeof StaffOrderUpdate>

export const maxShownUpdates = 50
const changesText = {
  description: `What updates have changed while it was pending, oldest first, of the last ${maxShownUpdates}. Steps of its status are in \`timeline\``,
}

const timelineText = { description: 'Every status that the order has had, oldest first' }

export const OrderDetail = Named('OrderDetail', {
  ...orderDetailFields,
  placed_by: Nullable(Type.String({ examples: ['Ana Álamos'] }), {
    description: 'The name of the person, or of the API key, that placed the order',
  }),
  distribution_order_attachments: Type.Array(Attachment),
  timeline: Type.Array(OrderStep, timelineText),
  changes: Type.Array(OrderUpdate, changesText),
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
  Line(64, {
    description: "Exact match of the client's own reference, ignoring case",
    examples: ['OC-2026-0117'],
  }),
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
  `The beginning of the number, with or without its letters and zeros (\`42\`, \`PED-42\`), of the reference, of the SKU or of a word of the name of a product, of a lot number or of a word of the recipient's name. ${amongMatches('newest matching orders')}, of those from \`from\` to \`to\` if these are given`,
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

/** The body of a preview. */
export const OrderToPreview = Named('OrderToPreview', {
  ...NewOrder.properties,
  order_id: Type.Optional({
    ...Id,
    description: 'A pending order that this would change: what it has reserved counts as available to it',
  }),
})
export type OrderToPreview = Static<typeof OrderToPreview>

const { items, destinatario_id, ...otherFieldsOfNew } = NewOrder.properties
const updatedAddress =
  'Street, city and province are one address: if any of the three is sent, null included, the others are null unless they are sent. With another `destinatario_id` or `delivery_type`, what is not sent is as in a new order'

/** The members of an update, each of which replaces what the order has. */
const update = {
  items: Type.Optional({
    ...items,
    description:
      'All lines: they replace those of the order. A line with the product and vintage of an earlier one keeps its id',
  }),
  destinatario_id: Type.Optional(destinatario_id),
  ...otherFieldsOfNew,
  reference: Type.Optional(Nullable(Line(64), { examples: ['OC-2026-0117'] })),
  delivery_address: Type.Optional(Nullable(Text(300), { description: updatedAddress })),
  delivery_city: Type.Optional(Nullable(Text(200), { description: updatedAddress })),
  delivery_province: Type.Optional(Nullable(Text(200), { description: updatedAddress })),
  delivery_contact: Type.Optional(Nullable(Text(300))),
}
export const updateMembers = Object.keys(update) as (keyof typeof update)[]

const IfRevision = (more: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: `The \`revision\` that this is based on. If the order has changed since, nothing is changed.${more}`,
      examples: [1],
    }),
  )

/** As a whole, because an action takes only its own members. */
const exampleOfUpdate = {
  action: 'update',
  if_revision: 1,
  items: [{ product_id: '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10', quantity: 18 }],
  notes: 'Entregar por la mañana',
}

export const OrderChange = Named(
  'OrderChange',
  {
    action: OneOf(['update', 'cancel'], { examples: ['cancel'] }),
    if_revision: IfRevision(' Required for update'),
    reason: Type.Optional(Nullable(reason, { description: 'Only for cancel' })),
    ...update,
  },
  { examples: [exampleOfUpdate] },
)
export type OrderChange = Static<typeof OrderChange>

export const StaffOrderChange = Named(
  'StaffOrderChange',
  {
    action: OneOf(orderActions, { examples: ['approve'] }),
    if_revision: IfRevision(''),
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
    packages: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxPackages,
        description: 'Required for pack, and only for it: how many packages (bultos) there are',
        examples: [3],
      }),
    ),
    checked: Type.Optional(
      Type.Boolean({
        description: 'Only for pack, false if left out: every unit was scanned or ticked',
      }),
    ),
    ...update,
  },
  { examples: [{ action: 'approve', if_revision: 1 }] },
)
export type StaffOrderChange = Static<typeof StaffOrderChange>

const recipientFields = {
  id: Id,
  name: Type.String({ examples: ['Vinoteca del Centro'] }),
  city: Nullable(Type.String({ examples: ['Mendoza'] })),
}

const cityOfDelivery = Nullable(Type.String({ examples: ['Mendoza'] }), {
  description: 'Where the order goes, which can differ from the city of its recipient',
})

/** Only for the staff: the trip of an order, of a draft too. */
export const tripOfOrder = {
  trip_id: Nullable(Id, {
    description: 'The trip that the order is on, of a draft too, or was on last; null if there is none',
  }),
  trip_number: Nullable(Type.String({ examples: ['VIA-000042'] })),
}

/** Of the goods, by what their products weigh now. */
export const orderWeight = {
  weight_kg: Nullable(Type.Number({ examples: [86.4] }), {
    description: 'The weight of its goods in kilograms, of those whose weight is known; null: of none',
  }),
  weight_known: Type.Boolean({ description: '`false`: the weight of some of its products is not known' }),
}

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
  ...tripOfOrder,
  ...orderWeight,
  distribution_order_attachments: Type.Array(Attachment),
  timeline: Type.Array(StaffOrderStep, timelineText),
  changes: Type.Array(StaffOrderUpdate, changesText),
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
  reference,
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
