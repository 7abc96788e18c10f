import { type Static, Type } from 'typebox'
import { Id, Named, OneOf } from './primitives.ts'

export const unitTypes = ['unidad', 'caja', 'bulto', 'pallet', 'kg', 'litro'] as const
export const UnitType = OneOf(unitTypes, { examples: ['caja'] })
export type UnitType = Static<typeof UnitType>

const name = Type.String({ examples: ['Malbec Reserva 750 ml'] })
const sku = Type.String({ examples: ['MAL-RES-750'] })

/** The product as lots, remito items and order items show it. */
export const ProductLabel = Named('ProductLabel', { name, sku })

/** The product as a stock row shows it. */
export const ProductInStock = Named('ProductInStock', { id: Id, name, sku, unit_type: UnitType })
