import { ofClient } from './clients.ts'
import { CreatedBetween } from './paging.ts'
import {
  amongMatches,
  CalendarDate,
  DeltaIn,
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
import { ProductInStock, ProductLabel } from './products.ts'
import { type Static, Type } from './type.ts'
import { maxCountedLots } from './values.ts'

export const StockRow = Named('StockRow', {
  product_id: Id,
  products: ProductInStock,
  quantity: Type.Number({ description: 'Total quantity in all lots', examples: [120] }),
  reserved_quantity: Nullable(
    Type.Number({ description: 'Reserved by pending orders; null with `at`', examples: [24] }),
  ),
  available_quantity: Nullable(
    Type.Number({
      description:
        'What can be ordered now: stock that has not expired and is not on hold, minus `reserved_quantity`, never below 0; null with `at`',
      examples: [96],
    }),
  ),
  updated_at: Timestamp,
})
export type StockRow = Static<typeof StockRow>

export const StaffStockRow = Named('StaffStockRow', {
  ...ofClient,
  ...StockRow.properties,
  lots: Nullable(
    Type.Integer({
      description: `How many lots have stock; at most ${maxCountedLots} are counted. null with \`at\``,
      examples: [3],
    }),
  ),
})
export type StaffStockRow = Static<typeof StaffStockRow>

/** The stock at a past moment. */
export const StockMoment = {
  at: Type.Optional(
    Type.String({
      ...Timestamp,
      description:
        'Quantities as recorded by this time, of the products that existed then; not in the future',
      examples: ['2026-10-31T23:59:59Z'],
    }),
  ),
}

export const StockFilters = {
  product_id: Type.Optional(Id),
  sku: Type.Optional(Line(64, { description: 'Exact match', examples: ['MAL-RES-750'] })),
  ...foundBy(
    'Each word is part of the name, or the beginning of the SKU, ignoring case and accents',
    'malbec reserva',
  ),
  min_quantity: Type.Optional(
    Type.Number({
      minimum: 0,
      default: 0,
      description: 'Only rows with at least this `quantity`; with `at`, the quantity then',
    }),
  ),
  archived: Type.Optional(
    Type.Boolean({
      description:
        '`true`: only products that are archived now. `false`: only those that are not. By default `false`, and with `at` both',
    }),
  ),
  ...StockMoment,
}

export const lotSources = ['remito_ingreso', 'transfer', 'adjustment', 'csv_import'] as const
export type LotSource = (typeof lotSources)[number]

export const LotHold = Named('LotHold', {
  reason: Type.String({ examples: ['Retiro del mercado por el fabricante'] }),
  since: Timestamp,
})

export const Lot = Named('Lot', {
  id: Id,
  product_id: Id,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  quantity: Quantity,
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
  hold: Nullable(LotHold, {
    description:
      'Why the warehouse keeps this lot back: it is neither picked nor available. null: not on hold',
  }),
  products: ProductLabel,
})
export type Lot = Static<typeof Lot>

export const LotFilters = {
  product_id: Type.Optional(Id),
  ...foundBy(`The beginning of the lot number. ${amongMatches('first matching lots, by number')}`, 'L2409'),
  expiring_before: Type.Optional(
    Type.String({
      ...CalendarDate,
      description: 'Only lots with an `expiry_date` on or before this day',
      examples: ['2026-12-31'],
    }),
  ),
  expiring_after: Type.Optional(
    Type.String({
      ...CalendarDate,
      description: 'Only lots with an `expiry_date` on or after this day; none without a date',
      examples: ['2026-12-01'],
    }),
  ),
  include_depleted: Type.Optional(
    Type.Boolean({ default: false, description: 'Include lots with quantity 0' }),
  ),
}

export const ledgerCauses = [
  'remito_ingreso',
  'remito_egreso',
  'remito_void',
  'adjustment',
  'transfer',
  'csv_import',
] as const
export type LedgerCause = (typeof ledgerCauses)[number]

export const LedgerEntry = Named('LedgerEntry', {
  id: Id,
  product_id: Id,
  lot_id: Id,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  delta: Type.Number({ examples: [-6] }),
  cause: OneOf(ledgerCauses, { examples: ['remito_egreso'] }),
  document_id: { ...Id, description: 'The remito, adjustment, transfer or import that caused the entry' },
  document_number: Nullable(
    Type.String({
      description: 'The numbers of the remito, separated by commas; null for other documents',
      examples: ['R 00001-00001234'],
    }),
  ),
  reason: Nullable(
    Type.String({
      description: 'The reason given for the adjustment, the transfer or the voiding of the remito',
      examples: ['Rotura en depósito'],
    }),
  ),
  actor: Type.String({ description: 'Who made the change', examples: ['staff ERP (sk_9dKq21z)'] }),
  created_at: Timestamp,
  actor_name: Type.String({
    description: 'The name of the person, as it is now, or of the key',
    examples: ['ERP'],
  }),
})
export type LedgerEntry = Static<typeof LedgerEntry>

export const StockMovement = Named('StockMovement', {
  id: Id,
  entries: Type.Array(LedgerEntry),
})
export type StockMovement = Static<typeof StockMovement>

const reason = Text(500, { examples: ['Rotura en depósito'] })

export const NewAdjustment = Named('NewAdjustment', {
  product_id: Id,
  delta: DeltaIn,
  reason,
  lot_id: Type.Optional(Nullable(Id)),
  lot_number: Type.Optional(Nullable(Line(64))),
  expiry_date: Type.Optional(Nullable(CalendarDate)),
  vintage_year: Type.Optional(Nullable(VintageYear)),
})
export type NewAdjustment = Static<typeof NewAdjustment>

export const LotChange = Named('LotChange', {
  hold: Type.Boolean({ description: '`true` puts the lot on hold, `false` releases it' }),
  reason: Type.Optional(
    Text(500, {
      description: 'Required for a hold, and only for that. The client sees it',
      examples: ['Retiro del mercado por el fabricante'],
    }),
  ),
})
export type LotChange = Static<typeof LotChange>

/** Statuses of orders whose goods have left the stock but not the warehouse, or have come back to it. */
export const notLeftStatuses = ['approved', 'in_preparation', 'failed_delivery'] as const

export const LotOrder = Named('LotOrder', {
  id: Id,
  order_number: Type.String({ examples: ['PED-000042'] }),
  status: OneOf(notLeftStatuses, { examples: ['in_preparation'] }),
  destinatario: Named('LotOrderDestinatario', {
    id: Id,
    name: Type.String({ examples: ['Vinoteca del Centro'] }),
  }),
  quantity: Type.Number({ description: 'What the order has of the lot', examples: [6] }),
  created_at: Timestamp,
})
export type LotOrder = Static<typeof LotOrder>

export const maxOrdersNotLeft = 100

export const ChangedLot = Named('ChangedLot', {
  ...Lot.properties,
  orders_not_left: Type.Array(LotOrder, {
    description: `Orders with goods of the lot that have not left the warehouse, oldest first: the first ${maxOrdersNotLeft}. While the lot is on hold they cannot be dispatched. \`GET /lots/{id}/orders\` lists all of them`,
  }),
})
export type ChangedLot = Static<typeof ChangedLot>

export const NewTransfer = Named('NewTransfer', {
  from_product_id: Id,
  to_product_id: Id,
  quantity: QuantityIn,
  reason,
  lot_id: Type.Optional(Nullable(Id)),
})
export type NewTransfer = Static<typeof NewTransfer>

export const StaffStockFilters = {
  client_id: Type.Optional(Id),
  ...StockFilters,
}
export const StaffLotFilters = { client_id: Id, ...LotFilters }
export const LedgerFilters = { product_id: Id, ...CreatedBetween }
