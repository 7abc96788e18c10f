// The lines of an announced delivery, read from a sheet.
import { CalendarDate, Id, Named, Nullable, Quantity, VintageYear } from './primitives.ts'
import { UnitType } from './products.ts'
import { SheetQuery, sheetFaultFields, sheetReadFields } from './sheets.ts'
import { type Static, Type } from './type.ts'

export const InboundSheetQuery = { decimal_sign: SheetQuery.decimal_sign }

export const InboundSheet = Named('InboundSheet', {
  ...sheetReadFields,
  items: Type.Array(
    Named('InboundSheetItem', {
      line: Type.Integer({ examples: [2] }),
      product_id: Nullable(Id, { description: 'Null: the product was not understood' }),
      sku: Nullable(Type.String({ examples: ['MAL-RES-750'] })),
      name: Nullable(Type.String({ examples: ['Malbec Reserva 750 ml'] })),
      unit_type: Nullable(UnitType),
      quantity: Nullable(Quantity, { description: 'Null: it was not understood' }),
      lot_number: Nullable(Type.String({ examples: ['L2409-A'] })),
      expiry_date: Nullable(CalendarDate),
      vintage_year: Nullable(VintageYear),
    }),
    { description: 'One per line. A line without a fault can be announced as it is' },
  ),
  ...sheetFaultFields,
})
export type InboundSheet = Static<typeof InboundSheet>
