import { OrderStatus } from './orders.ts'
import { Id, Named, Nullable, Quantity, QuantityIn, VintageYear } from './primitives.ts'
import { Shortage } from './problems/document.ts'
import { Lot } from './stock.ts'
import { type Static, Type } from './type.ts'

export const LotPick = Named('LotPick', {
  lot_id: Id,
  lot_number: Type.String({ examples: ['L-2231'] }),
  expiry_date: Nullable(Type.String({ format: 'date', examples: ['2027-03-31'] })),
  vintage_year: Nullable(VintageYear),
  quantity: Quantity,
  hold: Lot.properties.hold,
})
export type LotPick = Static<typeof LotPick>

/** A line of an order, with the lots that its goods come from. */
export const ItemPicks = Named('ItemPicks', {
  product_id: Id,
  quantity: Quantity,
  vintage_year: Nullable(VintageYear, { description: 'The vintage that the line asks for' }),
  picks: Type.Array(LotPick, { description: 'In the order of picking: first expired, first out' }),
})
export type ItemPicks = Static<typeof ItemPicks>

const shortages = Type.Array(Shortage, { description: 'What is missing; empty if nothing is' })

export const OrderPreview = Named('OrderPreview', {
  items: Type.Array(ItemPicks, { description: 'The lines of the order, in its order' }),
  shortages,
})
export type OrderPreview = Static<typeof OrderPreview>

/** The goods that an egreso or a transfer takes out. */
export const OutgoingGoods = Named('OutgoingGoods', {
  items: Type.Array(
    Named('OutgoingItem', {
      product_id: Id,
      quantity: QuantityIn,
      vintage_year: Type.Optional(Nullable(VintageYear)),
      lot_id: Type.Optional(
        Nullable(Id, {
          description: 'Take the goods from this lot. Default: first expired, first out (FEFO)',
        }),
      ),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type OutgoingGoods = Static<typeof OutgoingGoods>

export const StockPreview = Named('StockPreview', {
  items: Type.Array(ItemPicks, {
    description:
      'The given items, in their order. The picks of one that is short add up to less than it asks for',
  }),
  shortages,
})
export type StockPreview = Static<typeof StockPreview>

export const OrderPicks = Named('OrderPicks', {
  status: OrderStatus,
  taken: Type.Boolean({
    description: '`true`: these lots have left the stock. `false`: approval would take them now',
  }),
  items: Type.Array(ItemPicks),
  shortages,
})
export type OrderPicks = Static<typeof OrderPicks>
