import { type Static, Type } from 'typebox'
import { CreatedBetween } from './paging.ts'
import { CalendarDate, Id, Named, Nullable, OneOf, Quantity, Timestamp, VintageYear } from './primitives.ts'
import { ProductLabel } from './products.ts'

export const remitoTypes = ['ingreso', 'egreso'] as const
export const RemitoType = OneOf(remitoTypes, {
  description: '`ingreso`: goods in. `egreso`: goods out',
  examples: ['egreso'],
})
export type RemitoType = Static<typeof RemitoType>

const remitoFields = {
  id: Id,
  type: RemitoType,
  status: OneOf(['issued', 'voided'], { examples: ['issued'] }),
  date: Type.String({
    format: 'date',
    description: 'The day on which the goods moved',
    examples: ['2026-11-02'],
  }),
  remito_number: Type.Array(Type.String(), {
    description: 'The numbers of the printed forms that make up the document',
    examples: [['R 00001-00001234']],
  }),
  source_order_id: Nullable(Id, {
    description: 'The order behind an egreso; null where no order stands behind it',
  }),
  created_at: Timestamp,
}

export const Remito = Named('Remito', remitoFields)
export type Remito = Static<typeof Remito>

export const RemitoItem = Named('RemitoItem', {
  id: Id,
  product_id: Id,
  quantity: Quantity,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
  notes: Nullable(Type.String()),
  products: ProductLabel,
})

export const RemitoDetail = Named('RemitoDetail', {
  ...remitoFields,
  distribution_remito_items: Type.Array(RemitoItem),
})
export type RemitoDetail = Static<typeof RemitoDetail>

export const RemitoFilters = { type: Type.Optional(RemitoType), ...CreatedBetween }
