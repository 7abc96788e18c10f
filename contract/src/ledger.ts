import { Id, Named, Nullable, OneOf, Timestamp } from './primitives.ts'
import { LedgerEntry, ledgerCauses } from './stock.ts'
import { type Static, Type } from './type.ts'

const opening = Type.Number({ description: 'Quantity at `from`; 0 without `from`', examples: [126] })
const closing = Type.Number({
  description: 'Quantity at `to`; the current quantity without `to`',
  examples: [120],
})

export const LedgerPage = Named('LedgerPage', {
  opening,
  entries: Type.Array(LedgerEntry, { description: 'Oldest first' }),
  closing,
  next_cursor: Nullable(Type.String()),
  has_more: Type.Boolean(),
})

export const stockDocumentTypes = ['remito', 'adjustment', 'transfer', 'import'] as const
export type StockDocumentType = (typeof stockDocumentTypes)[number]

/** A ledger entry as its client sees it: without the names and notes of the staff. */
export const StockHistoryEntry = Named('StockHistoryEntry', {
  id: Id,
  lot_id: Id,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  delta: Type.Number({ examples: [-6] }),
  cause: OneOf(ledgerCauses, { examples: ['remito_egreso'] }),
  document: Named('StockDocument', {
    type: OneOf(stockDocumentTypes, { examples: ['remito'] }),
    id: { ...Id, description: 'Of a remito: its `id` in `/remitos`' },
    number: Nullable(
      Type.String({
        description: 'The numbers of the remito, separated by commas; null for other documents',
        examples: ['R 00001-00001234'],
      }),
    ),
  }),
  created_at: { ...Timestamp, description: 'When the quantity changed' },
})
export type StockHistoryEntry = Static<typeof StockHistoryEntry>

export const StockHistory = Named('StockHistory', {
  opening,
  entries: Type.Array(StockHistoryEntry, { description: 'Oldest first' }),
  closing,
  next_cursor: Nullable(Type.String()),
  has_more: Type.Boolean(),
})
