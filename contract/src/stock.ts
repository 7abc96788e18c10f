import { type Static, Type } from 'typebox'
import { CalendarDate, Id, Named, Nullable, Quantity, Timestamp, VintageYear } from './primitives.ts'
import { ProductInStock, ProductLabel } from './products.ts'

export const StockRow = Named('StockRow', {
  product_id: Id,
  products: ProductInStock,
  quantity: Type.Number({ description: 'What lies in the warehouse, over all lots', examples: [120] }),
  reserved_quantity: Type.Number({ description: 'Held by pending orders', examples: [24] }),
  available_quantity: Type.Number({
    description: 'What can be ordered now: unexpired stock less what is reserved, never below 0',
    examples: [96],
  }),
  updated_at: Timestamp,
})
export type StockRow = Static<typeof StockRow>

export const StockFilters = {
  product_id: Type.Optional(Id),
  min_quantity: Type.Optional(
    Type.Number({ minimum: 0, default: 0, description: 'Only rows whose `quantity` is at least this' }),
  ),
}

export const lotSources = ['remito_ingreso', 'transfer', 'adjustment', 'csv_import'] as const
export type LotSource = (typeof lotSources)[number]

export const Lot = Named('Lot', {
  id: Id,
  product_id: Id,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  quantity: Quantity,
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
  products: ProductLabel,
})
export type Lot = Static<typeof Lot>

export const LotFilters = {
  product_id: Type.Optional(Id),
  expiring_before: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Only lots whose `expiry_date` is on or before this day',
      examples: ['2026-12-31'],
    }),
  ),
  include_depleted: Type.Optional(Type.Boolean({ default: false, description: 'Also lots at quantity 0' })),
}
