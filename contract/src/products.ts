import { ofClient } from './clients.ts'
import { amongMatches, foundBy, Id, Line, Named, Nullable, OneOf, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'
import { maxLocationLength, maxWeightKg } from './values.ts'

export const unitTypes = ['unidad', 'caja', 'bulto', 'pallet', 'kg', 'litro'] as const
export const UnitType = OneOf(unitTypes, { examples: ['caja'] })
export type UnitType = Static<typeof UnitType>

const name = Type.String({ examples: ['Malbec Reserva 750 ml'] })
const sku = Type.String({ examples: ['MAL-RES-750'] })

/** The product fields embedded in lots, remito items and order items. */
export const ProductLabel = Named('ProductLabel', { name, sku })

/** The product fields embedded in a stock row. */
export const ProductInStock = Named('ProductInStock', { id: Id, name, sku, unit_type: UnitType })

const gtinExample = '7790895000997'
const locationExample = 'A-12-3'

export const Product = Named('Product', {
  id: Id,
  ...ofClient,
  name,
  sku,
  unit_type: UnitType,
  gtin: Nullable(Type.String({ examples: [gtinExample] }), {
    description: 'The number in its bar code: GTIN-8, 12 (UPC), 13 (EAN) or 14',
  }),
  location: Nullable(Type.String({ examples: [locationExample] }), {
    description: 'Where it stands in the warehouse; pick lists are sorted by it',
  }),
  weight_kg: Nullable(Type.Number({ examples: [7.2] }), {
    description: 'The weight of one unit in kilograms, exact to 3 decimals',
  }),
  archived: Type.Boolean({ description: 'Cannot be ordered or received, and is left out of lists' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Product = Static<typeof Product>

const nameIn = Line(200, { examples: ['Malbec Reserva 750 ml'] })
const skuIn = Line(64, { examples: ['MAL-RES-750'] })

const gtinIn = Type.String({ format: 'gtin', maxLength: 14, examples: [gtinExample] })
const inWarehouse = {
  location: Type.Optional(Nullable(Line(maxLocationLength, { examples: [locationExample] }))),
  weight_kg: Type.Optional(
    Nullable(Type.Number({ exclusiveMinimum: 0, maximum: maxWeightKg, multipleOf: 0.001, examples: [7.2] }), {
      description: 'Of one unit, in kilograms',
    }),
  ),
}

export const NewProduct = Named('NewProduct', {
  name: nameIn,
  sku: skuIn,
  unit_type: UnitType,
  gtin: Type.Optional(Nullable(gtinIn)),
  ...inWarehouse,
})
export const ProductChange = Named('ProductChange', {
  name: Type.Optional(nameIn),
  sku: Type.Optional(skuIn),
  gtin: Type.Optional(Nullable(gtinIn)),
  ...inWarehouse,
  archived: Type.Optional(
    Type.Boolean({ description: 'Only a product without stock and without pending orders can be archived' }),
  ),
})

/** Filter of product and stock lists. */
export const archivedFilter = Type.Optional(
  Type.Boolean({
    default: false,
    description: '`true`: only archived products. `false`: only products that are not archived',
  }),
)
export const ProductFilters = {
  sku: Type.Optional(Line(64, { description: 'Exact match' })),
  gtin: Type.Optional(
    Type.String({ format: 'gtin', maxLength: 14, description: 'Exact match; leading zeros do not matter' }),
  ),
  name: Type.Optional(Line(200, { description: 'Part of the name, ignoring case and accents' })),
  ...foundBy(
    'The beginning of the SKU, of a word of the name or of the number in the bar code. ' +
      amongMatches('first matches'),
    'malbec',
  ),
  archived: archivedFilter,
}
