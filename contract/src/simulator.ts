// What a sandbox does without the staff of the warehouse. Members and rules are those of the staff's own requests, without what says
// whose goods and money they are.
import { NewCreditNote, NewPayment } from './account.ts'
import { StaffInboundChange } from './inbound.ts'
import { CalendarDate, Id, Line, Named, Nullable, QuantityIn, Text, VintageYear } from './primitives.ts'
import { NewRemito } from './remitos.ts'
import { type Static, Type } from './type.ts'

export const SandboxReceipt = Named('SandboxReceipt', {
  date: NewRemito.properties.date,
  remito_number: NewRemito.properties.remito_number,
  items: Type.Array(
    Named('SandboxReceiptItem', {
      product_id: Id,
      quantity: QuantityIn,
      lot_number: Type.Optional(
        Nullable(Line(64, { description: 'Default: `SIN-LOTE`', examples: ['L2409-A'] })),
      ),
      expiry_date: Type.Optional(Nullable(CalendarDate)),
      vintage_year: Type.Optional(Nullable(VintageYear)),
      notes: Type.Optional(Nullable(Text(500))),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type SandboxReceipt = Static<typeof SandboxReceipt>

export const SandboxInboundReceipt = Named('SandboxInboundReceipt', {
  items: Type.Optional({
    ...StaffInboundChange.properties.items,
    description: 'The goods that came in. Default: exactly what was announced',
  }),
})
export type SandboxInboundReceipt = Static<typeof SandboxInboundReceipt>

const { client_id: _payer, ...paymentFields } = NewPayment.properties
export const SandboxPayment = Named('SandboxPayment', paymentFields)

const { client_id: _debtor, ...creditNoteFields } = NewCreditNote.properties
export const SandboxCreditNote = Named('SandboxCreditNote', creditNoteFields)
