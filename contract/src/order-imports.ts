// Many orders in one request: from a sheet, and in a batch from a program.
import { orderStatuses } from './order-transitions.ts'
import { CreatedOrder, DeliveryType, NewOrder } from './orders.ts'
import { Id, Named, Nullable, OneOf, Quantity, Timestamp, VintageYear } from './primitives.ts'
import { Problem, Shortage } from './problems/document.ts'
import { ProductInStock, UnitType } from './products.ts'
import { SheetQuery, sheetFaultFields, sheetReadFields } from './sheets.ts'
import { type Static, Type } from './type.ts'

export const maxSheetOrders = 500
export const maxBatchOrders = 100

export const orderModes = ['all', 'each'] as const
const mode = OneOf(orderModes, {
  description:
    '`all`: every order is placed, or none. `each`: those that can be placed are, and the answer says of the others why not',
  examples: ['all'],
})
export type OrderMode = (typeof orderModes)[number]

export const OrderImportQuery = {
  ...SheetQuery,
  mode: Type.Optional(OneOf(orderModes, { ...mode, default: 'all' })),
}

/** Of an order in a dry run, and of one that was imported. */
export const sheetOrderOutcomes = ['ready', 'exists', 'short', 'faulty'] as const
export const importedOrderOutcomes = ['placed', 'exists', 'short', 'faulty'] as const

const placedOrder = Nullable(
  Type.Unsafe<{ id: string; order_number: string; status: (typeof orderStatuses)[number] }>(
    Named('OrderOfSheet', {
      id: Id,
      order_number: Type.String({ examples: ['PED-000042'] }),
      status: OneOf(orderStatuses, { examples: ['pending'] }),
    }),
  ),
  { description: 'With `placed` and `exists`: the order' },
)

const orderOfSheet = {
  reference: Type.String({ examples: ['OC-2026-0117'] }),
  lines: Type.Array(Type.Integer(), { description: 'The numbers of its lines', examples: [[2, 3]] }),
}

const shortages = Type.Array(Shortage, {
  description:
    'With `short`: what is missing, if the orders above it are placed first. What they take counts as `other_items`',
})

export const SheetOrder = Named('SheetOrder', {
  ...orderOfSheet,
  outcome: OneOf(sheetOrderOutcomes, {
    description:
      '`ready`: it would be placed. `exists`: a sheet with this reference and this content has placed it already, in the last 30 days. `short`: goods are missing. `faulty`: see `faults`',
    examples: ['ready'],
  }),
  order: placedOrder,
  duplicate_of: Nullable(
    Type.Unsafe<{ id: string; order_number: string; created_at: string }>(
      Named('DuplicateOfSheetOrder', {
        id: Id,
        order_number: Type.String({ examples: ['PED-000042'] }),
        created_at: Timestamp,
      }),
    ),
    {
      description:
        'The newest order of the last 90 days with this reference that no sheet has placed. It does not prevent this one',
    },
  ),
  destinatario: Nullable(
    Type.Unsafe<{ id: string; name: string; city: string | null; cuit_dni: string | null }>(
      Named('SheetRecipient', {
        id: Id,
        name: Type.String({ examples: ['Vinoteca del Centro'] }),
        city: Nullable(Type.String({ examples: ['Mendoza'] })),
        cuit_dni: Nullable(Type.String({ examples: ['20123456786'] })),
      }),
    ),
    { description: 'As it was understood; null: not' },
  ),
  delivery_type: DeliveryType,
  notes: Nullable(Type.String()),
  delivery_address: Nullable(Type.String()),
  delivery_city: Nullable(Type.String()),
  delivery_province: Nullable(Type.String()),
  delivery_contact: Nullable(Type.String()),
  items: Type.Array(
    Named('SheetOrderItem', {
      line: Type.Integer({ examples: [2] }),
      product_id: Nullable(Id, { description: 'Null: the product was not understood' }),
      sku: Nullable(Type.String({ examples: ['MAL-RES-750'] })),
      name: Nullable(Type.String({ examples: ['Malbec Reserva 750 ml'] })),
      unit_type: Nullable(UnitType),
      quantity: Nullable(Quantity, { description: 'Null: it was not understood' }),
      vintage_year: Nullable(VintageYear),
    }),
  ),
  shortages,
})
export type SheetOrder = Static<typeof SheetOrder>

export const OrdersImportPreview = Named('OrdersImportPreview', {
  dry_run: Type.Boolean({ examples: [true] }),
  ...sheetReadFields,
  orders: Type.Array(SheetOrder, { description: 'By their first line' }),
  totals: Type.Array(
    Named('SheetTotal', {
      product_id: Id,
      products: ProductInStock,
      requested: Type.Number({ description: 'By all orders that do not exist yet', examples: [120] }),
      available: Type.Number({ description: 'Of all vintages, for new orders', examples: [96] }),
    }),
    { description: 'One entry per product, by SKU' },
  ),
  ...sheetFaultFields,
})
export type OrdersImportPreview = Static<typeof OrdersImportPreview>

export const OrdersImport = Named('OrdersImport', {
  dry_run: Type.Boolean({ examples: [false] }),
  mode,
  placed: Type.Integer({ examples: [12] }),
  existing: Type.Integer({ description: 'Those that a sheet had placed already', examples: [0] }),
  refused: Type.Integer({ description: 'Always 0 with `all`', examples: [0] }),
  orders: Type.Array(
    Named('ImportedOrder', {
      ...orderOfSheet,
      outcome: OneOf(importedOrderOutcomes, { examples: ['placed'] }),
      order: placedOrder,
      shortages,
    }),
    { description: 'By their first line' },
  ),
  ...sheetFaultFields,
})
export type OrdersImport = Static<typeof OrdersImport>

export const NewOrderBatch = Named('NewOrderBatch', {
  mode: Type.Optional(OneOf(orderModes, { ...mode, default: 'all' })),
  orders: Type.Array(
    Named('NewOrderInBatch', {
      idempotency_key: Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[ -~]+$',
        description: 'As the header `Idempotency-Key` of `POST /orders`, with which it is shared',
        examples: ['OC-2026-0117'],
      }),
      ...NewOrder.properties,
    }),
    { minItems: 1, maxItems: maxBatchOrders },
  ),
})
export type NewOrderBatch = Static<typeof NewOrderBatch>

const batchResult = {
  index: Type.Integer({ description: 'From 0, as in `orders` of the request', examples: [0] }),
  idempotency_key: Type.String({ examples: ['OC-2026-0117'] }),
  replayed: Type.Boolean({
    description: 'An earlier request with this key had this result already',
    examples: [false],
  }),
}

export const OrderBatch = Named('OrderBatch', {
  mode,
  placed: Type.Integer({ description: 'With those that earlier requests placed', examples: [2] }),
  refused: Type.Integer({ description: 'Always 0 with `all`', examples: [0] }),
  results: Type.Array(
    Named('OrderBatchResult', {
      ...batchResult,
      order: Type.Optional(CreatedOrder),
      problem: Type.Optional(Problem),
    }),
    {
      description:
        'One per order, in their order: each has the `order`, or the `problem` for which it was refused',
    },
  ),
})
export type OrderBatch = Static<typeof OrderBatch>
